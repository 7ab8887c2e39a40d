// A scene and its places in, the inset with its ring and frame out.

#include "still_inset.h"

#include <math.h>

#define CROWD 0.04       // of the scene: places nearer than that are in one crowd
#define MOST_PLACES 1000 // that are looked at
#define EDGES 6.0        // mean edges of the red faces there from the middle of the inset
#define LEAST_RADIUS 0.004
#define MOST_RADIUS 0.16
#define SIDE_SHARE 0.36 // of the lower side of the picture
#define CUT 0.3         // of the radius before the middle: where everything nearer is cut away
#define INSET_AXES 24   // of the light of its sky
#define CUT_LIGHT 0.7f
#define LEAST_SIDE 90 // pixels

typedef struct Inset {
    svVec3 centre, from;
    double radius;
    int left, top, side;
    bool cut; // what hides it is cut away
} Inset;

// The place with the most others around it.
static svVec3 FindCrowd(const StillScene* scene) {
    const size_t every = scene->placeCount / MOST_PLACES + 1;
    size_t most = 0;
    svVec3 best = scene->places[0];
    for (size_t i = 0; i < scene->placeCount; i += every) {
        size_t count = 0;
        for (size_t k = 0; k < scene->placeCount; k += every) {
            count += svVec3_NormInf(svVec3_Sub(scene->places[i], scene->places[k])) < CROWD;
        }
        if (count > most) {
            most = count;
            best = scene->places[i];
        }
    }
    return best;
}

// The mean edge of the red faces near a place, or of all faces if none is red there.
static double EdgeNear(const StillScene* scene, svVec3 place) {
    double sums[2] = {0, 0}, counts[2] = {0, 0};
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        const uint32_t* v = scene->triangles[i];
        const svVec3 a = StillScene_Vertex(scene, v[0]), b = StillScene_Vertex(scene, v[1]);
        const bool red = (scene->paints[i] & PAINT_MARKED) != 0 &&
                         svVec3_NormInf(svVec3_Sub(a, place)) < 3 * CROWD;
        sums[red] += svVec3_Length(svVec3_Sub(a, b));
        counts[red] += 1;
    }
    const int k = counts[1] > 0;
    return counts[k] > 0 ? sums[k] / counts[k] : 0;
}

// A direction from which nothing hides the place; near those of the picture and from above first.
static svVec3 ChooseWay(const StillStage* stage, Inset* inset) {
    const StillView* view = &stage->view;
    const double c = 0.7071067811865476; // of an eighth of a turn
    const svVec3 up = {0, 1, 0};
    for (int rise = 0; rise < 3; ++rise) {
        svVec3 flat = svVec3_Make(view->back.x, 0, view->back.z);
        flat = svVec3_NormInf(flat) > 1e-6 ? svVec3_Normalize(flat) : svVec3_Make(0, 0, 1);
        for (int turn = 0; turn < 8; ++turn) {
            const double heights[3] = {0.6, 2, -0.4};
            const svVec3 way = turn == 0 && rise == 0
                                   ? view->back
                                   : svVec3_Normalize(svVec3_AddScaled(flat, heights[rise], up));
            if (StillView_IsClear(stage->scene, inset->centre, way, 0.25 * inset->radius,
                                  4 * inset->radius)) {
                return way;
            }
            // 0, 1, -1, 2, -2 ... eighths from the direction of the picture
            const int eighths = turn % 2 == 0 ? turn + 1 : -turn - 1;
            for (int i = 0; i < (eighths < 0 ? -eighths : eighths); ++i) {
                const double s = eighths < 0 ? -c : c;
                flat = svVec3_Make(c * flat.x + s * flat.z, 0, c * flat.z - s * flat.x);
            }
        }
    }
    inset->cut = true;
    return view->back;
}

// The corner of the picture in which fewest vertices are seen: the upper ones first.
static void ChooseCorner(const StillStage* stage, Inset* inset) {
    const StillScene* scene = stage->scene;
    const int gap = inset->side / 12,
              far[2] = {stage->width - inset->side - gap, stage->height - inset->side - gap};
    const size_t every = scene->vertexCount / 20000 + 1;
    double fewest = (double)INFINITY;
    for (int corner = 0; corner < 4; ++corner) {
        const int left = corner % 2 == 0 ? far[0] : gap, top = corner < 2 ? gap : far[1];
        double count = 0;
        for (size_t i = 0; i < scene->vertexCount; i += every) {
            double at[2], depth;
            count +=
                StillView_See(&stage->view, StillScene_Vertex(scene, (uint32_t)i), at, &depth) &&
                at[0] > left - gap && at[0] < left + inset->side + gap && at[1] > top - gap &&
                at[1] < top + inset->side + gap;
        }
        if (count < fewest) {
            fewest = count;
            inset->left = left;
            inset->top = top;
        }
    }
}

static bool ChooseInset(const StillStage* stage, Inset* inset) {
    const int lower = stage->width < stage->height ? stage->width : stage->height;
    inset->side = (int)(SIDE_SHARE * lower);
    if (stage->scene->placeCount == 0 || inset->side < LEAST_SIDE) {
        return false;
    }
    inset->centre = FindCrowd(stage->scene);
    const double wanted = EDGES * EdgeNear(stage->scene, inset->centre);
    inset->radius = wanted > LEAST_RADIUS ? wanted : LEAST_RADIUS;
    if (inset->radius > MOST_RADIUS) {
        return false;
    }
    inset->from = ChooseWay(stage, inset);
    ChooseCorner(stage, inset);
    return true;
}

static void BlendLine(Picture* picture, int x, int y, double cover, bool dark) {
    static const uint8_t inks[2][3] = {{0x22, 0x26, 0x2c}, {0xe8, 0xea, 0xee}};
    if (x < 0 || y < 0 || x >= picture->width || y >= picture->height || !(cover > 0)) {
        return;
    }
    uint8_t* rgb = Picture_At(picture, x, y);
    for (int d = 0; d < 3; ++d) {
        const double share = cover < 1 ? cover : 1;
        rgb[d] = (uint8_t)(rgb[d] + share * (inks[dark][d] - rgb[d]) + 0.5);
    }
}

// A line, but not in the inset nor within `radius` of its first end.
static void DrawLeader(const StillStage* stage, const Inset* inset, const double from[2],
                       double radius, Picture* picture) {
    const double to[2] = {inset->left + inset->side / 2.0, inset->top + inset->side / 2.0};
    const double ux = to[0] - from[0], uy = to[1] - from[1], length = sqrt(ux * ux + uy * uy);
    for (int y = 0; y < stage->height; ++y) {
        for (int x = 0; x < stage->width && length > 0; ++x) {
            const double dx = x + 0.5 - from[0], dy = y + 0.5 - from[1];
            const double along = (dx * ux + dy * uy) / length;
            const double gap = fabs(dx * uy - dy * ux) / length;
            const bool inside = x >= inset->left && x < inset->left + inset->side &&
                                y >= inset->top && y < inset->top + inset->side;
            if (along > radius && along < length && !inside) {
                BlendLine(picture, x, y, 0.6 * (1.1 - gap), stage->def->dark);
            }
        }
    }
}

// A ring around what the inset shows, a line from there, and a frame.
static void DrawFrame(const StillStage* stage, const Inset* inset, Picture* picture) {
    double at[2], depth;
    if (StillView_See(&stage->view, inset->centre, at, &depth)) {
        const double seen = stage->view.scale * inset->radius / depth;
        const double radius = seen > 6 ? seen : 6;
        for (int y = 0; y < stage->height; ++y) {
            for (int x = 0; x < stage->width; ++x) {
                const double dx = x + 0.5 - at[0], dy = y + 0.5 - at[1];
                const double gap = fabs(sqrt(dx * dx + dy * dy) - radius);
                BlendLine(picture, x, y, 1.5 - gap, stage->def->dark);
            }
        }
        DrawLeader(stage, inset, at, radius, picture);
    }
}

static void DrawBorder(const StillStage* stage, const Inset* inset, Picture* picture) {
    for (int i = -2; i < inset->side + 2; ++i) {
        for (int k = 0; k < 2; ++k) {
            const int near = -1 - k, far = inset->side + k;
            BlendLine(picture, inset->left + i, inset->top + near, 1, stage->def->dark);
            BlendLine(picture, inset->left + i, inset->top + far, 1, stage->def->dark);
            BlendLine(picture, inset->left + near, inset->top + i, 1, stage->def->dark);
            BlendLine(picture, inset->left + far, inset->top + i, 1, stage->def->dark);
        }
    }
}

void StillInset_Draw(const StillStage* stage, Picture* picture) {
    Inset inset = {0};
    if (!ChooseInset(stage, &inset)) {
        return;
    }
    DrawFrame(stage, &inset, picture);
    const LitPart part = {inset.centre, 2.2 * inset.radius, 3 * inset.radius, INSET_AXES};
    StillLight light =
        StillLight_Make(stage->scene, stage->light->sun.axis, &part, stage->def->context);
    StillStage near = *stage;
    near.light = &light;
    near.view = StillView_Near(inset.from, inset.centre, inset.radius, inset.side, inset.side);
    if (inset.cut) { // and with it some of what blocks the light
        light.leastSky = light.leastSun = CUT_LIGHT;
        near.view.nearest = near.view.distance - CUT * inset.radius;
    }
    near.left = inset.left;
    near.top = inset.top;
    near.width = near.height = inset.side;
    StillStage_Draw(&near, picture);
    DrawBorder(stage, &inset, picture);
    StillLight_Free(&light);
}
