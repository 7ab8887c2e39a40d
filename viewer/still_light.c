// A scene in, maps of heights along the directions of light out; and what they say of a point.

#include "still_light.h"

#include "raster.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

#define REACH 1.25 // half the width of a map: the scene is in the unit sphere
#define SUN_SIZE 1024
#define SKY_SIZE 192
#define SUN_BLUR 5 // texels along a side that are averaged

// How far a point is lifted off its surface, in texels, so that it does not shade itself.
#define SUN_LIFT 3.0
#define SKY_LIFT 1.6

static void SetMapAxes(LightMap* map, svVec3 axis) {
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

typedef struct MapVertex {
    double at[2];
    float height;
} MapVertex;

static void FillMap(LightMap* map, const StillScene* scene) {
    for (size_t i = 0; i < (size_t)map->size * (size_t)map->size; ++i) {
        map->highest[i] = -INFINITY;
        if (map->lowest != NULL) {
            map->lowest[i] = INFINITY;
        }
    }
    MapVertex* vertices = Terminal_Allocate(scene->vertexCount, sizeof(*vertices));
    const double scale = map->size / (2 * REACH), middle = map->size / 2.0;
    for (size_t i = 0; i < scene->vertexCount; ++i) {
        const svVec3 p = StillScene_Vertex(scene, (uint32_t)i);
        vertices[i] = (MapVertex){
            {middle + scale * svVec3_Dot(p, map->u), middle + scale * svVec3_Dot(p, map->v)},
            (float)svVec3_Dot(p, map->axis)};
    }
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        double at[3][2];
        float heights[3];
        for (int k = 0; k < 3; ++k) {
            const MapVertex* vertex = &vertices[scene->triangles[i][k]];
            at[k][0] = vertex->at[0];
            at[k][1] = vertex->at[1];
            heights[k] = vertex->height;
        }
        PutHeights(map, (const double(*)[2])at, heights);
    }
    free(vertices);
}

typedef struct MapWork {
    StillLight* light;
    const StillScene* scene;
} MapWork;

static void FillMaps(uint32_t worker, size_t first, size_t end, void* user) {
    (void)worker;
    const MapWork* work = user;
    for (size_t i = first; i < end; ++i) {
        FillMap(i == 0 ? &work->light->sun : &work->light->sky[i - 1], work->scene);
    }
}

// Evenly over a hemisphere: heights by equal steps, each turned from the one before by the golden
// angle (A. Gonzalez, "Measurement of areas on a sphere using Fibonacci and latitude-longitude
// lattices", 2010).
static void SetSkyAxes(StillLight* light) {
    const double c = -0.7373688780783197, s = 0.6754902942615238; // of the golden angle
    double x = 1, z = 0;
    for (int i = 0; i < SKY_AXES; ++i) {
        const double y = 1 - (i + 0.5) / SKY_AXES, across = sqrt(1 - y * y);
        SetMapAxes(&light->sky[i], svVec3_Normalize(svVec3_Make(across * x, y, across * z)));
        const double next = x * c - z * s;
        z = z * c + x * s;
        x = next;
    }
}

StillLight StillLight_Make(const StillScene* scene, svVec3 sun, svContext* context) {
    const size_t sunCells = (size_t)SUN_SIZE * SUN_SIZE, skyCells = (size_t)SKY_SIZE * SKY_SIZE;
    StillLight light = {0};
    light.memory = Terminal_Allocate(sunCells + 2 * SKY_AXES * skyCells, sizeof(float));
    light.sun.size = SUN_SIZE;
    light.sun.highest = light.memory;
    SetMapAxes(&light.sun, sun);
    SetSkyAxes(&light);
    for (size_t i = 0; i < SKY_AXES; ++i) {
        light.sky[i].size = SKY_SIZE;
        light.sky[i].highest = light.memory + sunCells + 2 * i * skyCells;
        light.sky[i].lowest = light.sky[i].highest + skyCells;
    }
    MapWork work = {&light, scene};
    if (context != NULL) {
        svContext_For(context, 1 + SKY_AXES, 1, FillMaps, &work);
    } else {
        FillMaps(0, 0, 1 + SKY_AXES, &work);
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
    const double scale = map->size / (2 * REACH), middle = map->size / 2.0 - 0.5;
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
    const double lift = SUN_LIFT * 2 * REACH / SUN_SIZE;
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
    return sum / (SUN_BLUR * SUN_BLUR);
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
    const double lift = SKY_LIFT * 2 * REACH / SKY_SIZE;
    const svVec3 lifted = svVec3_AddScaled(point, lift, normal);
    float all = 0, above = 0, below = 0;
    for (int i = 0; i < SKY_AXES; ++i) {
        const LightMap* map = &light->sky[i];
        const float cosine = (float)svVec3_Dot(map->axis, normal);
        const bool against = cosine < 0;
        const float weight = against ? -cosine : cosine;
        const float seen = weight * SeeSky(map, lifted, against);
        const float rise = 0.5f + 0.5f * (float)(against ? -map->axis.y : map->axis.y);
        above += seen * rise;
        below += seen * (1 - rise);
        all += weight;
    }
    return (SkyLight){above / all, below / all};
}
