// Clothes and their sphere trees in; pictures for the page out.

#include "ding2013.h"

#include "report/terminal.h"
#include "viewer/still.h"

#include <stdlib.h>

// A row of pictures shows the same cloth at this many levels.
enum { SHOWN_LEVELS = 3 };
static const int rowSize[2] = {640, 480}; // pixels

// The depth of each node: children follow their parents.
static uint8_t* FindDepths(const DingShot* shot) {
    uint8_t* depths = Terminal_Allocate(shot->nodeCount, 1);
    for (uint32_t n = 0; n < shot->nodeCount; ++n) {
        for (uint32_t i = 0; i < shot->nodes[n].childCount; ++i) {
            depths[shot->nodes[n].firstChild + i] = (uint8_t)(depths[n] + 1);
        }
    }
    return depths;
}

// The spheres of a level, with the leaves above it; returns how many. Toned: red with a contact,
// green without.
static size_t CollectSpheres(const DingShot* shot, int level, bool toned, StillVolume* volumes) {
    uint8_t* depths = FindDepths(shot);
    size_t count = 0;
    for (uint32_t n = 0; n < shot->nodeCount; ++n) {
        const SphereNode* node = &shot->nodes[n];
        if (depths[n] != level && !(node->childCount == 0 && depths[n] < level)) {
            continue;
        }
        StillVolume* volume = &volumes[count++];
        *volume = (StillVolume){.sphere = true, .radius = node->radius};
        volume->tone = !toned ? STILL_BLUE : shot->nodeRed[n] ? STILL_RED : STILL_GREEN;
        for (int d = 0; d < 3; ++d) {
            volume->low[d] = node->center[d];
        }
    }
    free(depths);
    return count;
}

// Level below 0: the cloth alone.
static Picture DrawShot(svContext* context, const DingShot* shot, int level, bool toned,
                        const int size[2]) {
    const StillMesh mesh = {
        .triangles = shot->triangles,
        .triangleCount = shot->triangleCount,
        .positions = svPositions_Double(shot->x[0], (size_t)shot->columns * shot->rows),
        .marks = toned ? shot->red : NULL,
        .wire = shot->columns <= 32,
    };
    StillVolume* volumes = Terminal_Allocate(shot->nodeCount, sizeof(*volumes));
    StillDef def = Still_Default();
    const double from[3] = {-0.55, -1, 0.45};
    def.width = size[0];
    def.height = size[1];
    def.up = 'z';
    def.meshes = &mesh;
    def.meshCount = 1;
    def.from = from;
    def.context = context;
    if (level >= 0) {
        def.volumes = volumes;
        def.volumeCount = CollectSpheres(shot, level, toned, volumes);
    }
    const Picture picture = Still_Render(&def);
    free(volumes);
    return picture;
}

static void AddShots(Page* page, const DingShot* shot, const int* levels, bool toned,
                     const char* what, const char* caption) {
    Picture pictures[SHOWN_LEVELS];
    char texts[SHOWN_LEVELS][96];
    PagePicture items[SHOWN_LEVELS];
    if (shot->x == NULL) {
        return;
    }
    for (int i = 0; i < SHOWN_LEVELS; ++i) {
        const int level = levels[i] < shot->levelCount ? levels[i] : shot->levelCount - 1;
        pictures[i] = DrawShot(NULL, shot, level, toned, rowSize);
        snprintf(texts[i], sizeof(texts[i]), "%s, level %d: %u spheres", what, level,
                 shot->levels[DING_PRINTED][level].nodes);
        items[i] = (PagePicture){.picture = &pictures[i], .alt = texts[i], .caption = texts[i]};
    }
    Page_Pictures(page, items, SHOWN_LEVELS, caption);
    for (int i = 0; i < SHOWN_LEVELS; ++i) {
        Picture_Destroy(&pictures[i]);
    }
}

enum { SINGULARITY, DRAPE, BIGSINGULARITY };

void Ding_AddLevelPictures(Page* page, const DingResult* result) {
    static const int small[SHOWN_LEVELS] = {1, 2, 4}, large[SHOWN_LEVELS] = {2, 4, 6};
    AddShots(
        page, &result->scenes[DRAPE].shots[DING_FLAT], small, false, "flat",
        "Figures 1 and 2 of the paper: its spheres on flat cloth, level by level (scene drape, "
        "as printed).");
    AddShots(page, &result->scenes[DRAPE].shots[DING_DRAPED], small, false, "draped",
             "The same cloth hung over a line, as explicit Euler left it.");
    AddShots(page, &result->scenes[BIGSINGULARITY].shots[DING_DRAPED], large, false,
             "draped from its middle",
             "bigsingularity after explicit steps of half a millisecond: the spheres follow, and "
             "from level to level their volume falls.");
}

// The three scenes at one moment, without spheres.
static void AddScenes(Page* page, const DingResult* result, DingMoment moment,
                      const char* caption) {
    Picture pictures[DING_SCENE_COUNT];
    PagePicture items[DING_SCENE_COUNT];
    int count = 0;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingShot* shot = &result->scenes[i].shots[moment];
        if (shot->x != NULL) {
            pictures[count] = DrawShot(NULL, shot, -1, true, rowSize);
            items[count] = (PagePicture){.picture = &pictures[count],
                                         .alt = dingPaper[i].scene,
                                         .caption = dingPaper[i].scene};
            ++count;
        }
    }
    Page_Pictures(page, items, count, caption);
    for (int i = 0; i < count; ++i) {
        Picture_Destroy(&pictures[i]);
    }
}

void Ding_AddCollisionPictures(Page* page, const DingResult* result) {
    static const int small[SHOWN_LEVELS] = {1, 2, 4}, large[SHOWN_LEVELS] = {2, 4, 6};
    AddShots(page, &result->scenes[BIGSINGULARITY].shots[DING_THROUGH], large, true,
             "bigsingularity",
             "Cloth that passes through itself (no collisions handled): triangles in contact over "
             "the last step are red, and so is every sphere that holds one; the others are green.");
    AddShots(page, &result->scenes[SINGULARITY].shots[DING_THROUGH], small, true, "singularity",
             "The same for the small grid.");
}

void Ding_AddScenePictures(Page* page, const DingResult* result) {
    AddScenes(page, result, DING_HANDLED,
              "The scenes after their last frame with all collisions handled: nothing is red, no "
              "contact is left.");
}

Picture Ding_Draw(svContext* context, const void* data) {
    enum { LEVEL = 5 };
    static const int size[2] = {SCENE_PICTURE_WIDTH, SCENE_PICTURE_HEIGHT};
    const DingResult* result = data;
    const DingShot* shot = &result->scenes[BIGSINGULARITY].shots[DING_THROUGH];
    if (shot->x == NULL) {
        return (Picture){0};
    }
    return DrawShot(context, shot, LEVEL < shot->levelCount ? LEVEL : shot->levelCount - 1, true,
                    size);
}
