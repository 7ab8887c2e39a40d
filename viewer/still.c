// A description of a still in, a picture out.

#include "still.h"

#include "still_draw.h"
#include "still_inset.h"
#include "still_title.h"

StillDef Still_Default(void) {
    return (StillDef){
        .width = STILL_WIDTH, .height = STILL_HEIGHT, .up = 'z', .tone = STILL_TONE_COUNT};
}

// Over the shoulder of who looks from there: the light of the page (web/src/lights.js).
static svVec3 SunFor(svVec3 from) {
    const double c = 0.7316888688738209, s = 0.6816387600233341; // of 0.75
    svVec3 flat = svVec3_Make(from.x, 0, from.z);
    flat = svVec3_NormInf(flat) > 1e-6 ? svVec3_Normalize(flat) : svVec3_Make(0, 0, 1);
    const svVec3 turned = svVec3_Make(c * flat.x - s * flat.z, 0, s * flat.x + c * flat.z);
    return svVec3_Normalize(svVec3_AddScaled(svVec3_Make(0, 2.1, 0), 1.6, turned));
}

Picture Still_Render(const StillDef* def) {
    Picture picture = Picture_Create(def->width, def->height);
    StillScene scene = StillScene_Make(def);
    const svVec3 from = StillView_Choose(&scene, def);
    StillScene_Orient(&scene, def, from);
    const StillColours colours = StillColours_Make(def->dark);
    const LitPart whole = {.reach = 1.25, .axes = SKY_AXES}; // it is in the unit sphere
    StillLight light = StillLight_Make(&scene, SunFor(from), &whole, def->context);
    const int height = def->height - StillTitle_Height(def);
    const StillStage stage = {.def = def,
                              .scene = &scene,
                              .light = &light,
                              .colours = &colours,
                              .view = StillView_Fit(&scene, def, from, def->width, height),
                              .width = def->width,
                              .height = height};
    StillStage_Draw(&stage, &picture);
    if (def->inset) {
        StillInset_Draw(&stage, &picture);
    }
    StillTitle_Draw(def, &picture);
    StillLight_Free(&light);
    StillScene_Free(&scene);
    return picture;
}

void Still_ChooseDirection(const StillDef* def, double from[3]) {
    StillScene scene = StillScene_Make(def);
    const svVec3 chosen = StillView_Choose(&scene, def);
    svVec3_Store(scene.zUp ? svVec3_Make(chosen.x, -chosen.z, chosen.y) : chosen, from);
    StillScene_Free(&scene);
}
