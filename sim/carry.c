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

svGlue svSim_GlueTo(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point) {
    svGlue glue = {.triangle = triangle, .away = point};
    if (triangle != SV_NONE) {
        svVec3 x[3], axes[3];
        GetObstacleTriangle(obstacle, triangle, sim->x0, x);
        FindFoot(x, point, glue.weights);
        glue.away = svVec3_Sub(point, WeightedPoint(x, glue.weights));
        glue.turns = FindAxes(x, axes);
        for (int k = 0; k < 3 && glue.turns; ++k) {
            glue.along[k] = svVec3_Dot(glue.away, axes[k]);
        }
    }
    return glue;
}

svVec3 svSim_GluedPlace(const svSimPart* obstacle, const svGlue* glue, const double* x) {
    if (glue->triangle == SV_NONE) {
        return glue->away;
    }
    svVec3 corners[3], axes[3];
    GetObstacleTriangle(obstacle, glue->triangle, x, corners);
    svVec3 place = WeightedPoint(corners, glue->weights);
    if (!glue->turns || !FindAxes(corners, axes)) {
        return svVec3_Add(place, glue->away);
    }
    for (int k = 0; k < 3; ++k) {
        place = svVec3_AddScaled(place, glue->along[k], axes[k]);
    }
    return place;
}

svVec3 svSim_CarryBy(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point) {
    const svGlue glue = svSim_GlueTo(sim, obstacle, triangle, point);
    return svSim_GluedPlace(obstacle, &glue, sim->x1);
}
