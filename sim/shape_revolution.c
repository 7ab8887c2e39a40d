// Surfaces of revolution.

#include "shapes.h"

#include <math.h>

svRevolutionDef svDefaultRevolutionDef(void) {
    return (svRevolutionDef){.structSize = sizeof(svRevolutionDef), .segments = 32};
}

// The profile cut into rows.
typedef struct Profile {
    const svRevolutionDef* def;
    size_t pieceCount; // of the profile as given
    double length;
} Profile;

static const double* PiecePoint(const Profile* profile, size_t piece, int end) {
    const size_t i = piece + (size_t)end;
    return profile->def->profile[i == profile->def->count ? 0 : i];
}

static double PieceLength(const Profile* profile, size_t piece) {
    const double* a = PiecePoint(profile, piece, 0);
    const double* b = PiecePoint(profile, piece, 1);
    return hypot(b[0] - a[0], b[1] - a[1]);
}

// Into how many rows a piece is cut: its share of all rows, rounded up.
static uint32_t PieceRows(const Profile* profile, size_t piece) {
    const double share = PieceLength(profile, piece) / profile->length * profile->def->rows;
    // The sum of the shares is rounded; without this, an even profile may get a row too many.
    const double slack = 1e-9;
    return share > 1 ? (uint32_t)ceil(share * (1 - slack)) : 1;
}

static svStatus CheckProfile(svContext* context, const svRevolutionDef* def) {
    const size_t least = def->closed ? 3 : 2;
    if (def->profile == NULL || def->count < least || def->count > UINT32_MAX) {
        return svShape_Refuse(context, def->closed ? "a closed profile needs at least 3 points"
                                                   : "a profile needs at least 2 points");
    }
    for (size_t i = 0; i < def->count; ++i) {
        const double* point = def->profile[i];
        if (!isfinite(point[0]) || !isfinite(point[1]) || point[0] < 0) {
            return svShape_Refuse(context, "the radius of a profile must not be below 0");
        }
        const bool inside = def->closed || (i > 0 && i + 1 < def->count);
        if (point[0] == 0 && inside) {
            return svShape_Refuse(context, "only the first and last point of an open profile may "
                                           "have the radius 0");
        }
        const double* next = def->profile[i + 1 < def->count ? i + 1 : 0];
        if ((i + 1 < def->count || def->closed) && point[0] == next[0] && point[1] == next[1]) {
            return svShape_Refuse(context, "two points of a profile in a row are the same");
        }
    }
    if (def->count == 2 && def->profile[0][0] == 0 && def->profile[1][0] == 0) {
        return svShape_Refuse(context, "a profile along the axis is no surface");
    }
    return SV_OK;
}

static svStatus CheckRevolutionDef(svContext* context, const svRevolutionDef* def) {
    const svStatus status = CheckProfile(context, def);
    if (status != SV_OK) {
        return status;
    }
    if (def->segments < 3) {
        return svShape_Refuse(context, "a revolution needs at least 3 segments");
    }
    if (!(def->ruffleDepth >= 0) || def->ruffleDepth >= 1) {
        return svShape_Refuse(context, "the ruffle depth must be from 0 to below 1");
    }
    if (def->ruffles > 0 && def->closed) {
        return svShape_Refuse(context, "a closed profile has no ruffles");
    }
    if (def->ruffles > def->segments / 4) {
        return svShape_Refuse(context, "ruffles need at least 4 segments each");
    }
    return SV_OK;
}

// One point at a share of the profile's length, or the ring of points that it is turned into.
static void AddRing(svShapeBuilder* builder, const svRevolutionDef* def, double radius,
                    double height, double share) {
    if (radius == 0) {
        svShapeBuilder_Vertex(builder, 0, 0, height);
        return;
    }
    const double turn = 8 * atan(1.0);
    for (uint32_t i = 0; i < def->segments; ++i) {
        const double angle = turn * i / def->segments;
        // At multiples of a full turn, so that ruffles are alike wherever the segments are.
        const double wave = def->ruffles > 0 ? cos(def->ruffles * angle) : 0;
        const double r = radius * (1 + def->ruffleDepth * share * wave);
        svShapeBuilder_Vertex(builder, r * cos(angle), r * sin(angle), height);
    }
}

static void AddProfileRings(svShapeBuilder* builder, const Profile* profile) {
    const svRevolutionDef* def = profile->def;
    double before = 0; // length of the pieces so far
    for (size_t piece = 0; piece < profile->pieceCount; ++piece) {
        const uint32_t rows = PieceRows(profile, piece);
        const double* a = PiecePoint(profile, piece, 0);
        const double* b = PiecePoint(profile, piece, 1);
        const double length = PieceLength(profile, piece);
        for (uint32_t row = 0; row < rows; ++row) {
            const double s = (double)row / rows;
            AddRing(builder, def, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]),
                    (before + s * length) / profile->length);
        }
        before += length;
    }
    if (!def->closed) {
        const double* last = def->profile[def->count - 1];
        AddRing(builder, def, last[0], last[1], 1);
    }
}

// The band between two rings that begin at these vertices; a pole is a single one.
static void AddBand(svShapeBuilder* builder, uint32_t segments, uint32_t band,
                    const uint32_t rings[2], const bool poles[2]) {
    for (uint32_t i = 0; i < segments; ++i) {
        const uint32_t next = i + 1 < segments ? i + 1 : 0;
        const uint32_t corners[4] = {rings[0] + i, rings[0] + next, rings[1] + next, rings[1] + i};
        if (poles[0]) {
            svShapeBuilder_Triangle(builder, rings[0], corners[2], corners[3]);
        } else if (poles[1]) {
            svShapeBuilder_Triangle(builder, corners[0], corners[1], rings[1]);
        } else {
            svShapeBuilder_Quad(builder, corners, (i + band) % 2 != 0);
        }
    }
}

svStatus svShape_Revolution(svContext* context, const svRevolutionDef* def, svMeshData* mesh) {
    if (context == NULL || def == NULL || mesh == NULL || def->structSize != sizeof(*def)) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckRevolutionDef(context, def);
    if (status != SV_OK) {
        return status;
    }
    Profile profile = {def, def->closed ? def->count : def->count - 1, 0};
    for (size_t piece = 0; piece < profile.pieceCount; ++piece) {
        profile.length += PieceLength(&profile, piece);
    }
    uint64_t rows = 0;
    for (size_t piece = 0; piece < profile.pieceCount; ++piece) {
        rows += PieceRows(&profile, piece);
    }
    const bool poles[2] = {def->profile[0][0] == 0, def->profile[def->count - 1][0] == 0};
    if (rows == 1 && poles[0] && poles[1]) {
        return svShape_Refuse(context, "a profile along the axis is no surface");
    }
    const uint64_t poleCount = (uint64_t)poles[0] + poles[1];
    const uint64_t ringCount = rows + (def->closed ? 0 : 1) - poleCount;
    if (ringCount > UINT32_MAX) {
        return svShape_Refuse(context, "more vertices or triangles than a mesh may have");
    }
    svShapeBuilder builder;
    status = svShapeBuilder_Make(context, ringCount * def->segments + poleCount,
                                 (2 * rows - poleCount) * def->segments, &builder);
    if (status != SV_OK) {
        return status;
    }
    AddProfileRings(&builder, &profile);
    uint32_t lower = 0;
    for (uint32_t row = 0; row < rows; ++row) {
        const bool ends[2] = {row == 0 && poles[0], row + 1 == rows && poles[1]};
        const uint32_t upper = lower + (ends[0] ? 1 : def->segments);
        const bool round = def->closed && row + 1 == rows;
        const uint32_t rings[2] = {lower, round ? 0 : upper};
        AddBand(&builder, def->segments, row, rings, ends);
        lower = upper;
    }
    *mesh = builder.mesh;
    return SV_OK;
}
