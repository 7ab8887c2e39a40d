// A triangle and a place in the picture in, a colour out: light from the sun, the sky and beside
// the eye on rough cloth, as the page's materials have it (web/src/surface.js).

#include "still_shade.h"

#include <math.h>

#define SHEEN 0.16       // added where the surface turns away, as fibres that stand up do
#define LINING 0.4f      // of the colour at the inside is grey
#define SLIGHTLY 0.3f    // how red a large face is: its size says nothing about the place
#define GROUND_GAP 0.006 // between the lowest point and the ground
#define GROUND_DEEPEST (-6.0)
#define GROUND_REACH 3.5 // from the middle; its shadows fade towards there
#define EDGE_PIXELS 0.9  // half the width of a line
#define EDGE_ROOM 7.0    // pixels: lines of smaller triangles fade
#define KEPT_PIXELS 5.0  // between points that share light of the sky
#define KEPT_COSINE 0.97 // of their normals

typedef struct SurfacePoint {
    svVec3 at, normal, flat; // the normals face the eye
    double shares[3];        // of the corners
    double facing;           // cosine between the flat normal and the ray
    bool behind;             // the back of the surface is seen
} SurfacePoint;

static svVec3 NormalOf(const StillScene* scene, uint32_t triangle, int corner) {
    const float* n = scene->normals[triangle][corner];
    return svVec3_Make((double)n[0], (double)n[1], (double)n[2]);
}

static double Within(double value, double low, double high) {
    return value > low ? (value < high ? value : high) : low;
}

// Where a ray from the eye meets the plane of a triangle, within it.
static SurfacePoint MeetTriangle(const StillStage* stage, uint32_t triangle, svVec3 ray) {
    const StillScene* scene = stage->scene;
    const uint32_t* v = scene->triangles[triangle];
    const svVec3 a = StillScene_Vertex(scene, v[0]);
    const svVec3 u = svVec3_Sub(StillScene_Vertex(scene, v[1]), a);
    const svVec3 w = svVec3_Sub(StillScene_Vertex(scene, v[2]), a);
    const svVec3 s = svVec3_Sub(stage->view.eye, a), h = svVec3_Cross(ray, w);
    const svVec3 k = svVec3_Cross(s, u), n = svVec3_Cross(u, w);
    const double scale = svVec3_Dot(u, h);
    SurfacePoint point = {.behind = scale < 0};
    const double second = scale != 0 ? Within(svVec3_Dot(s, h) / scale, 0, 1) : 0;
    const double third = scale != 0 ? Within(svVec3_Dot(ray, k) / scale, 0, 1 - second) : 0;
    point.shares[0] = 1 - second - third;
    point.shares[1] = second;
    point.shares[2] = third;
    point.at = svVec3_AddScaled(svVec3_AddScaled(a, second, u), third, w);
    point.flat = svVec3_NormInf(n) > 0 ? svVec3_Normalize(n) : svVec3_Scale(-1, ray);
    svVec3 normal = {0};
    for (int i = 0; i < 3; ++i) {
        normal = svVec3_AddScaled(normal, point.shares[i], NormalOf(scene, triangle, i));
    }
    // Where neighbours face opposite ways, sums of normals say nothing.
    point.normal = svVec3_Dot(normal, point.flat) > 0.1 ? svVec3_Normalize(normal) : point.flat;
    if (point.behind) {
        point.normal = svVec3_Scale(-1, point.normal);
        point.flat = svVec3_Scale(-1, point.flat);
    }
    point.facing = fabs(svVec3_Dot(point.flat, ray)) / svVec3_Length(ray);
    return point;
}

// Kept or found: of a point nearby that faces the same way it will do.
static SkyLight SkyOn(const StillStage* stage, svVec3 point, svVec3 normal, KeptSky* kept) {
    const double near =
        KEPT_PIXELS * svVec3_Length(svVec3_Sub(point, stage->view.eye)) / stage->view.scale;
    for (int i = 0; i < kept->count; ++i) {
        if (svVec3_Dot(kept->normals[i], normal) > KEPT_COSINE &&
            svVec3_NormInf(svVec3_Sub(kept->points[i], point)) < near) {
            return kept->light[i];
        }
    }
    const SkyLight light = StillLight_Sky(stage->light, point, normal);
    if (kept->count < SKY_KEPT) {
        kept->points[kept->count] = point;
        kept->normals[kept->count] = normal;
        kept->light[kept->count++] = light;
    }
    return light;
}

static Colour LightOn(const StillStage* stage, const SurfacePoint* point, KeptSky* kept) {
    const StillColours* colours = stage->colours;
    const StillView* view = &stage->view;
    const SkyLight sky = SkyOn(stage, point->at, point->normal, kept);
    Colour light =
        Colour_Add(Colour_Scale(sky.above, colours->sky), Colour_Scale(sky.below, colours->bounce));
    const double sun = svVec3_Dot(point->normal, stage->light->sun.axis);
    if (sun > 0) {
        const float share = StillLight_Sun(stage->light, point->at, point->flat);
        light = Colour_Add(light, Colour_Scale(share * (float)sun, colours->sun));
    }
    const svVec3 beside = svVec3_Normalize(
        svVec3_AddScaled(svVec3_AddScaled(view->back, 0.5, view->right), 0.3, view->up));
    const double head = svVec3_Dot(point->normal, beside);
    // What the sky does not reach is in a fold, where this light does not either.
    const float open = sky.above + sky.below;
    return Colour_Add(
        light, Colour_Scale((head > 0 ? (float)head : 0) * (0.4f + 0.6f * open), colours->head));
}

// How much of a line along its edges covers the middle of a place in a triangle: 0 to 1. Lines of
// triangles that are small in the picture fade, or nothing else would be seen.
static double EdgeCover(const StillStage* stage, const uint32_t* v, const SurfacePoint* point,
                        double depth) {
    const double pixels = stage->view.scale / depth;
    double nearest = (double)INFINITY, smallest = (double)INFINITY;
    const StillScene* scene = stage->scene;
    const svVec3 a = StillScene_Vertex(scene, v[0]), b = StillScene_Vertex(scene, v[1]);
    const svVec3 c = StillScene_Vertex(scene, v[2]);
    const double area = svVec3_Length(svVec3_Cross(svVec3_Sub(b, a), svVec3_Sub(c, a)));
    const svVec3 sides[3] = {svVec3_Sub(c, b), svVec3_Sub(a, c), svVec3_Sub(b, a)};
    for (int k = 0; k < 3; ++k) {
        const double length = svVec3_Length(sides[k]);
        const double height = length > 0 ? area / length * pixels : 0;
        smallest = height < smallest ? height : smallest;
        nearest = point->shares[k] * height < nearest ? point->shares[k] * height : nearest;
    }
    const double fade = Within((smallest - 2) / EDGE_ROOM, 0, 1);
    return fade * Within(EDGE_PIXELS + 0.5 - nearest, 0, 1);
}

Colour StillStage_Surface(const StillStage* stage, uint32_t triangle, double x, double y,
                          KeptSky* kept) {
    const StillColours* colours = stage->colours;
    const uint32_t* v = stage->scene->triangles[triangle];
    const svVec3 ray = StillView_Ray(&stage->view, x, y);
    const SurfacePoint point = MeetTriangle(stage, triangle, ray);
    const int paint = stage->scene->paints[triangle];
    const bool marked = (paint & PAINT_MARKED) != 0, red = marked && (paint & PAINT_LARGE) == 0;
    Colour colour = red ? colours->red : colours->paints[paint & (2 * PAINT_BACKDROP - 1)];
    if (point.behind && !red) { // paler, like a lining
        const float grey = 0.3f * colour.r + 0.5f * colour.g + 0.2f * colour.b;
        colour = Colour_Mix(colour, (Colour){1.1f * grey, 1.1f * grey, 1.1f * grey}, LINING);
    }
    if (!red) {
        const double turned =
            1 - Within(fabs(svVec3_Dot(point.normal, ray)) / svVec3_Length(ray), 0, 1);
        const float sheen = (float)(SHEEN * turned * turned * turned);
        colour = Colour_Add(colour, (Colour){sheen, sheen, sheen});
    }
    if (marked && !red) {
        colour = Colour_Mix(colour, colours->red, SLIGHTLY);
    }
    Colour shown = Colour_Times(colour, LightOn(stage, &point, kept));
    if (red) {
        shown = Colour_Add(shown, Colour_Scale(0.1f, colours->red)); // never black
    }
    if (marked || (paint & PAINT_WIRE) != 0) {
        const double depth = -svVec3_Dot(svVec3_Sub(point.at, stage->view.eye), stage->view.back);
        const float cover = (float)EdgeCover(stage, v, &point, depth);
        shown = Colour_Mix(shown, marked ? colours->darkRed : colours->wire,
                           cover * (marked ? 0.55f : 0.4f));
    }
    return shown;
}

// How dark the ground is where a ray meets it.
static float ShadeOnGround(const StillStage* stage, svVec3 ray, KeptSky* kept) {
    const double level = Within(stage->scene->low, GROUND_DEEPEST, 0) - GROUND_GAP;
    const double height = stage->view.eye.y - level;
    if (!(ray.y < 0 && height > 0)) {
        return 0;
    }
    const svVec3 at = svVec3_AddScaled(stage->view.eye, height / -ray.y, ray);
    const double out = svVec3_Length(svVec3_Make(at.x, 0, at.z)) / GROUND_REACH;
    if (out >= 1) {
        return 0;
    }
    const svVec3 up = svVec3_Make(0, 1, 0);
    const SkyLight sky = SkyOn(stage, at, up, kept);
    const float sun = StillLight_Sun(stage->light, at, up);
    const float dark = 0.6f * (1 - sun) + 0.7f * (1 - sky.above - sky.below);
    return (dark < 1 ? dark : 1) * (float)(1 - out * out);
}

Colour StillStage_Backdrop(const StillStage* stage, double x, double y, KeptSky* kept) {
    const StillColours* colours = stage->colours;
    const double across = (x / stage->width - 0.5) / 1.2, down = (y / stage->height - 0.2) / 0.9;
    const double out = sqrt(across * across + down * down);
    const Colour plain = Colour_Mix(colours->back, colours->edge, (float)(out < 1 ? out : 1));
    const float dark = ShadeOnGround(stage, StillView_Ray(&stage->view, x, y), kept);
    return Colour_Scale(1 - colours->groundShade * dark, plain);
}
