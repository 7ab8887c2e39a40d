// How an obstacle that deforms carries points near it: each as if it were glued to a triangle. The
// foot of the point on the triangle keeps its weights, and the way from there to the point turns as
// the triangle does. A body that only turns and moves carries points as a rigid one would.

#include "state.h"

static void GetTriangle(const svSimPart* obstacle, uint32_t triangle, const double* x,
                        Vec3 corners[3]) {
    const uint32_t* vertices = svMesh_GetTopology(obstacle->mesh)->triangles + 3 * (size_t)triangle;
    for (int k = 0; k < 3; ++k) {
        corners[k] = Load(x + 3 * ((size_t)obstacle->first + vertices[k]));
    }
}

static Vec3 Weighted(const Vec3 x[3], const double weights[3]) {
    return Add(Scale(weights[0], x[0]), Add(Scale(weights[1], x[1]), Scale(weights[2], x[2])));
}

// The weights of the corners in the point of the triangle that is nearest to p.
static void FindFoot(const Vec3 x[3], Vec3 p, double weights[3]) {
    const Vec3 normal = Cross(Sub(x[1], x[0]), Sub(x[2], x[0]));
    const double square = Dot(normal, normal);
    bool inside = square > 0;
    for (int k = 0; k < 3 && inside; ++k) {
        const Vec3 a = Sub(x[(k + 1) % 3], p), b = Sub(x[(k + 2) % 3], p);
        weights[k] = Dot(Cross(a, b), normal) / square;
        inside = weights[k] >= 0;
    }
    double least = (double)INFINITY;
    if (!inside) {
        weights[0] = 1;
        weights[1] = weights[2] = 0;
    }
    for (int k = 0; k < 3 && !inside; ++k) {
        const int next = (k + 1) % 3;
        const Vec3 way = Sub(x[next], x[k]), from = Sub(p, x[k]);
        const double length = Dot(way, way);
        const double share = length > 0 ? fmin(fmax(Dot(from, way) / length, 0), 1) : 0;
        const Vec3 d = AddScaled(from, -share, way);
        if (Dot(d, d) < least) {
            least = Dot(d, d);
            weights[k] = 1 - share;
            weights[next] = share;
            weights[(k + 2) % 3] = 0;
        }
    }
}

// Three axes that turn with the triangle; false where it has no area.
static bool FindAxes(const Vec3 x[3], Vec3 axes[3]) {
    const Vec3 side = Sub(x[1], x[0]), normal = Cross(side, Sub(x[2], x[0]));
    if (!(Dot(normal, normal) > 0)) {
        return false;
    }
    axes[0] = Scale(1 / Length(side), side);
    axes[2] = Scale(1 / Length(normal), normal);
    axes[1] = Cross(axes[2], axes[0]);
    return true;
}

uint32_t svSim_FindCarrier(const svSim* sim, const svSimPart* obstacle, Vec3 point) {
    const svTopology* topology = svMesh_GetTopology(obstacle->mesh);
    const uint32_t* start = topology->vertexTriangleStart;
    double least = (double)INFINITY;
    uint32_t nearest = SV_NONE, carrier = SV_NONE;
    for (uint32_t i = 0; i < obstacle->count; ++i) {
        const Vec3 d = Sub(Load(sim->x0 + 3 * ((size_t)obstacle->first + i)), point);
        if (Dot(d, d) < least && start[i] < start[i + 1]) {
            least = Dot(d, d);
            nearest = i;
        }
    }
    least = (double)INFINITY;
    for (uint32_t t = nearest == SV_NONE ? 0 : start[nearest];
         nearest != SV_NONE && t < start[nearest + 1]; ++t) {
        Vec3 x[3];
        double weights[3];
        GetTriangle(obstacle, topology->vertexTriangles[t], sim->x0, x);
        FindFoot(x, point, weights);
        const Vec3 d = Sub(point, Weighted(x, weights));
        if (Dot(d, d) < least) {
            least = Dot(d, d);
            carrier = topology->vertexTriangles[t];
        }
    }
    return carrier;
}

Vec3 svSim_CarryBy(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, Vec3 point) {
    if (triangle == SV_NONE) {
        return point;
    }
    Vec3 x0[3], x1[3], axes0[3], axes1[3];
    double weights[3];
    GetTriangle(obstacle, triangle, sim->x0, x0);
    GetTriangle(obstacle, triangle, sim->x1, x1);
    FindFoot(x0, point, weights);
    const Vec3 away = Sub(point, Weighted(x0, weights)), foot = Weighted(x1, weights);
    if (!FindAxes(x0, axes0) || !FindAxes(x1, axes1)) {
        return Add(foot, away);
    }
    Vec3 carried = foot;
    for (int k = 0; k < 3; ++k) {
        carried = AddScaled(carried, Dot(away, axes0[k]), axes1[k]);
    }
    return carried;
}
