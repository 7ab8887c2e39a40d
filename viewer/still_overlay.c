// Volumes and dots in, drawn over the pixels of a tile. A volume is where the ray of sight enters
// and leaves it: of a box by slabs (T. L. Kay and J. T. Kajiya, "Ray tracing complex scenes",
// 1986), of a sphere by a quadratic; colours and strengths as in web/src/volumes.js and places.js.

#include "still_overlay.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

#define LINE_HALF 0.8    // pixels: half the width of the edges of boxes
#define LINE_FRONT 0.85f // how much of what is behind they cover
#define DOT_BEFORE 1e-4  // relative depth: dots are in front of the surface they lie on
#define DOT_HIDDEN 0.25f // how much of a dot is seen through what hides it
#define TOUCHING 2e-6    // relative depth: a volume's side that lies on a surface is in front

static double SmoothStep(double low, double high, double value) {
    const double t = (value - low) / (high - low);
    return t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t);
}

// The rectangle in the picture around a volume; false: it is not seen, or reaches behind the eye.
static bool SeeVolume(const StillStage* stage, const OverlayVolume* volume, double low[2],
                      double high[2]) {
    low[0] = low[1] = (double)INFINITY;
    high[0] = high[1] = -(double)INFINITY;
    for (int corner = 0; corner < 8; ++corner) {
        const double r = volume->radius;
        const svVec3 p = {(corner & 1) != 0 ? volume->high.x + r : volume->low.x - r,
                          (corner & 2) != 0 ? volume->high.y + r : volume->low.y - r,
                          (corner & 4) != 0 ? volume->high.z + r : volume->low.z - r};
        double at[2], depth;
        if (!StillView_See(&stage->view, p, at, &depth)) {
            return false;
        }
        for (int d = 0; d < 2; ++d) {
            low[d] = at[d] - 2 < low[d] ? at[d] - 2 : low[d];
            high[d] = at[d] + 2 > high[d] ? at[d] + 2 : high[d];
        }
    }
    return true;
}

// Blue ones first, red ones last, which are seen through the others.
static void PlaceVolumes(StillOverlay* overlay) {
    static const StillTone order[STILL_TONE_COUNT] = {STILL_BLUE, STILL_GREEN, STILL_RED};
    const StillStage* stage = overlay->stage;
    const StillDef* def = stage->def;
    overlay->volumes = Terminal_Allocate(def->volumeCount, sizeof(*overlay->volumes));
    for (int k = 0; k < STILL_TONE_COUNT; ++k) {
        for (size_t i = 0; i < def->volumeCount; ++i) {
            const StillVolume* from = &def->volumes[i];
            if (from->tone != order[k]) {
                continue;
            }
            const svVec3 a = StillScene_Point(stage->scene, from->low);
            const svVec3 b = from->sphere ? a : StillScene_Point(stage->scene, from->high);
            overlay->volumes[overlay->volumeCount++] = (OverlayVolume){
                {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z},
                {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z},
                from->sphere ? from->radius / stage->scene->radius : 0,
                from->tone};
        }
    }
    const double share = 1.2 / sqrt((double)overlay->volumeCount + 1);
    overlay->fill = (float)(share < 0.03 ? 0.03 : share > 0.16 ? 0.16 : share);
}

static void DealVolumes(StillOverlay* overlay, int columns, int rows) {
    const size_t tiles = (size_t)columns * (size_t)rows;
    overlay->begins = Terminal_Allocate(tiles + 2, sizeof(*overlay->begins));
    size_t* places = overlay->begins + 1;
    for (size_t pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < overlay->volumeCount; ++i) {
            double low[2], high[2];
            if (!SeeVolume(overlay->stage, &overlay->volumes[i], low, high)) {
                continue;
            }
            for (int y = 0; y < rows; ++y) {
                const bool in = low[1] < (y + 1) * TILE && high[1] > y * TILE;
                for (int x = 0; x < columns && in; ++x) {
                    if (low[0] < (x + 1) * TILE && high[0] > x * TILE) {
                        size_t* place =
                            &places[(size_t)y * (size_t)columns + (size_t)x + (1 - pass)];
                        if (pass == 1) {
                            overlay->dealt[*place] = (uint32_t)i;
                        }
                        ++*place;
                    }
                }
            }
        }
        if (pass == 0) {
            for (size_t t = 1; t <= tiles; ++t) {
                places[t] += places[t - 1];
            }
            overlay->dealt = Terminal_Allocate(places[tiles], sizeof(*overlay->dealt));
        }
    }
}

// The more there are, the smaller; of many, red faces tell more than a crowd of dots.
static void PlaceDots(StillOverlay* overlay) {
    const StillStage* stage = overlay->stage;
    const size_t places = stage->scene->placeCount, count = places <= STILL_DOTS ? places : 0;
    overlay->dots = Terminal_Allocate(count, sizeof(*overlay->dots));
    for (size_t i = 0; i < count; ++i) {
        double depth;
        OverlayDot* dot = &overlay->dots[overlay->dotCount];
        if (StillView_See(&stage->view, stage->scene->places[i], dot->at, &depth)) {
            dot->inverse = (float)(1 / depth * (1 + DOT_BEFORE));
            ++overlay->dotCount;
        }
    }
    const double pixels = count <= STILL_DOTS / 4 ? 9 : 7;
    const double larger = stage->height / 800.0;
    overlay->dotRadius = pixels / 2 * (larger > 1 ? larger : 1);
}

StillOverlay StillOverlay_Make(const StillStage* stage, int columns, int rows) {
    StillOverlay overlay = {.stage = stage};
    PlaceVolumes(&overlay);
    DealVolumes(&overlay, columns, rows);
    PlaceDots(&overlay);
    return overlay;
}

void StillOverlay_Free(StillOverlay* overlay) {
    free(overlay->volumes);
    free(overlay->dots);
    free(overlay->begins);
    free(overlay->dealt);
    *overlay = (StillOverlay){0};
}

// The share of a pixel's samples in which nothing is nearer than this.
static float ShareBefore(const Tile* tile, int px, int py, double inverse) {
    int count = 0;
    for (int cell = 0; cell < CELLS; ++cell) {
        const int x = px * FINE + cell % FINE, y = py * FINE + cell / FINE;
        count += (double)tile->inverse[y * SIDE + x] <= inverse * (1 + TOUCHING);
    }
    return (float)count / CELLS;
}

static void BlendPixel(Tile* tile, int px, int py, Colour colour, double cover) {
    Colour* at = &tile->colours[py * TILE + px];
    *at = Colour_Mix(*at, colour, (float)cover);
}

// Where a ray from the eye enters and leaves a box, and the axes of the sides; false: it misses.
static bool CutBox(const OverlayVolume* box, svVec3 eye, svVec3 ray, double ends[2], int axes[2]) {
    const double from[3] = {eye.x, eye.y, eye.z}, speed[3] = {ray.x, ray.y, ray.z};
    const double low[3] = {box->low.x, box->low.y, box->low.z};
    const double high[3] = {box->high.x, box->high.y, box->high.z};
    ends[0] = -(double)INFINITY;
    ends[1] = (double)INFINITY;
    axes[0] = axes[1] = 0;
    for (int d = 0; d < 3; ++d) {
        const double step = fabs(speed[d]) > 1e-20 ? speed[d] : 1e-20;
        const double a = (low[d] - from[d]) / step, b = (high[d] - from[d]) / step;
        const double near = a < b ? a : b, far = a < b ? b : a;
        if (near > ends[0]) {
            ends[0] = near;
            axes[0] = d;
        }
        if (far < ends[1]) {
            ends[1] = far;
            axes[1] = d;
        }
    }
    return ends[0] <= ends[1] && ends[1] > 0;
}

static void FillBox(const StillOverlay* overlay, const OverlayVolume* box, Tile* tile, int px,
                    int py) {
    static const float shades[3] = {0.86f, 0.97f, 0.88f}; // of sides across x, y, z
    const StillView* view = &overlay->stage->view;
    const svVec3 ray = StillView_Ray(view, tile->left + px + 0.5, tile->top + py + 0.5);
    double ends[2];
    int axes[2];
    if (!CutBox(box, view->eye, ray, ends, axes)) {
        return;
    }
    const Colour tone = overlay->stage->colours->tones[box->tone];
    for (int k = 1; k >= 0; --k) { // the far side first
        const float fill = k == 1 ? overlay->fill / 2 : overlay->fill;
        if (ends[k] > 0) {
            BlendPixel(tile, px, py, Colour_Scale(shades[axes[k]], tone),
                       (double)(fill * ShareBefore(tile, px, py, 1 / ends[k])));
        }
    }
}

static void FillSphere(const StillOverlay* overlay, const OverlayVolume* ball, Tile* tile, int px,
                       int py) {
    const StillView* view = &overlay->stage->view;
    const svVec3 ray = StillView_Ray(view, tile->left + px + 0.5, tile->top + py + 0.5);
    const svVec3 from = svVec3_Sub(view->eye, ball->low);
    const double a = svVec3_Dot(ray, ray), b = svVec3_Dot(from, ray) / a;
    const svVec3 nearest = svVec3_AddScaled(from, -b, ray); // to the centre
    const double gap = svVec3_Length(nearest), pixel = -b / view->scale;
    const double cover = (ball->radius - gap) / (pixel > 0 ? pixel : 1) + 0.5;
    if (!(cover > 0 && b < 0)) {
        return;
    }
    const double inside = ball->radius * ball->radius - gap * gap;
    const double half = sqrt((inside > 0 ? inside : 0) / a);
    const double turned = 1 - half * sqrt(a) / ball->radius;
    const Colour tone = overlay->stage->colours->tones[ball->tone];
    const double fill = (double)overlay->fill, whole = cover < 1 ? cover : 1;
    const double line = fill + (0.9 - fill) * SmoothStep(0.55, 1, turned);
    BlendPixel(tile, px, py, Colour_Scale(0.8f, tone),
               whole * fill / 2 * (double)ShareBefore(tile, px, py, 1 / (-b + half)));
    if (-b - half > 0) {
        BlendPixel(tile, px, py, tone,
                   whole * line * (double)ShareBefore(tile, px, py, 1 / (-b - half)));
    }
}

// A line between two places in the picture, with the depths of its ends.
static void DrawEdge(Tile* tile, const double at[2][2], const double inverse[2], Colour colour) {
    const double ux = at[1][0] - at[0][0], uy = at[1][1] - at[0][1], square = ux * ux + uy * uy;
    const double reach = LINE_HALF + 1;
    for (int py = 0; py < tile->height; ++py) {
        const double y = tile->top + py + 0.5;
        if (y < fmin(at[0][1], at[1][1]) - reach || y > fmax(at[0][1], at[1][1]) + reach) {
            continue;
        }
        for (int px = 0; px < tile->width; ++px) {
            const double x = tile->left + px + 0.5;
            if (x < fmin(at[0][0], at[1][0]) - reach || x > fmax(at[0][0], at[1][0]) + reach) {
                continue;
            }
            const double along =
                square > 0 ? ((x - at[0][0]) * ux + (y - at[0][1]) * uy) / square : 0;
            const double t = along < 0 ? 0 : along > 1 ? 1 : along;
            const double dx = x - at[0][0] - t * ux, dy = y - at[0][1] - t * uy;
            const double cover = LINE_HALF + 0.5 - sqrt(dx * dx + dy * dy);
            if (cover > 0) {
                const double depth = inverse[0] + t * (inverse[1] - inverse[0]);
                const float before = ShareBefore(tile, px, py, depth * (1 + DOT_BEFORE));
                BlendPixel(tile, px, py, colour,
                           (cover < 1 ? cover : 1) * (double)(LINE_FRONT * before));
            }
        }
    }
}

static void DrawBoxEdges(const StillOverlay* overlay, const OverlayVolume* box, Tile* tile) {
    const StillStage* stage = overlay->stage;
    double corners[8][2], inverse[8];
    for (int i = 0; i < 8; ++i) {
        const svVec3 p = {(i & 1) != 0 ? box->high.x : box->low.x,
                          (i & 2) != 0 ? box->high.y : box->low.y,
                          (i & 4) != 0 ? box->high.z : box->low.z};
        double depth;
        StillView_See(&stage->view, p, corners[i], &depth); // it is: else it was not dealt out
        inverse[i] = 1 / depth;
    }
    for (int i = 0; i < 8; ++i) {
        for (int bit = 1; bit < 8; bit *= 2) {
            if ((i & bit) == 0) {
                const double at[2][2] = {{corners[i][0], corners[i][1]},
                                         {corners[i | bit][0], corners[i | bit][1]}};
                const double ends[2] = {inverse[i], inverse[i | bit]};
                DrawEdge(tile, at, ends, stage->colours->tones[box->tone]);
            }
        }
    }
}

static void DrawVolume(const StillOverlay* overlay, const OverlayVolume* volume, Tile* tile) {
    double low[2], high[2];
    SeeVolume(overlay->stage, volume, low, high);
    for (int py = 0; py < tile->height; ++py) {
        const bool in = tile->top + py + 1 > low[1] && tile->top + py < high[1];
        for (int px = 0; px < tile->width && in; ++px) {
            if (tile->left + px + 1 <= low[0] || tile->left + px >= high[0]) {
                continue;
            }
            if (volume->radius > 0) {
                FillSphere(overlay, volume, tile, px, py);
            } else {
                FillBox(overlay, volume, tile, px, py);
            }
        }
    }
    if (!(volume->radius > 0)) {
        DrawBoxEdges(overlay, volume, tile);
    }
}

// A disc with a light rim, faint where something hides it.
static void DrawDot(const StillOverlay* overlay, const OverlayDot* dot, Tile* tile) {
    const double radius = overlay->dotRadius;
    const Colour disc = overlay->stage->colours->dot, rim = {1, 1, 1};
    for (int py = 0; py < tile->height; ++py) {
        const double y = tile->top + py + 0.5 - dot->at[1];
        for (int px = 0; px < tile->width && fabs(y) < radius + 1; ++px) {
            const double x = tile->left + px + 0.5 - dot->at[0];
            const double cover = radius + 0.5 - sqrt(x * x + y * y);
            if (!(cover > 0)) {
                continue;
            }
            const double ring = 1 - SmoothStep(0.8, 1.8, cover);
            const float before = ShareBefore(tile, px, py, (double)dot->inverse);
            const float seen = DOT_HIDDEN + (1 - DOT_HIDDEN) * before;
            BlendPixel(tile, px, py, Colour_Mix(disc, rim, (float)ring),
                       (double)seen * (cover < 1 ? cover : 1));
        }
    }
}

void StillOverlay_Draw(const StillOverlay* overlay, size_t number, Tile* tile) {
    for (size_t i = overlay->begins[number]; i < overlay->begins[number + 1]; ++i) {
        DrawVolume(overlay, &overlay->volumes[overlay->dealt[i]], tile);
    }
    const double reach = overlay->dotRadius + 1;
    for (size_t i = 0; i < overlay->dotCount; ++i) {
        const double* at = overlay->dots[i].at;
        if (at[0] > tile->left - reach && at[0] < tile->left + TILE + reach &&
            at[1] > tile->top - reach && at[1] < tile->top + TILE + reach) {
            DrawDot(overlay, &overlay->dots[i], tile);
        }
    }
}
