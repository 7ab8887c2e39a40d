// A scene in, a place for the eye out: by the rules of web/src/camera.js and stage.js, so that a
// still shows what the page shows first.

#include "still_view.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

#define TURNS 12                     // directions to choose from
#define RISE 0.42                    // of the view from above, as a tangent
#define HALF_ANGLE 0.286745385758808 // tangent of 16 degrees: half of what the camera takes in
#define FIT_MARGIN 1.08
#define NEAREST 0.02    // of the distance
#define SAMPLES 30000   // points and triangles that are looked at
#define SIGHT_TESTS 4e6 // of a triangle each
#define SIGHT_PLACES 20
#define SIGHT_MARGIN 0.01 // what is so near to a place does not hide it

// The first is seen from an angle of 0.62, the others by twelfths of a turn from there.
static svVec3 TurnedDirection(int turn) {
    const double c = 0.8660254037844386, s = 0.5; // of a twelfth
    double x = 0.5810351605373051, z = 0.8138784566625339;
    for (int i = 0; i < turn; ++i) {
        const double next = x * c + z * s;
        z = z * c - x * s;
        x = next;
    }
    return svVec3_Normalize(svVec3_Make(x, RISE, z));
}

// The segment from p to q meets the triangle (A. Moeller and B. Trumbore, "Fast, minimum storage
// ray-triangle intersection", 1997). Rounded: a view is chosen by it, nothing decided.
static bool MeetsSegment(const StillScene* scene, const uint32_t* v, svVec3 p, svVec3 d) {
    const svVec3 a = StillScene_Vertex(scene, v[0]);
    const svVec3 u = svVec3_Sub(StillScene_Vertex(scene, v[1]), a);
    const svVec3 w = svVec3_Sub(StillScene_Vertex(scene, v[2]), a);
    const svVec3 h = svVec3_Cross(d, w), s = svVec3_Sub(p, a);
    const double scale = svVec3_Dot(u, h), first = svVec3_Dot(s, h) / scale;
    if (!(first >= 0 && first <= 1)) {
        return false;
    }
    const svVec3 k = svVec3_Cross(s, u);
    const double second = svVec3_Dot(d, k) / scale, along = svVec3_Dot(w, k) / scale;
    return second >= 0 && first + second <= 1 && along >= 0 && along <= 1;
}

bool StillView_IsClear(const StillScene* scene, svVec3 place, svVec3 direction, double margin,
                       double way) {
    const svVec3 start = svVec3_AddScaled(place, margin, direction);
    const svVec3 rest = svVec3_Scale(way - margin, direction);
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        if (MeetsSegment(scene, scene->triangles[i], start, rest)) {
            return false;
        }
    }
    return true;
}

// How many of the places, or of some of them, are seen from a direction.
static double ShareSeen(const StillScene* scene, svVec3 direction) {
    const size_t most = (size_t)(SIGHT_TESTS / TURNS / ((double)scene->triangleCount + 1)) + 1;
    size_t count = scene->placeCount < most ? scene->placeCount : most, seen = 0;
    count = count < SIGHT_PLACES ? count : SIGHT_PLACES;
    for (size_t k = 0; k < count; ++k) {
        const size_t at =
            (size_t)((double)k * (double)scene->placeCount / (double)count); // evenly in the list
        seen += StillView_IsClear(scene, scene->places[at], direction, SIGHT_MARGIN, 3);
    }
    return count > 0 ? (double)seen / (double)count : 0;
}

// Of every n-th triangle that matters: |normal . direction| and |normal|, as long as the areas.
static double ShareOfArea(const StillScene* scene, svVec3 direction) {
    const size_t every = scene->triangleCount / SAMPLES + 1;
    double seen = 0, area = 1e-30;
    for (size_t i = 0; i < scene->triangleCount; i += every) {
        if ((scene->paints[i] & PAINT_BACKDROP) != 0) {
            continue;
        }
        const uint32_t* v = scene->triangles[i];
        const svVec3 a = StillScene_Vertex(scene, v[0]);
        const svVec3 n = svVec3_Cross(svVec3_Sub(StillScene_Vertex(scene, v[1]), a),
                                      svVec3_Sub(StillScene_Vertex(scene, v[2]), a));
        seen += fabs(svVec3_Dot(n, direction));
        area += svVec3_Length(n);
    }
    return seen / area;
}

svVec3 StillView_Choose(const StillScene* scene, const StillDef* def) {
    if (def->from != NULL) {
        const svVec3 from = StillScene_Direction(scene, def->from);
        return svVec3_NormInf(from) > 0 ? svVec3_Normalize(from) : TurnedDirection(0);
    }
    svVec3 towards = {0}, best = {0};
    for (size_t i = 0; i < scene->placeCount; ++i) {
        towards = svVec3_AddScaled(towards, 1 / (double)scene->placeCount, scene->places[i]);
    }
    double highest = -(double)INFINITY;
    const svVec3 usual = TurnedDirection(0);
    for (int turn = 0; turn < TURNS; ++turn) {
        const svVec3 direction = TurnedDirection(turn);
        const double likes =
            0.3 * svVec3_Dot(direction, towards) + 0.06 * svVec3_Dot(direction, usual);
        const double score =
            ShareOfArea(scene, direction) + likes + 0.4 * ShareSeen(scene, direction);
        if (score > highest) {
            highest = score;
            best = direction;
        }
    }
    return best;
}

// The points to be brought into the picture.
typedef struct FitPoints {
    svVec3* items; // right, up, back
    size_t count;
} FitPoints;

static void AddFitPoint(FitPoints* points, const StillView* view, svVec3 p) {
    points->items[points->count++] =
        svVec3_Make(svVec3_Dot(p, view->right), svVec3_Dot(p, view->up), svVec3_Dot(p, view->back));
}

// Corners of a box; the extremes of a sphere.
static void AddVolume(FitPoints* points, const StillScene* scene, const StillView* view,
                      const StillVolume* volume) {
    if (volume->sphere) {
        const svVec3 centre = StillScene_Point(scene, volume->low);
        const double r = volume->radius / scene->radius;
        for (int side = -1; side <= 1; side += 2) {
            AddFitPoint(points, view, svVec3_AddScaled(centre, side * r, view->right));
            AddFitPoint(points, view, svVec3_AddScaled(centre, side * r, view->up));
        }
        return;
    }
    for (int corner = 0; corner < 8; ++corner) {
        double x[3];
        for (int d = 0; d < 3; ++d) {
            x[d] = (corner >> d & 1) != 0 ? volume->high[d] : volume->low[d];
        }
        AddFitPoint(points, view, StillScene_Point(scene, x));
    }
}

static FitPoints GatherPoints(const StillScene* scene, const StillDef* def, const StillView* view) {
    const size_t every = scene->vertexCount / SAMPLES + 1;
    const size_t room = scene->vertexCount / every + 1 + 8 * def->volumeCount;
    FitPoints points = {Terminal_Allocate(room, sizeof(svVec3)), 0};
    size_t first = 0;
    for (size_t m = 0; m < def->meshCount; ++m) {
        const size_t end = first + def->meshes[m].positions.count;
        for (size_t i = (first + every - 1) / every * every; i < end && scene->subject[m];
             i += every) {
            AddFitPoint(&points, view, StillScene_Vertex(scene, (uint32_t)i));
        }
        first = end;
    }
    for (size_t i = 0; i < def->volumeCount; ++i) {
        AddVolume(&points, scene, view, &def->volumes[i]);
    }
    return points;
}

static double NeededDistance(const FitPoints* points, const double centre[2], double wide,
                             double tall) {
    double most = 0.1;
    for (size_t i = 0; i < points->count; ++i) {
        const svVec3 p = points->items[i];
        const double x = fabs(p.x - centre[0]) / wide, y = fabs(p.y - centre[1]) / tall;
        const double needed = (x > y ? x : y) + p.z;
        most = needed > most ? needed : most;
    }
    return most;
}

// Moves the centre to the middle of what is seen from a distance.
static void MoveToMiddle(const FitPoints* points, double distance, double centre[2]) {
    double low[2] = {(double)INFINITY, (double)INFINITY}, high[2] = {-low[0], -low[0]};
    for (size_t i = 0; i < points->count; ++i) {
        const svVec3 p = points->items[i];
        const double depth = distance - p.z > 0.1 ? distance - p.z : 0.1;
        const double seen[2] = {(p.x - centre[0]) / depth, (p.y - centre[1]) / depth};
        for (int d = 0; d < 2; ++d) {
            low[d] = seen[d] < low[d] ? seen[d] : low[d];
            high[d] = seen[d] > high[d] ? seen[d] : high[d];
        }
    }
    for (int d = 0; d < 2; ++d) {
        centre[d] += (low[d] + high[d]) * distance / 2;
    }
}

// Axes of a view along -direction. Looking straight down, z points down in the picture.
static void SetAxes(StillView* view, svVec3 direction) {
    svVec3 right = svVec3_Make(direction.z, 0, -direction.x);
    right = svVec3_NormInf(right) > 1e-6 ? right : svVec3_Make(1, 0, 0);
    view->right = svVec3_Normalize(right);
    view->back = direction;
    view->up = svVec3_Cross(direction, view->right);
}

static void SetPicture(StillView* view, int width, int height) {
    view->scale = height / 2.0 / HALF_ANGLE;
    view->centreX = width / 2.0;
    view->centreY = height / 2.0;
}

StillView StillView_Fit(const StillScene* scene, const StillDef* def, svVec3 direction, int width,
                        int height) {
    StillView view = {0};
    SetAxes(&view, direction);
    SetPicture(&view, width, height);
    FitPoints points = GatherPoints(scene, def, &view);
    const double tall = HALF_ANGLE / FIT_MARGIN, wide = tall * width / height;
    double centre[2] = {0, 0};
    view.distance = NeededDistance(&points, centre, wide, tall);
    for (int round = 0; round < 5 && points.count > 0; ++round) {
        MoveToMiddle(&points, view.distance, centre);
        view.distance = NeededDistance(&points, centre, wide, tall);
    }
    free(points.items);
    const svVec3 target = svVec3_AddScaled(svVec3_Scale(centre[0], view.right), centre[1], view.up);
    view.eye = svVec3_AddScaled(target, view.distance, direction);
    view.nearest = NEAREST * view.distance;
    return view;
}

StillView StillView_Near(svVec3 direction, svVec3 centre, double radius, int width, int height) {
    StillView view = {.distance = radius / HALF_ANGLE, .nearest = NEAREST * radius / HALF_ANGLE};
    SetAxes(&view, direction);
    SetPicture(&view, width, height);
    view.eye = svVec3_AddScaled(centre, view.distance, direction);
    return view;
}

void StillView_Project(const StillView* view, svVec3 point, double depth, double at[2]) {
    const svVec3 p = svVec3_Sub(point, view->eye);
    at[0] = view->centreX + view->scale * svVec3_Dot(p, view->right) / depth;
    at[1] = view->centreY - view->scale * svVec3_Dot(p, view->up) / depth;
}

bool StillView_See(const StillView* view, svVec3 point, double at[2], double* depth) {
    *depth = -svVec3_Dot(svVec3_Sub(point, view->eye), view->back);
    if (!(*depth > view->nearest)) {
        return false;
    }
    StillView_Project(view, point, *depth, at);
    return true;
}

svVec3 StillView_Ray(const StillView* view, double x, double y) {
    const svVec3 across =
        svVec3_AddScaled(svVec3_Scale((x - view->centreX) / view->scale, view->right),
                         (view->centreY - y) / view->scale, view->up);
    return svVec3_Sub(across, view->back);
}
