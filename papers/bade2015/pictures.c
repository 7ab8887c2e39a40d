// Cloth, ball and the volumes of a frame in; pictures of them for the page out.

#include "bade2015.h"

#include "papers/scene_picture.h"
#include "report/terminal.h"
#include "viewer/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int shotSize[2] = {640, 480}; // pixels

static uint32_t* CopyTriangles(const svSimMesh* mesh) {
    const size_t count = 3 * mesh->triangleCount;
    uint32_t* triangles = Terminal_Allocate(count, sizeof(*triangles));
    memcpy(triangles, mesh->triangles, count * sizeof(*triangles));
    return triangles;
}

void Bade_TakeShot(const PaperCloth* cloth, uint32_t ball, const BadeRecording* recording,
                   QuadTree trees[BADE_TREE_COUNT], BadeResult* result) {
    const BadeTree* most = &result->trees[Bade_TreeIndex(BADE_WHERE_HIT, false, QUAD_SPHERE)];
    BadeShot* shot = &result->shot;
    shot->frame = 1;
    for (size_t f = 1; f < result->frames; ++f) {
        shot->frame = most->frameNodes[f] > most->frameNodes[shot->frame - 1] ? f + 1 : shot->frame;
    }
    const svSimMesh sheet = svSim_GetCloth(cloth->scene.sim, 0);
    const svSimMesh obstacle = svSim_GetObstacle(cloth->scene.sim, ball);
    const size_t n = recording->particleCount, m = recording->ballCount;
    const double(*x)[3] = BadeRecording_Frame(recording, shot->frame);
    shot->clothCount = n;
    shot->ballCount = m;
    shot->clothTriangles = CopyTriangles(&sheet);
    shot->ballTriangles = CopyTriangles(&obstacle);
    shot->clothTriangleCount = sheet.triangleCount;
    shot->ballTriangleCount = obstacle.triangleCount;
    shot->x = Terminal_Allocate(n + m, sizeof(*shot->x));
    memcpy(shot->x, x, n * sizeof(*shot->x));
    memcpy(shot->x + n, recording->ball + shot->frame * m, m * sizeof(*shot->x));
    memcpy(shot->center, recording->centers[shot->frame], sizeof(shot->center));
    for (int i = 0; i < BADE_SHOT_TREES; ++i) {
        QuadTree* tree = &trees[i];
        QuadTree_SearchDividing(tree, x, shot->center, result->reach);
        shot->nodeCounts[i] = tree->nodeCount;
        shot->nodes[i] = Terminal_Allocate(tree->nodeCount, sizeof(QuadNode));
        memcpy(shot->nodes[i], tree->nodes, tree->nodeCount * sizeof(QuadNode));
    }
}

void BadeShot_Free(BadeShot* shot) {
    free(shot->x);
    free(shot->clothTriangles);
    free(shot->ballTriangles);
    for (int i = 0; i < BADE_SHOT_TREES; ++i) {
        free(shot->nodes[i]);
    }
    *shot = (BadeShot){0};
}

// The volumes that were not divided: red where the ball hits them, green where not.
static size_t CollectVolumes(const BadeResult* result, int tree, StillVolume* volumes) {
    const BadeShot* shot = &result->shot;
    const QuadTree whole = {.def = result->trees[tree].def};
    const bool sphere = whole.def.volume != QUAD_BOX;
    size_t count = 0;
    for (uint32_t n = 0; n < shot->nodeCounts[tree]; ++n) {
        const QuadNode* node = &shot->nodes[tree][n];
        if (node->childCount > 0) {
            continue;
        }
        const bool hit = QuadTree_BallOverlaps(&whole, node, shot->center, result->reach);
        StillVolume* volume = &volumes[count++];
        *volume = (StillVolume){.tone = hit ? STILL_RED : STILL_GREEN, .sphere = sphere};
        memcpy(volume->low, node->a, sizeof(volume->low));
        if (sphere) {
            volume->radius = node->b[0];
        } else {
            memcpy(volume->high, node->b, sizeof(volume->high));
        }
    }
    return count;
}

// Triangles with a particle that the ball has.
static uint8_t* MarkAtBall(const BadeResult* result) {
    const BadeShot* shot = &result->shot;
    uint8_t* marks = Terminal_Allocate(shot->clothTriangleCount, 1);
    for (size_t i = 0; i < 3 * shot->clothTriangleCount; ++i) {
        const double* x = shot->x[shot->clothTriangles[i]];
        marks[i / 3] |= Quad_IsInside(x, shot->center, result->reach);
    }
    return marks;
}

// Tree below 0: cloth and ball alone.
static Picture DrawBall(svContext* context, const BadeResult* result, int tree, const int size[2]) {
    const BadeShot* shot = &result->shot;
    uint8_t* marks = MarkAtBall(result);
    const StillMesh meshes[2] = {
        {.triangles = shot->clothTriangles,
         .triangleCount = shot->clothTriangleCount,
         .positions = svPositions_Double(shot->x[0], shot->clothCount),
         .marks = marks,
         .wire = true},
        {.triangles = shot->ballTriangles,
         .triangleCount = shot->ballTriangleCount,
         .positions = svPositions_Double(shot->x[shot->clothCount], shot->ballCount)},
    };
    const size_t most = tree >= 0 ? shot->nodeCounts[tree] : 0;
    StillVolume* volumes = Terminal_Allocate(most + 1, sizeof(*volumes));
    const double from[3] = {-0.75, -0.75, 0.35};
    StillDef def = Still_Default();
    def.width = size[0];
    def.height = size[1];
    def.up = 'z';
    def.meshes = meshes;
    def.meshCount = 2;
    def.from = from;
    def.context = context;
    def.volumes = volumes;
    def.volumeCount = tree >= 0 ? CollectVolumes(result, tree, volumes) : 0;
    const Picture picture = Still_Render(&def);
    free(volumes);
    free(marks);
    return picture;
}

static void AddRow(Page* page, const BadeResult* result, const int* trees, const char* caption) {
    enum { ROW = 3 };
    Picture pictures[ROW];
    char texts[ROW][96];
    PagePicture items[ROW];
    for (int i = 0; i < ROW; ++i) {
        pictures[i] = DrawBall(NULL, result, trees[i], shotSize);
        snprintf(texts[i], sizeof(texts[i]), "%s: %u volumes made", BadeTree_Name(trees[i]),
                 result->shot.nodeCounts[trees[i]]);
        items[i] = (PagePicture){.picture = &pictures[i], .alt = texts[i], .caption = texts[i]};
    }
    Page_Pictures(page, items, ROW, caption);
    for (int i = 0; i < ROW; ++i) {
        Picture_Destroy(&pictures[i]);
    }
}

void Bade_AddPictures(Page* page, const BadeResult* result) {
    char text[320];
    const int four[3] = {Bade_TreeIndex(BADE_WHERE_HIT, true, QUAD_SPHERE_PRINTED),
                         Bade_TreeIndex(BADE_WHERE_HIT, true, QUAD_SPHERE),
                         Bade_TreeIndex(BADE_WHERE_HIT, true, QUAD_BOX)};
    const int particles[3] = {Bade_TreeIndex(BADE_WHERE_HIT, false, QUAD_SPHERE_PRINTED),
                              Bade_TreeIndex(BADE_WHERE_HIT, false, QUAD_SPHERE),
                              Bade_TreeIndex(BADE_WHERE_HIT, false, QUAD_BOX)};
    if (result->shot.x == NULL) {
        return;
    }
    snprintf(
        text, sizeof(text),
        "Figures 5 and 6 of the paper: the hierarchy at frame %zu, divided where the ball hits "
        "it, down to the fourth level. Volumes that were divided no further: red where the "
        "ball hits them, green where not. Triangles at the ball are red.",
        result->shot.frame);
    AddRow(page, result, four, text);
    AddRow(page, result, particles,
           "The same down to single particles, whose volumes have no size of their own unless the "
           "printed radius gives them one.");
}

Picture Bade_Draw(svContext* context, const void* data) {
    static const int size[2] = {SCENE_PICTURE_WIDTH, SCENE_PICTURE_HEIGHT};
    const BadeResult* result = data;
    if (result->shot.x == NULL) {
        return (Picture){0};
    }
    return DrawBall(context, result, Bade_TreeIndex(BADE_WHERE_HIT, true, QUAD_SPHERE), size);
}
