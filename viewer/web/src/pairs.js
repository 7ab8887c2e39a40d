// Pairs of features that collide: their kinds, their corners.

// In the order of FilmKind.
export const KINDS = [
    { brief: "△△", one: "pair of triangles", many: "pairs of triangles", verb: "intersect" },
    {
        brief: "near VF",
        one: "near vertex-face pair",
        many: "near vertex-face pairs",
        verb: "near",
    },
    { brief: "near EE", one: "near edge-edge pair", many: "near edge-edge pairs", verb: "near" },
    { brief: "VF", one: "vertex-face contact", many: "vertex-face contacts", verb: "contact" },
    { brief: "EE", one: "edge-edge contact", many: "edge-edge contacts", verb: "contact" },
];

// Whether pairs of a kind are of edges.
export const areEdges = (kind) => kind === 2 || kind === 4;

// Of a feature of a pair (the second or not) the vertices of its face or edge, or the vertex.
export function cornersOf(objects, pair, second) {
    const feature = second ? pair.b : pair.a;
    if (areEdges(pair.kind)) {
        return feature.ids;
    }
    const id = feature.ids[0];
    const { indices } = objects[feature.object];
    return pair.kind === 0 || second ? [...indices.subarray(3 * id, 3 * id + 3)] : [id];
}
