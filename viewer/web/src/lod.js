// A coarse mesh on some of the vertices of a fine one, for machines that draw slowly: while things
// move, fewer triangles are better than fewer pictures. Every so many vertices one is a seed, each
// vertex belongs to the seed that is nearest along edges, and triangles between three seeds are
// kept. Layers of cloth that only lie on each other are never joined. Positions and normals are
// those of the fine mesh, whatever it does.

// Vertices that stand in an edge with each vertex, one list after the other.
function neighbours(indices, count) {
    const starts = new Uint32Array(count + 1);
    for (const v of indices) {
        starts[v + 1] += 2;
    }
    for (let v = 0; v < count; ++v) {
        starts[v + 1] += starts[v];
    }
    const ends = starts.slice();
    const others = new Uint32Array(2 * indices.length);
    for (let i = 0; i < indices.length; ++i) {
        const [a, b] = [i - (i % 3) + ((i + 1) % 3), i - (i % 3) + ((i + 2) % 3)];
        others[ends[indices[i]]++] = indices[a];
        others[ends[indices[i]]++] = indices[b];
    }
    return { starts, others };
}

// Of each vertex its seed; seeds are about `spacing` edges apart.
function findSeeds(indices, count, spacing) {
    const { starts, others } = neighbours(indices, count);
    const FREE = 0xffffffff;
    const seedOf = new Uint32Array(count).fill(FREE);
    const away = new Uint8Array(count).fill(255);
    const queue = new Uint32Array(count);
    // A seed is what no earlier one is nearer to than the spacing.
    for (let first = 0; first < count; ++first) {
        if (away[first] < spacing || starts[first] === starts[first + 1]) {
            continue;
        }
        let [begin, end] = [0, 1];
        queue[0] = first;
        away[first] = 0;
        seedOf[first] = first;
        while (begin < end) {
            const v = queue[begin++];
            for (let k = starts[v]; k < starts[v + 1] && away[v] + 1 < spacing; ++k) {
                const other = others[k];
                if (away[v] + 1 < away[other]) {
                    away[other] = away[v] + 1;
                    seedOf[other] = first;
                    queue[end++] = other;
                }
            }
        }
    }
    return seedOf;
}

// Indices of about `wanted` triangles, at least a few; those given where there are no more.
export function coarseIndices(indices, count, wanted) {
    const ratio = indices.length / 3 / wanted;
    if (ratio <= 2) {
        return indices;
    }
    const spacing = Math.min(250, Math.max(2, Math.round(Math.sqrt(ratio))));
    const seedOf = findSeeds(indices, count, spacing);
    const kept = [];
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [seedOf[indices[i]], seedOf[indices[i + 1]], seedOf[indices[i + 2]]];
        if (a !== b && b !== c && c !== a) {
            kept.push(a, b, c);
        }
    }
    return kept.length > 0 ? Uint32Array.from(kept) : indices;
}
