// A. Bade, C. S. Ping, S. H. Tanalol, "Collision detection for cloth simulation using bounding
// sphere hierarchy", 2015: measurements and reports.
#ifndef SELVAGE_PAPERS_BADE2015_H
#define SELVAGE_PAPERS_BADE2015_H

#include "papers/methods/quad_tree.h"
#include "papers/paper.h"
#include "papers/scenes/paper_cloth.h"

enum { BADE_PAPER_RUNS = 20 };

// Table 1 of the paper, milliseconds, its frame rates, and the most OpenGL calls of a frame.
extern const double badePaperTimes[BADE_PAPER_RUNS][2]; // spheres, boxes
extern const double badePaperRates[2];
enum { BADE_PAPER_CALLS = 27000 };

// When a volume is divided: where the ball hits it, as the paper says, or everywhere before the
// search.
typedef enum BadeDivision { BADE_WHERE_HIT, BADE_EVERYWHERE, BADE_DIVISION_COUNT } BadeDivision;

// The BVHs compared: each division with four levels, then down to single particles.
enum { BADE_TREE_COUNT = BADE_DIVISION_COUNT * 2 * QUAD_VOLUME_COUNT };

static inline int Bade_TreeIndex(BadeDivision division, bool four, QuadVolume volume) {
    return ((int)division * 2 + (four ? 0 : 1)) * QUAD_VOLUME_COUNT + (int)volume;
}

// What is computed to draw the volumes of a frame (draw.c).
typedef enum BadeDraw {
    BADE_DRAW_INSTANCES, // a row of floats for each volume; one draw call for all
    BADE_DRAW_VERTICES,  // each volume's wire frame, vertex by vertex, as the paper's OpenGL had it
    BADE_DRAW_COUNT
} BadeDraw;

// One BVH, over all executions. All seconds are processor time. Counts are of one execution: all
// are the same.
typedef struct BadeTree {
    QuadTreeDef def;
    BadeDivision division;
    double* seconds;      // of each execution: dividing and searching at each frame
    double* frameSeconds; // of each frame, the least of its repetitions
    uint32_t* frameNodes; // volumes made in each frame
    // Sums over the frames of the least of the repetitions. Where the ball divides, the search
    // includes building.
    double buildSeconds, searchSeconds;
    double drawSeconds[BADE_DRAW_COUNT]; // all frames, the least
    uint64_t nodes;                      // volumes made in all frames
    uint64_t nodeTests, particleTests;
    uint64_t hits, missed;
    uint64_t outside; // particles outside a volume that should contain them; BADE_EVERYWHERE only
} BadeTree;

// Eqs. 3 and 4 at the spheres of four levels, over all frames.
typedef struct BadePrintedTest {
    uint64_t tests, hits, hitsPrinted, agreed; // sphere and ball overlap; as printed; both or none
} BadePrintedTest;

// The frame in which most volumes are made, for the pictures.
enum { BADE_SHOT_TREES = 2 * QUAD_VOLUME_COUNT }; // those divided where the ball hits
typedef struct BadeShot {
    size_t frame;   // counted from 1
    double (*x)[3]; // of the cloth, then of the ball; null: none
    size_t clothCount, ballCount;
    uint32_t *clothTriangles, *ballTriangles; // three vertices each, of each from 0
    size_t clothTriangleCount, ballTriangleCount;
    double center[3];
    QuadNode* nodes[BADE_SHOT_TREES];
    uint32_t nodeCounts[BADE_SHOT_TREES];
} BadeShot;

typedef struct BadeResult {
    uint32_t columns, rows;
    uint64_t runs;
    size_t frames;
    bool quick;
    double ballRadius, reach; // a particle closer than `reach` to the centre collides
    uint64_t inside;          // particles within reach, by brute force
    BadeTree trees[BADE_TREE_COUNT];
    BadeShot shot;
    BadePrintedTest printed;
    uint32_t places;        // of the particles by Eq. 1 as printed, different ones
    double bruteSeconds;    // brute force over all particles, the least of the executions
    double verletSeconds;   // a frame of the simulation as in the paper
    double fullSeconds;     // a frame with Selvage's collision handling
    double sceneSeconds;    // a frame of svScene_Detect, cloth against ball
    uint64_t sceneContacts; // its contacts in all frames
    uint64_t intersections; // triangle pairs of cloth and ball, and of cloth, after each frame
} BadeResult;

// The recorded motion, the same for every BVH.
typedef struct BadeRecording {
    size_t frameCount;    // initial frame included
    size_t particleCount; // of the cloth
    double (*cloth)[3];   // frame f at f * particleCount
    size_t ballCount;     // vertices
    double (*ball)[3];
    double (*centers)[3]; // of the ball
} BadeRecording;

static inline const double (*BadeRecording_Frame(const BadeRecording* recording, size_t frame))[3] {
    return (const double(*)[3])recording->cloth + frame * recording->particleCount;
}

// Simulates the scene `ball` with collision handling, and records cloth and ball; fills what the
// result tells of the scene. SV_ERROR_MESH: it has no ball. Free it after a failure, too.
svStatus Bade_Record(svContext* context, PaperCloth* cloth, uint32_t* ball,
                     BadeRecording* recording, BadeResult* result);
void BadeRecording_Free(BadeRecording* recording);

// The simulation alone, as in the paper: one explicit step per frame.
svStatus Bade_MeasureVerlet(svContext* context, BadeResult* result);

// svScene_Detect of cloth and ball on the recorded frames.
svStatus Bade_MeasureScene(PaperCloth* cloth, uint32_t ball, const BadeRecording* recording,
                           BadeResult* result);

// Takes the picture data of the frame with most volumes; the trees are those of the result, and are
// used up.
void Bade_TakeShot(const PaperCloth* cloth, uint32_t ball, const BadeRecording* recording,
                   QuadTree trees[BADE_TREE_COUNT], BadeResult* result);
void BadeShot_Free(BadeShot* shot);
// The pictures of the page (pictures.c).
void Bade_AddPictures(Page* page, const BadeResult* result);

// Room for what one frame of a tree takes to draw.
typedef struct BadeBuffers {
    float* floats;
    size_t room;
} BadeBuffers;

// Makes what is drawn of the volumes of a tree; returns the floats written. They are red where the
// ball overlaps a volume and green where not.
size_t Bade_MakeDrawn(const QuadTree* tree, BadeDraw draw, const double ball[3], double reach,
                      BadeBuffers* buffers);
// The most floats of a volume.
size_t Bade_FloatsOf(QuadVolume volume, BadeDraw draw);
// OpenGL calls that a volume needs in immediate mode, where each vertex is a call.
uint32_t Bade_CallsOf(QuadVolume volume);

// Least, mean, median and most.
typedef struct BadeSpread {
    double least, mean, median, most;
} BadeSpread;

BadeSpread Bade_Spread(const double* values, uint64_t count);

// "spheres, 4 levels".
const char* BadeTree_Name(int tree);
const char* BadeDivision_Name(BadeDivision division);

// Derived figures. Seconds and counts are of one frame in the mean.
static inline double BadeTree_Seconds(const BadeTree* tree) {
    return tree->buildSeconds + tree->searchSeconds;
}
double Bade_PerFrame(const BadeResult* result, double sum);
// Frame rates of the simulation as in the paper with this BVH: nothing drawn, or what is computed
// to draw its wire frames.
double Bade_FrameRate(const BadeResult* result, const BadeTree* tree, bool drawn);
// The median of executions of `a` over that of `b`.
double Bade_TimeRatio(const BadeResult* result, int a, int b);

// Members of the descriptor; results are BadeResult.
extern const Paper bade2015Paper;
svStatus Bade_Measure(svContext* context, const PaperSettings* settings, void* result);
void Bade_Destroy(void* result);
enum { BADE_TABLE_EXECUTIONS, BADE_TABLE_TREES, BADE_TABLE_DRAWING, BADE_TABLE_COUNT };
extern const PaperTable badeTables[BADE_TABLE_COUNT];
void Bade_TellHead(const void* result, char* text, size_t room);
void Bade_TellLead(const void* result, char* text, size_t room);
void Bade_Conclude(const void* result, FILE* stream);
int Bade_Judge(const void* result, PaperClaim claims[PAPER_CLAIMS]);
void Bade_WriteJson(const void* result, Json* json);
bool Bade_WriteCsv(const void* result, const char* folder);
void Bade_WritePage(const void* result, Page* page);
Picture Bade_Draw(svContext* context, const void* result);
uint64_t Bade_Violations(const void* result);

#endif
