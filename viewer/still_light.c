// A scene in, maps of heights along the directions of light out; and what they say of a point.

#include "still_light.h"

#include "raster.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVEN 0.3f // of the light of the sky is without shadow
#define SUN_SIZE 1024
#define SKY_SIZE 192
#define SUN_BLUR 5 // texels along a side that are averaged

// How far a point is lifted off its surface, in texels, so that it does not shade itself.
#define SUN_LIFT 3.0
#define SKY_LIFT 1.6

static void PlaceMap(LightMap* map, svVec3 axis, const LitPart* part) {
    map->centre = part->centre;
    map->reach = part->reach;
    const svVec3 other = fabs(axis.y) < 0.9 ? svVec3_Make(0, 1, 0) : svVec3_Make(1, 0, 0);
    map->axis = axis;
    map->u = svVec3_Normalize(svVec3_Cross(other, axis));
    map->v = svVec3_Cross(axis, map->u);
}

static void PutHeights(LightMap* map, const double at[3][2], const float heights[3]) {
    RasterSpans spans;
    if (!Raster_Begin(at, map->size, map->size, &spans)) {
        return;
    }
    const RasterPlane plane = Raster_Plane(at, heights);
    for (int y = spans.rowBegin; y < spans.rowEnd; ++y) {
        int begin, end;
        Raster_Row(&spans, y, map->size, &begin, &end);
        const size_t row = (size_t)y * (size_t)map->size;
        const float first = Raster_Value(&plane, begin, y), step = (float)plane.alongX;
        for (int x = begin; x < end; ++x) {
            const float height = Raster_Clamp(&plane, first + (float)(x - begin) * step);
            float* highest = &map->highest[row + (size_t)x];
            *highest = height > *highest ? height : *highest;
            if (map->lowest != NULL) {
                float* lowest = &map->lowest[row + (size_t)x];
                *lowest = height < *lowest ? height : *lowest;
            }
        }
    }
}

// Where a vertex is in a map, in cells, and its height; the first cells whose centres are not
// before it.
typedef struct MapVertex {
    float x, y, height;
    int column, row;
} MapVertex;

// A triangle that has at most one centre of a cell in its bounds, as most have in a fine mesh: by
// the signs of three areas, without a division unless it covers that centre.
static void PutSmall(LightMap* map, const MapVertex* const v[3], int x, int y) {
    float areas[3], all = 0;
    const float px = (float)x + 0.5f, py = (float)y + 0.5f;
    for (int k = 0; k < 3; ++k) {
        const MapVertex *a = v[(k + 1) % 3], *b = v[(k + 2) % 3];
        areas[k] = (b->x - a->x) * (py - a->y) - (b->y - a->y) * (px - a->x);
        all += areas[k];
    }
    const bool right = areas[0] >= 0 && areas[1] >= 0 && areas[2] >= 0;
    const bool left = areas[0] <= 0 && areas[1] <= 0 && areas[2] <= 0;
    if (!(right || left) || all == 0) {
        return;
    }
    const float height =
        (areas[0] * v[0]->height + areas[1] * v[1]->height + areas[2] * v[2]->height) / all;
    const size_t at = (size_t)y * (size_t)map->size + (size_t)x;
    map->highest[at] = height > map->highest[at] ? height : map->highest[at];
    if (map->lowest != NULL) {
        map->lowest[at] = height < map->lowest[at] ? height : map->lowest[at];
    }
}

static int LeastOf(int a, int b, int c) {
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int MostOf(int a, int b, int c) {
    const int ab = a > b ? a : b;
    return ab > c ? ab : c;
}

static void PutTriangleHeights(LightMap* map, const MapVertex* const v[3]) {
    const int left = LeastOf(v[0]->column, v[1]->column, v[2]->column);
    const int right = MostOf(v[0]->column, v[1]->column, v[2]->column);
    const int top = LeastOf(v[0]->row, v[1]->row, v[2]->row);
    const int bottom = MostOf(v[0]->row, v[1]->row, v[2]->row);
    if ((right - left) * (bottom - top) == 0) { // many: no centre is in its bounds
        return;
    }
    if (right - left == 1 && bottom - top == 1) {
        PutSmall(map, v, left, top);
        return;
    }
    const double at[3][2] = {{(double)v[0]->x, (double)v[0]->y},
                             {(double)v[1]->x, (double)v[1]->y},
                             {(double)v[2]->x, (double)v[2]->y}};
    const float heights[3] = {v[0]->height, v[1]->height, v[2]->height};
    PutHeights(map, at, heights);
}

static void FillMap(LightMap* map, const StillScene* scene) {
    for (size_t i = 0; i < (size_t)map->size * (size_t)map->size; ++i) {
        map->highest[i] = -INFINITY;
        if (map->lowest != NULL) {
            map->lowest[i] = INFINITY;
        }
    }
    MapVertex* vertices = Terminal_Allocate(scene->vertexCount, sizeof(*vertices));
    const double scale = map->size / (2 * map->reach), middle = map->size / 2.0;
    for (size_t i = 0; i < scene->vertexCount; ++i) {
        const svVec3 p = svVec3_Sub(StillScene_Vertex(scene, (uint32_t)i), map->centre);
        MapVertex* vertex = &vertices[i];
        vertex->x = (float)(middle + scale * svVec3_Dot(p, map->u));
        vertex->y = (float)(middle + scale * svVec3_Dot(p, map->v));
        vertex->height = (float)svVec3_Dot(p, map->axis);
        vertex->column = Raster_Cell((double)vertex->x, map->size);
        vertex->row = Raster_Cell((double)vertex->y, map->size);
    }
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        const uint32_t* v = scene->triangles[i];
        const MapVertex* const corners[3] = {&vertices[v[0]], &vertices[v[1]], &vertices[v[2]]};
        PutTriangleHeights(map, corners);
    }
    free(vertices);
}

static bool IsNear(const StillScene* scene, const uint32_t* v, svVec3 centre, double near) {
    for (int k = 0; k < 3; ++k) {
        if (svVec3_NormInf(svVec3_Sub(StillScene_Vertex(scene, v[k]), centre)) < near) {
            return true;
        }
    }
    return false;
}

// Triangles with a corner near a place, with vertices of their own.
static StillScene CropScene(const StillScene* scene, svVec3 centre, double near) {
    StillScene crop = {0};
    size_t count = 0;
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        count += IsNear(scene, scene->triangles[i], centre, near);
    }
    crop.x = Terminal_Allocate(3 * count, sizeof(*crop.x));
    crop.triangles = Terminal_Allocate(count, sizeof(*crop.triangles));
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        const uint32_t* v = scene->triangles[i];
        for (uint32_t k = 0; k < 3 && crop.triangleCount < count; ++k) {
            memcpy(crop.x[3 * crop.triangleCount + k], scene->x[v[k]], sizeof(*crop.x));
            crop.triangles[crop.triangleCount][k] = (uint32_t)(3 * crop.triangleCount) + k;
        }
        crop.triangleCount += IsNear(scene, v, centre, near);
    }
    crop.vertexCount = 3 * count;
    return crop;
}

typedef struct MapWork {
    StillLight* light;
    const StillScene *scene, *near; // for the sun, for the sky
} MapWork;

static void FillMaps(uint32_t worker, size_t first, size_t end, void* user) {
    (void)worker;
    const MapWork* work = user;
    for (size_t i = first; i < end; ++i) {
        FillMap(i == 0 ? &work->light->sun : &work->light->sky[i - 1],
                i == 0 ? work->scene : work->near);
    }
}

// Evenly over a hemisphere: heights by equal steps, each turned from the one before by the golden
// angle (A. Gonzalez, "Measurement of areas on a sphere using Fibonacci and latitude-longitude
// lattices", 2010).
static void PlaceSkyMaps(StillLight* light, const LitPart* part) {
    const double c = -0.7373688780783197, s = 0.6754902942615238; // of the golden angle
    double x = 1, z = 0;
    for (int i = 0; i < part->axes; ++i) {
        const double y = 1 - (i + 0.5) / part->axes, across = sqrt(1 - y * y);
        PlaceMap(&light->sky[i], svVec3_Normalize(svVec3_Make(across * x, y, across * z)), part);
        const double next = x * c - z * s;
        z = z * c + x * s;
        x = next;
    }
}

StillLight StillLight_Make(const StillScene* scene, svVec3 sun, const LitPart* part,
                           svContext* context) {
    const size_t sunCells = (size_t)SUN_SIZE * SUN_SIZE, skyCells = (size_t)SKY_SIZE * SKY_SIZE;
    const size_t axes = (size_t)part->axes;
    StillLight light = {.axes = part->axes, .leastSky = EVEN};
    light.memory = Terminal_Allocate(sunCells + 2 * axes * skyCells, sizeof(float));
    light.sun.size = SUN_SIZE;
    light.sun.highest = light.memory;
    PlaceMap(&light.sun, sun, part);
    PlaceSkyMaps(&light, part);
    for (size_t i = 0; i < axes; ++i) {
        light.sky[i].size = SKY_SIZE;
        light.sky[i].highest = light.memory + sunCells + 2 * i * skyCells;
        light.sky[i].lowest = light.sky[i].highest + skyCells;
    }
    StillScene near = part->near > 0 ? CropScene(scene, part->centre, part->near) : *scene;
    MapWork work = {&light, scene, &near};
    if (context != NULL) {
        svContext_For(context, 1 + axes, 1, FillMaps, &work);
    } else {
        FillMaps(0, 0, 1 + axes, &work);
    }
    if (part->near > 0) {
        StillScene_Free(&near);
    }
    return light;
}

void StillLight_Free(StillLight* light) {
    free(light->memory);
    *light = (StillLight){0};
}

// Where a point is in a map: a cell and the shares of the next one along u and v. False: too near
// to its border for `around` cells.
typedef struct MapPlace {
    size_t cell;
    float alongU, alongV, height;
} MapPlace;

static bool FindInMap(const LightMap* map, svVec3 p, int around, MapPlace* place) {
    const double scale = map->size / (2 * map->reach), middle = map->size / 2.0 - 0.5;
    p = svVec3_Sub(p, map->centre);
    const double u = middle + scale * svVec3_Dot(p, map->u);
    const double v = middle + scale * svVec3_Dot(p, map->v);
    const double least = around, most = map->size - 2 - around;
    if (!(u >= least && u <= most && v >= least && v <= most)) {
        return false;
    }
    const int x = (int)u, y = (int)v;
    *place = (MapPlace){(size_t)y * (size_t)map->size + (size_t)x, (float)(u - x), (float)(v - y),
                        (float)svVec3_Dot(p, map->axis)};
    return true;
}

float StillLight_Sun(const StillLight* light, svVec3 point, svVec3 normal) {
    const LightMap* map = &light->sun;
    const int around = SUN_BLUR / 2;
    MapPlace place;
    const double lift = SUN_LIFT * 2 * map->reach / SUN_SIZE;
    if (!FindInMap(map, svVec3_AddScaled(point, lift, normal), around, &place)) {
        return 1;
    }
    const float* corner = map->highest + place.cell - (size_t)around * SUN_SIZE - (size_t)around;
    float sum = 0;
    for (int y = 0; y <= SUN_BLUR; ++y, corner += SUN_SIZE) {
        float row = 0;
        for (int x = 0; x <= SUN_BLUR; ++x) {
            const float share = x == 0 ? 1 - place.alongU : x == SUN_BLUR ? place.alongU : 1;
            row += corner[x] > place.height ? 0 : share;
        }
        sum += (y == 0 ? 1 - place.alongV : y == SUN_BLUR ? place.alongV : 1) * row;
    }
    const float share = sum / (SUN_BLUR * SUN_BLUR);
    return light->leastSun + (1 - light->leastSun) * share;
}

// The share of light along the axis of a map, or against it.
static float SeeSky(const LightMap* map, svVec3 p, bool against) {
    MapPlace place;
    if (!FindInMap(map, p, 0, &place)) {
        return 1;
    }
    const float* cells = (against ? map->lowest : map->highest) + place.cell;
    const float sign = against ? -1 : 1, height = sign * place.height;
    const float a = sign * cells[0] > height ? 0 : 1, b = sign * cells[1] > height ? 0 : 1;
    const float c = sign * cells[SKY_SIZE] > height ? 0 : 1;
    const float d = sign * cells[SKY_SIZE + 1] > height ? 0 : 1;
    const float upper = a + place.alongU * (b - a), lower = c + place.alongU * (d - c);
    return upper + place.alongV * (lower - upper);
}

SkyLight StillLight_Sky(const StillLight* light, svVec3 point, svVec3 normal) {
    const double lift = SKY_LIFT * 2 * light->sky[0].reach / SKY_SIZE;
    const svVec3 lifted = svVec3_AddScaled(point, lift, normal);
    float all = 0, above = 0, below = 0;
    for (int i = 0; i < light->axes; ++i) {
        const LightMap* map = &light->sky[i];
        const float cosine = (float)svVec3_Dot(map->axis, normal);
        const bool against = cosine < 0;
        const float weight = against ? -cosine : cosine;
        const float share = SeeSky(map, lifted, against);
        const float seen = weight * (light->leastSky + (1 - light->leastSky) * share);
        const float rise = 0.5f + 0.5f * (float)(against ? -map->axis.y : map->axis.y);
        above += seen * rise;
        below += seen * (1 - rise);
        all += weight;
    }
    return (SkyLight){above / all, below / all};
}
