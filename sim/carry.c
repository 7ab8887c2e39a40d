// How a deforming obstacle carries points near it: each as if glued to a triangle. The closest
// point on the triangle keeps its barycentric coordinates, and the offset from there rotates with
// the triangle. A body that only rotates and translates carries points as a rigid one would.

#include "state.h"

static void GetObstacleTriangle(const svSimPart* obstacle, uint32_t triangle, const double* x,
                                svVec3 corners[3]) {
    const uint32_t* vertices = svMesh_GetTopology(obstacle->mesh)->triangles + 3 * (size_t)triangle;
    for (int k = 0; k < 3; ++k) {
        corners[k] = svVec3_From(x + 3 * ((size_t)obstacle->first + vertices[k]));
    }
}

static svVec3 WeightedPoint(const svVec3 x[3], const double weights[3]) {
    return svVec3_Add(svVec3_Scale(weights[0], x[0]),
                      svVec3_Add(svVec3_Scale(weights[1], x[1]), svVec3_Scale(weights[2], x[2])));
}

// The barycentric coordinates of the point of the triangle that is closest to p.
static void FindFoot(const svVec3 x[3], svVec3 p, double weights[3]) {
    const svVec3 normal = svVec3_Cross(svVec3_Sub(x[1], x[0]), svVec3_Sub(x[2], x[0]));
    const double square = svVec3_Dot(normal, normal);
    bool inside = square > 0;
    for (int k = 0; k < 3 && inside; ++k) {
        const svVec3 a = svVec3_Sub(x[(k + 1) % 3], p), b = svVec3_Sub(x[(k + 2) % 3], p);
        weights[k] = svVec3_Dot(svVec3_Cross(a, b), normal) / square;
        inside = weights[k] >= 0;
    }
    double least = (double)INFINITY;
    if (!inside) {
        weights[0] = 1;
        weights[1] = weights[2] = 0;
    }
    for (int k = 0; k < 3 && !inside; ++k) {
        const int next = (k + 1) % 3;
        const svVec3 way = svVec3_Sub(x[next], x[k]), from = svVec3_Sub(p, x[k]);
        const double length = svVec3_Dot(way, way);
        const double share = length > 0 ? fmin(fmax(svVec3_Dot(from, way) / length, 0), 1) : 0;
        const svVec3 d = svVec3_AddScaled(from, -share, way);
        if (svVec3_Dot(d, d) < least) {
            least = svVec3_Dot(d, d);
            weights[k] = 1 - share;
            weights[next] = share;
            weights[(k + 2) % 3] = 0;
        }
    }
}

// Three axes that rotate with the triangle; false if it has no area.
static bool FindAxes(const svVec3 x[3], svVec3 axes[3]) {
    const svVec3 side = svVec3_Sub(x[1], x[0]), normal = svVec3_Cross(side, svVec3_Sub(x[2], x[0]));
    if (!(svVec3_Dot(normal, normal) > 0)) {
        return false;
    }
    axes[0] = svVec3_Scale(1 / svVec3_Length(side), side);
    axes[2] = svVec3_Scale(1 / svVec3_Length(normal), normal);
    axes[1] = svVec3_Cross(axes[2], axes[0]);
    return true;
}

uint32_t svSim_FindCarrier(const svSim* sim, const svSimPart* obstacle, svVec3 point) {
    const svTopology* topology = svMesh_GetTopology(obstacle->mesh);
    const uint32_t* start = topology->vertexTriangleStart;
    double least = (double)INFINITY;
    uint32_t nearest = SV_NONE, carrier = SV_NONE;
    for (uint32_t i = 0; i < obstacle->count; ++i) {
        const svVec3 d =
            svVec3_Sub(svVec3_From(sim->x0 + 3 * ((size_t)obstacle->first + i)), point);
        if (svVec3_Dot(d, d) < least && start[i] < start[i + 1]) {
            least = svVec3_Dot(d, d);
            nearest = i;
        }
    }
    least = (double)INFINITY;
    for (uint32_t t = nearest == SV_NONE ? 0 : start[nearest];
         nearest != SV_NONE && t < start[nearest + 1]; ++t) {
        svVec3 x[3];
        double weights[3];
        GetObstacleTriangle(obstacle, topology->vertexTriangles[t], sim->x0, x);
        FindFoot(x, point, weights);
        const svVec3 d = svVec3_Sub(point, WeightedPoint(x, weights));
        if (svVec3_Dot(d, d) < least) {
            least = svVec3_Dot(d, d);
            carrier = topology->vertexTriangles[t];
        }
    }
    return carrier;
}

svVec3 svSim_CarryBy(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point) {
    if (triangle == SV_NONE) {
        return point;
    }
    svVec3 x0[3], x1[3], axes0[3], axes1[3];
    double weights[3];
    GetObstacleTriangle(obstacle, triangle, sim->x0, x0);
    GetObstacleTriangle(obstacle, triangle, sim->x1, x1);
    FindFoot(x0, point, weights);
    const svVec3 away = svVec3_Sub(point, WeightedPoint(x0, weights)),
                 foot = WeightedPoint(x1, weights);
    if (!FindAxes(x0, axes0) || !FindAxes(x1, axes1)) {
        return svVec3_Add(foot, away);
    }
    svVec3 carried = foot;
    for (int k = 0; k < 3; ++k) {
        carried = svVec3_AddScaled(carried, svVec3_Dot(away, axes0[k]), axes1[k]);
    }
    return carried;
}
