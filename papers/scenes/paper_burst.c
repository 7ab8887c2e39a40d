// Scene "burst": a hollow bumpy body, pre-fractured into shards. A ball falls into it; the shards
// whirl on the spot, deep inside each other, and drift apart, those near the impact first.

#include "paper_source.h"
#include "report/terminal.h"

#include "selvage/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_CELLS = 44, BALL_CELLS = 16, SHARD_COUNT = 240 };

#define WALL 0.08   // of the body, as a share of its radius
#define CRACK 0.004 // shards are shrunk by this factor about their centres
#define BLOW 0.02   // time of impact of the ball, as a share of the scene
#define BALL_RADIUS 0.3
#define DRIFT 0.1 // speed of the shards; ten times as much and they leave each other at once
#define WHIRL 30  // spin of the shards: radians per scene from -WHIRL/2 to WHIRL/2

typedef struct Shard {
    double centre[3], axis[3], velocity[3];
    double spin, start;  // radians per scene, and release time
    size_t first, count; // vertices
} Shard;

typedef struct Burst {
    Shard* shards;
    uint32_t shardCount;
    size_t ballVertices;
    double (*rest)[3]; // rest positions: the ball about its centre, shards in place
} Burst;

// A point of the body: elongated, bumpy, with a ridge.
static void BodyPoint(const double unit[3], double scale, double p[3]) {
    const double coarse[3] = {2.2 * unit[0], 2.2 * unit[1], 2.2 * unit[2]};
    const double fine[3] = {8 * unit[0] + 3, 8 * unit[1], 8 * unit[2]};
    const double ridge = exp(-30 * unit[1] * unit[1]) * GenEase(0, 0.6, unit[2]);
    const double radius = scale * (1 + 0.16 * GenNoise(coarse) + 0.04 * GenNoise(fine) +
                                   0.1 * ridge * (1 + sin(14 * unit[0])));
    p[0] = 1.1 * radius * unit[0];
    p[1] = 0.6 * radius * unit[1];
    p[2] = 0.6 * radius * unit[2];
}

// The Voronoi seed nearest to a direction.
static uint32_t Nearest(const double (*seeds)[3], uint32_t count, const double p[3]) {
    uint32_t nearest = 0;
    double most = -1e30;
    for (uint32_t s = 0; s < count; ++s) {
        const double along = seeds[s][0] * p[0] + seeds[s][1] * p[1] + seeds[s][2] * p[2];
        if (along > most) {
            most = along;
            nearest = s;
        }
    }
    return nearest;
}

// Fracture of the ball: which shard owns which triangles.
typedef struct Cut {
    const svMeshData* ball;
    uint32_t* owners;      // of each triangle
    uint32_t (*places)[2]; // of each vertex: outside and inside, in the shard at hand
    uint32_t* marks;       // of each vertex: last shard that used it, plus 1
    uint8_t* sides;        // of each triangle: bit i: side i borders another shard
} Cut;

// Marks the sides between two shards.
static void FindSides(Cut* cut) {
    const size_t count = 3 * cut->ball->triangleCount;
    GenSide* sides = GenSide_Sorted(cut->ball->triangles, cut->ball->triangleCount);
    for (size_t i = 0; i + 1 < count; i += 2) { // the ball is closed: each edge has two sides
        const size_t a = sides[i].place, b = sides[i + 1].place;
        if (cut->owners[a / 3] != cut->owners[b / 3]) {
            cut->sides[a / 3] |= (uint8_t)(1 << a % 3);
            cut->sides[b / 3] |= (uint8_t)(1 << b % 3);
        }
    }
    free(sides);
}

static const uint32_t* VertexOf(Cut* cut, GenMesh* mesh, uint32_t shard, uint32_t vertex) {
    if (cut->marks[vertex] != shard + 1) {
        cut->marks[vertex] = shard + 1;
        for (int side = 0; side < 2; ++side) {
            double p[3];
            BodyPoint(cut->ball->positions + 3 * (size_t)vertex, side == 0 ? 1 : 1 - WALL, p);
            cut->places[vertex][side] = GenMesh_Vertex(mesh, p[0], p[1], p[2]);
        }
    }
    return cut->places[vertex];
}

// A closed shard: outer surface, inner surface, fracture walls.
static void AddShard(Cut* cut, GenMesh* mesh, uint32_t shard) {
    for (size_t t = 0; t < cut->ball->triangleCount; ++t) {
        if (cut->owners[t] != shard) {
            continue;
        }
        const uint32_t* place[3];
        for (int i = 0; i < 3; ++i) {
            place[i] = VertexOf(cut, mesh, shard, cut->ball->triangles[3 * t + (size_t)i]);
        }
        GenMesh_Triangle(mesh, place[0][0], place[1][0], place[2][0]);
        GenMesh_Triangle(mesh, place[0][1], place[2][1], place[1][1]);
        for (int i = 0; i < 3; ++i) {
            if ((cut->sides[t] >> i & 1) != 0) {
                const uint32_t *a = place[i], *b = place[(i + 1) % 3];
                const uint32_t corners[4] = {b[0], a[0], a[1], b[1]};
                GenMesh_Quad(mesh, corners, false);
            }
        }
    }
}

// Velocity, spin and release time of a shard: away from impact and centre.
static void Launch(Shard* shard, const double (*x)[3], GenRandom* random) {
    for (size_t v = shard->first; v < shard->first + shard->count; ++v) {
        for (int a = 0; a < 3; ++a) {
            shard->centre[a] += x[v][a] / (double)shard->count;
        }
    }
    double stray[3];
    GenRandom_Direction(random, stray);
    GenRandom_Direction(random, shard->axis);
    const double speed = DRIFT * (0.8 + 1.2 * GenRandom_Next(random));
    for (int a = 0; a < 3; ++a) {
        shard->velocity[a] = speed * (1.6 * shard->centre[a] + 0.35 * stray[a]);
    }
    shard->spin = WHIRL * (GenRandom_Next(random) - 0.5);
    const double blow[3] = {shard->centre[0], shard->centre[1], shard->centre[2] - 0.7};
    const double far = sqrt(blow[0] * blow[0] + blow[1] * blow[1] + blow[2] * blow[2]);
    shard->start = BLOW + 0.05 * far + 0.04 * GenRandom_Next(random);
}

static void CutBody(Burst* burst, const svMeshData* ball, GenMesh* mesh) {
    GenRandom random = {5};
    double(*seeds)[3] = Terminal_Allocate(burst->shardCount, sizeof(*seeds));
    for (uint32_t s = 0; s < burst->shardCount; ++s) {
        GenRandom_Direction(&random, seeds[s]);
    }
    Cut cut = {ball, Terminal_Allocate(ball->triangleCount, sizeof(*cut.owners)),
               Terminal_Allocate(ball->vertexCount, sizeof(*cut.places)),
               Terminal_Allocate(ball->vertexCount, sizeof(*cut.marks)),
               Terminal_Allocate(ball->triangleCount, sizeof(*cut.sides))};
    for (size_t t = 0; t < ball->triangleCount; ++t) {
        double centre[3] = {0};
        for (int i = 0; i < 9; ++i) {
            const uint32_t corner = ball->triangles[3 * t + (size_t)(i / 3)];
            centre[i % 3] += ball->positions[3 * (size_t)corner + (size_t)(i % 3)];
        }
        cut.owners[t] = Nearest((const double(*)[3])seeds, burst->shardCount, centre);
    }
    FindSides(&cut);
    for (uint32_t s = 0; s < burst->shardCount; ++s) {
        Shard* shard = &burst->shards[s];
        shard->first = mesh->vertexCount;
        AddShard(&cut, mesh, s);
        shard->count = mesh->vertexCount - shard->first;
        Launch(shard, (const double(*)[3])mesh->x, &random);
    }
    free(seeds);
    free(cut.owners);
    free(cut.places);
    free(cut.marks);
    free(cut.sides);
}

static svStatus OpenBurst(PaperScene* scene) {
    Burst* burst = Terminal_Allocate(1, sizeof(*burst));
    scene->state->own = burst;
    burst->shardCount = PaperScene_Cells(scene, SHARD_COUNT);
    burst->shards = Terminal_Allocate(burst->shardCount, sizeof(*burst->shards));
    svMeshData body = {0}, ball = {0};
    svStatus status =
        svShape_Ball(scene->context, BALL_RADIUS, PaperScene_Cells(scene, BALL_CELLS), &ball);
    if (status == SV_OK) {
        status = svShape_Ball(scene->context, 1, PaperScene_Cells(scene, BODY_CELLS), &body);
    }
    if (status == SV_OK) {
        GenMesh* mesh = &scene->state->mesh;
        const svMeshView view = svMeshData_View(&ball);
        GenMesh_Begin(mesh, "ball");
        GenMesh_Append(mesh, view.triangles, view.triangleCount, &view.positions);
        burst->ballVertices = mesh->vertexCount;
        GenMesh_Begin(mesh, "body");
        CutBody(burst, &body, mesh);
        burst->rest = Terminal_Allocate(mesh->vertexCount, sizeof(*burst->rest));
        memcpy(burst->rest, mesh->x, mesh->vertexCount * sizeof(*burst->rest));
    }
    svMeshData_Destroy(scene->context, &body);
    svMeshData_Destroy(scene->context, &ball);
    return status;
}

static svStatus PoseBurst(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const Burst* burst = scene->state->own;
    const double phase = PaperScene_Phase(scene, frame);
    // Falls at full speed until the impact, slower afterwards.
    const double drop = phase < BLOW ? 1.5 * phase : 1.5 * BLOW + 0.7 * (phase - BLOW);
    for (size_t v = 0; v < burst->ballVertices; ++v) {
        memcpy(x[v], burst->rest[v], sizeof(x[v]));
        x[v][2] += 1.3 - drop;
    }
    for (uint32_t s = 0; s < burst->shardCount; ++s) {
        const Shard* shard = &burst->shards[s];
        const double age = phase > shard->start ? phase - shard->start : 0;
        for (size_t v = shard->first; v < shard->first + shard->count; ++v) {
            double p[3];
            for (int a = 0; a < 3; ++a) {
                p[a] = (1 - CRACK) * (burst->rest[v][a] - shard->centre[a]);
            }
            GenTurn(shard->axis, shard->spin * age, p);
            for (int a = 0; a < 3; ++a) {
                x[v][a] = shard->centre[a] + p[a] + age * shard->velocity[a];
            }
            x[v][2] -= 0.3 * age * age;
        }
    }
    return SV_OK;
}

static void CloseBurst(PaperScene* scene) {
    Burst* burst = scene->state->own;
    free(burst->shards);
    free(burst->rest);
    free(burst);
}

const PaperSource paperBurst = {
    .info = {.name = "burst",
             .paper = "zhang2012",
             .figure = "exploding dragon, Fig. 10",
             .about = "a ball falls on a bumpy body, which bursts into 240 shards",
             .paperTriangles = 252000,
             .steps = 40},
    .stride = 1,
    .open = OpenBurst,
    .pose = PoseBurst,
    .close = CloseBurst,
};
