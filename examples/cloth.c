// A cloth falls on a ball that turns: a small simulation on the library's own simulator. No frame
// has an intersection: the exact test says so of each.

#include "selvage/shapes.h"
#include "selvage/sim.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 30, FRAMES = 60 };

static void Require(const svContext* context, svStatus status) {
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status),
                context == NULL ? "" : svContext_LastError(context));
        exit(2);
    }
}

static void AddBall(svContext* context, svSim* sim) {
    // At rest for half a second, then two turns a second about z.
    const svMotionKey keys[] = {{.time = 0.5}, {.time = 10.5, .turn = {0, 0, 125.66}}};
    svMeshData ball = {0};
    Require(context, svShape_Ball(context, 0.25, 6, &ball));
    svObstacleDef def = svDefaultObstacleDef();
    def.name = "ball";
    def.triangles = ball.triangles;
    def.triangleCount = ball.triangleCount;
    def.positions = svPositions_Double(ball.positions, ball.vertexCount);
    def.keys = keys;
    def.keyCount = 2;
    Require(context, svSim_AddObstacle(sim, &def, NULL));
    svMeshData_Destroy(context, &ball);
}

static void AddCloth(svContext* context, svSim* sim) {
    const double size[2] = {1, 1};
    svMeshData sheet = {0};
    Require(context, svShape_Grid(context, size, SIDE, SIDE, &sheet));
    for (size_t i = 0; i < sheet.vertexCount; ++i) {
        sheet.positions[3 * i + 2] = 0.3; // above the ball
    }
    svClothDef def = svDefaultClothDef();
    def.triangles = sheet.triangles;
    def.triangleCount = sheet.triangleCount;
    def.positions = svPositions_Double(sheet.positions, sheet.vertexCount);
    def.columns = def.rows = SIDE;
    const svMaterial cotton = svMaterial_Get(0); // single members may be changed afterwards
    svClothDef_SetMaterial(&def, &cotton);
    Require(context, svSim_AddCloth(sim, &def, NULL));
    svMeshData_Destroy(context, &sheet);
}

int main(void) {
    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    Require(NULL, svContext_Create(&contextDef, &context));
    svSimDef simDef = svDefaultSimDef();
    simDef.thickness = 0.008; // well below the length of an edge
    svSim* sim = NULL;
    Require(context, svSim_Create(context, &simDef, &sim));
    AddBall(context, sim);
    AddCloth(context, sim);

    uint64_t contacts = 0, intersections = 0;
    double stretch = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        svSimStats stats;
        svIntersections found;
        Require(context, svSim_Step(sim, &stats));
        Require(context, svSim_Intersect(sim, &found));
        contacts += stats.contacts;
        intersections += found.total;
        stretch = stats.worstStretch > stretch ? stats.worstStretch : stretch;
    }
    const svSimMesh cloth = svSim_GetCloth(sim, 0);
    double corner[3];
    svPositions_Get(&cloth.positions, 0, corner);
    printf("%d frames: %llu contacts undone, %llu intersections, stretched by at most %.1f %%\n",
           FRAMES, (unsigned long long)contacts, (unsigned long long)intersections, 100 * stretch);
    printf("a corner came down to z = %.2f\n", corner[2]);

    svSim_Destroy(sim);
    svContext_Destroy(context);
    return intersections == 0 ? 0 : 1;
}
