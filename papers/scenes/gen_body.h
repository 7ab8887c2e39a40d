// An animated body, and garments for it. Metres, z up, facing -y.
#ifndef SELVAGE_PAPERS_SCENES_GEN_BODY_H
#define SELVAGE_PAPERS_SCENES_GEN_BODY_H

#include "gen_mesh.h"

// Left is 0, on the side of -x; right is 1.
typedef struct GenPose {
    double move[3];
    double yaw;      // of the whole body, radians about z
    double bend;     // of what is above the waist, forwards
    double lean;     // and to its right
    double raise[2]; // of the arms, upwards from the rest pose
    double reach[2]; // of the arms, forwards
    double elbow[2]; // bent forwards
    double step[2];  // of the thighs, forwards
    double knee[2];  // bent backwards
} GenPose;

// Torso, head, arms and legs: closed pieces that overlap their neighbours.
typedef struct GenBody {
    GenMesh mesh;   // rest pose: arms half raised, legs straight
    uint8_t* bones; // of each vertex
} GenBody;

void GenBody_Create(GenBody* body);
void GenBody_Destroy(GenBody* body);
void GenBody_Pose(const GenBody* body, const GenPose* pose, double (*x)[3]);

// A top with sleeves, from a shirt to a gown: the pattern of svShape_Shirt, inflated around the
// body.
typedef struct GenTop {
    double width;     // flat, without the sleeves
    uint32_t cells;   // across
    double length;    // below the armpits, as a multiple of a shirt's 0.44 m
    double flare;     // how many times wider the hem is
    double sleeve;    // length, as a multiple of a T-shirt's
    double roundness; // half the largest distance of front and back
    uint32_t pleats;  // across the front, from the waist down
    double pleatDepth;
} GenTop;
svStatus GenTop_Make(svContext* context, const GenTop* def, GenMesh* mesh);

// Trousers of two panels; `cells` across each leg. Their waist is inside a top.
void GenTrousers_Make(uint32_t cells, GenMesh* mesh);

#endif
