// A pose in, the mesh of a body out: limbs are rounded cones on bones, the torso a stack of
// ellipses.

#include "gen_body.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TORSO, UPPER_ARM, FOREARM = UPPER_ARM + 2, THIGH = FOREARM + 2, SHIN = THIGH + 2 };
enum { AROUND = 24 };

// Joints of the right side; the left mirrors them. Arms lie in the sleeves of a GenTop; hips are
// low enough that vertices pinned at the waist follow the torso, not a rotating thigh.
static const double shoulder[3] = {0.155, 0, 1.352}, elbow[3] = {0.385, 0, 1.26},
                    hand[3] = {0.6, 0, 1.174};
static const double hip[3] = {0.1, 0, 0.86}, knee[3] = {0.1, 0, 0.5}, foot[3] = {0.1, 0, 0.08};
static const double waist[3] = {0, 0, 1.02};

static void Mirror(const double right[3], int side, double p[3]) {
    memcpy(p, right, sizeof(double[3]));
    p[0] = side == 0 ? -p[0] : p[0];
}

// A ring of a closed piece: position along the axis, half axes.
typedef struct Ring {
    double along, wide, deep;
} Ring;

// A closed piece from rings along an axis, with a pole at each end.
static void AddRingPiece(GenBody* body, const double from[3], const double axis[3],
                         const Ring* rings, int count) {
    GenMesh* mesh = &body->mesh;
    // A frame perpendicular to the axis; x and y for an upright one.
    double across[3] = {axis[2], 0, -axis[0]};
    const double length = sqrt(across[0] * across[0] + across[2] * across[2]);
    across[0] /= length;
    across[2] /= length;
    const double other[3] = {axis[1] * across[2] - axis[2] * across[1],
                             axis[2] * across[0] - axis[0] * across[2],
                             axis[0] * across[1] - axis[1] * across[0]};
    const uint32_t first = (uint32_t)mesh->vertexCount;
    GenMesh_Grid(mesh, AROUND, (uint32_t)count, true, false);
    for (uint32_t i = 0; i < (uint32_t)count * AROUND; ++i) {
        const Ring* ring = &rings[i / AROUND];
        const double turn = 2 * GEN_PI * (i % AROUND) / AROUND;
        for (int a = 0; a < 3; ++a) {
            mesh->x[first + i][a] = from[a] + ring->along * axis[a] +
                                    ring->wide * cos(turn) * across[a] +
                                    ring->deep * sin(turn) * other[a];
        }
    }
    for (int end = 0; end < 2; ++end) {
        const double along = rings[end == 0 ? 0 : count - 1].along;
        const uint32_t ring = first + (end == 0 ? 0 : (uint32_t)(count - 1) * AROUND);
        const uint32_t pole = GenMesh_Vertex(mesh, from[0] + along * axis[0],
                                             from[1] + along * axis[1], from[2] + along * axis[2]);
        for (uint32_t i = 0; i < AROUND; ++i) {
            const uint32_t a = ring + i, b = ring + (i + 1) % AROUND;
            GenMesh_Triangle(mesh, pole, end == 0 ? b : a, end == 0 ? a : b);
        }
    }
}

static void AddLimb(GenBody* body, const double from[3], const double to[3], double thick,
                    double thin) {
    enum { CAP = 5, ROWS = 8 };
    double axis[3], length = 0;
    for (int a = 0; a < 3; ++a) {
        axis[a] = to[a] - from[a];
        length += axis[a] * axis[a];
    }
    length = sqrt(length);
    for (int a = 0; a < 3; ++a) {
        axis[a] /= length;
    }
    Ring rings[2 * CAP + ROWS];
    int count = 0;
    for (int i = 0; i < 2 * CAP + ROWS; ++i) {
        const bool begin = i < CAP, end = i >= CAP + ROWS;
        const double share = begin ? 0 : end ? 1 : (i - CAP + 1.0) / (ROWS + 1);
        const double angle = begin ? GEN_PI / 2 * (1 - (i + 0.3) / CAP)
                             : end ? GEN_PI / 2 * ((i - CAP - ROWS + 0.7) / CAP)
                                   : 0;
        const double radius = thick + (thin - thick) * share;
        const double bulge = radius * sin(angle) * (begin ? -1 : 1);
        rings[count++] = (Ring){share * length + bulge, radius * cos(angle), radius * cos(angle)};
    }
    AddRingPiece(body, from, axis, rings, count);
}

// Sets the bone of vertices `first` to `last`.
static void Assign(uint8_t* bones, size_t first, size_t last, int bone) {
    memset(bones + first, bone, last - first);
}

void GenBody_Create(GenBody* body) {
    enum { VERTICES_MAX = 1 << 13 };
    static const Ring torso[] = {{0.83, 0.08, 0.05},   {0.845, 0.12, 0.08},  {0.88, 0.15, 0.1},
                                 {0.92, 0.15, 0.1},    {0.97, 0.137, 0.092}, {1.02, 0.125, 0.085},
                                 {1.12, 0.14, 0.095},  {1.22, 0.16, 0.1},    {1.3, 0.16, 0.085},
                                 {1.355, 0.14, 0.06},  {1.39, 0.1, 0.05},    {1.405, 0.05, 0.045},
                                 {1.45, 0.045, 0.045}, {1.48, 0.04, 0.04}};
    static const double origin[3] = {0, 0, 0}, up[3] = {0, 0, 1};
    static const double chin[3] = {0, 0, 1.54}, crown[3] = {0, 0, 1.64};
    *body = (GenBody){.bones = Terminal_Allocate(VERTICES_MAX, 1)};
    GenMesh_Begin(&body->mesh, "body");
    AddRingPiece(body, origin, up, torso, (int)(sizeof(torso) / sizeof(*torso)));
    AddLimb(body, chin, crown, 0.07, 0.085);
    for (int side = 0; side < 2; ++side) {
        static const struct {
            const double *from, *to;
            double thick, thin;
            int bone;
        } limbs[] = {{shoulder, elbow, 0.046, 0.04, UPPER_ARM},
                     {elbow, hand, 0.039, 0.03, FOREARM},
                     {hip, knee, 0.068, 0.055, THIGH},
                     {knee, foot, 0.052, 0.04, SHIN}};
        for (int i = 0; i < 4; ++i) {
            double from[3], to[3];
            Mirror(limbs[i].from, side, from);
            Mirror(limbs[i].to, side, to);
            const size_t first = body->mesh.vertexCount;
            AddLimb(body, from, to, limbs[i].thick, limbs[i].thin);
            Assign(body->bones, first, body->mesh.vertexCount, limbs[i].bone + side);
        }
    }
}

void GenBody_Destroy(GenBody* body) {
    GenMesh_Destroy(&body->mesh);
    free(body->bones);
    *body = (GenBody){0};
}

static void TurnAbout(const double pivot[3], const double axis[3], double angle, double p[3]) {
    for (int a = 0; a < 3; ++a) {
        p[a] -= pivot[a];
    }
    GenTurn(axis, angle, p);
    for (int a = 0; a < 3; ++a) {
        p[a] += pivot[a];
    }
}

static const double xAxis[3] = {1, 0, 0}, yAxis[3] = {0, 1, 0}, zAxis[3] = {0, 0, 1};

static void PoseLeg(const GenPose* pose, int side, bool shin, double p[3]) {
    double joint[3];
    if (shin) {
        Mirror(knee, side, joint);
        TurnAbout(joint, xAxis, pose->knee[side], p);
    }
    Mirror(hip, side, joint);
    TurnAbout(joint, xAxis, -pose->step[side], p);
}

static void PoseArm(const GenPose* pose, int side, bool forearm, double p[3]) {
    const double sign = side == 0 ? 1 : -1;
    double joint[3];
    if (forearm) {
        Mirror(elbow, side, joint);
        TurnAbout(joint, zAxis, sign * pose->elbow[side], p);
    }
    Mirror(shoulder, side, joint);
    TurnAbout(joint, yAxis, sign * pose->raise[side], p);
    TurnAbout(joint, zAxis, sign * pose->reach[side], p);
}

void GenBody_Pose(const GenBody* body, const GenPose* pose, double (*x)[3]) {
    static const double origin[3] = {0, 0, 0};
    for (size_t v = 0; v < body->mesh.vertexCount; ++v) {
        double* p = x[v];
        memcpy(p, body->mesh.x[v], sizeof(double[3]));
        const int bone = body->bones[v];
        if (bone >= THIGH) {
            PoseLeg(pose, (bone - THIGH) % 2, bone >= SHIN, p);
        } else {
            if (bone >= UPPER_ARM) {
                PoseArm(pose, (bone - UPPER_ARM) % 2, bone >= FOREARM, p);
            }
            // The hips stay; the bend increases above them.
            const double share = GenEase(0.92, 1.15, body->mesh.x[v][2]);
            const double bent = bone == TORSO ? share : 1;
            TurnAbout(waist, xAxis, bent * pose->bend, p);
            TurnAbout(waist, yAxis, bent * pose->lean, p);
        }
        TurnAbout(origin, zAxis, pose->yaw, p);
        for (int a = 0; a < 3; ++a) {
            p[a] += pose->move[a];
        }
    }
}
