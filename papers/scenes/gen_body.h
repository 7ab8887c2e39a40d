// A body that moves, and garments to put on it. Metres, z is up, it looks along -y.
#ifndef SELVAGE_PAPERS_SCENES_GEN_BODY_H
#define SELVAGE_PAPERS_SCENES_GEN_BODY_H

#include "gen_mesh.h"

// Left is 0, on the side of -x; right is 1.
typedef struct GenPose {
    double move[3];
    double yaw;      // radians about z, of all of it
    double bend;     // of what is above the waist, forwards
    double lean;     // and to its right
    double raise[2]; // of the arms, upwards from where they begin
    double reach[2]; // of the arms, forwards
    double elbow[2]; // bent forwards
    double step[2];  // of the thighs, forwards
    double knee[2];  // bent backwards
} GenPose;

// Torso, head, arms and legs, each closed and in its neighbours.
typedef struct GenBody {
    GenMesh mesh;   // as it begins: arms half raised, legs straight
    uint8_t* bones; // of each vertex
} GenBody;

void GenBody_Create(GenBody* body);
void GenBody_Destroy(GenBody* body);
void GenBody_Pose(const GenBody* body, const GenPose* pose, double (*x)[3]);

// A top with sleeves, from a shirt to a gown: the pattern of svShape_Shirt, blown up so that the
// body is inside.
typedef struct GenTop {
    double width;     // flat, without the sleeves
    uint32_t cells;   // across
    double length;    // below the armpits, as a multiple of a shirt's 0.44 m
    double flare;     // how many times wider the hem is
    double sleeve;    // length, as a multiple of a T-shirt's
    double roundness; // how far the front is from the back at most, halved
    uint32_t pleats;  // across the front, from the waist down
    double pleatDepth;
} GenTop;
svStatus GenTop_Make(svContext* context, const GenTop* def, GenMesh* mesh);

// Trousers of two panels; `cells` across each leg. They begin inside of a top.
void GenTrousers_Make(uint32_t cells, GenMesh* mesh);

#endif
