// Contacts and friction as part of the solve: pairs of features that push each other away.
#ifndef SELVAGE_SIM_CONTACT_H
#define SELVAGE_SIM_CONTACT_H

#include "matrix.h"
#include "selvage/scene.h"
#include "selvage/vec3.h"

// What is no pair of features, but a tie (ties.c): a kind after those of svPairKind.
enum { PAIR_TIE = 2 };

// Which features a pair consists of. Pairs are sorted by it.
typedef struct svPairKey {
    uint32_t kind; // svPairKind, or PAIR_TIE, with no features
    svFeaturePair features;
} svPairKey;

// A pair of features with the direction between them fixed for the step: s = sum(weights x) is the
// vector from the second to the first, normal . s its gap.
typedef struct svPush {
    svPairKey key;
    uint32_t particles[4];
    double weights[4]; // those of the second feature are negative
    svVec3 normal;
    svVec3 before;    // s at the beginning of the step
    double thickness; // the gap that it is to have
    double rest;      // gap above which nothing pushes in this step; below which no tie pulls
    double knee;      // gap below which the push grows without limit
    double stiffness; // newtons per metre
    double friction;  // Coulomb's coefficient
    svVec3 slip;      // elastic slip at the beginning of the step
    double load;      // normal force of the iteration before, see svPushEnergy
    svVec3 slid;      // slip at the iteration before; 0 at the first of the step
    // At the positions of the last evaluation.
    svVec3 force;      // the gradient of its energy by s
    svSymmetric block; // the Hessian
    double nextLoad;   // normal force: what friction is in proportion to
    svVec3 nextSlid;   // slip
    bool active;       // it has a Hessian
} svPush;              // of ties only particles, weights, rest, stiffness and the last part count

// What a pair in contact remembers from step to step.
typedef struct svSlip {
    svPairKey key;
    double thickness; // its own
    double depth;     // by how much it is closer than that
    svVec3 slip;      // elastic
    bool pushes;      // in this step, too
    uint32_t push;    // of the step before, that it comes from
} svSlip;

// block += s n n^T
static inline void Symmetric_AddOuter(svSymmetric* block, double s, svVec3 n) {
    block->at[0] += (float)(s * n.x * n.x);
    block->at[1] += (float)(s * n.x * n.y);
    block->at[2] += (float)(s * n.x * n.z);
    block->at[3] += (float)(s * n.y * n.y);
    block->at[4] += (float)(s * n.y * n.z);
    block->at[5] += (float)(s * n.z * n.z);
}

int svPairKey_Compare(const svPairKey* a, const svPairKey* b);

// The vector between the two features at x.
static inline svVec3 Push_Vector(const svPush* push, const double* x) {
    svVec3 s = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        s = svVec3_AddScaled(s, push->weights[k], svVec3_From(x + 3 * (size_t)push->particles[k]));
    }
    return s;
}

// What a pair has at some positions: energies with the friction of the iteration before, which a
// step of Newton's method must lower, and with the one at these positions, from which it goes on.
typedef struct svPushEnergy {
    double lagged, current;
} svPushEnergy;

// Evaluates a pair at x, or a tie.
svPushEnergy svPush_Evaluate(svPush* push, const double* x);
// ties.c: the same of a tie, which is all energy and no friction.
svPushEnergy svTie_Evaluate(svPush* tie, const double* x);
// The elastic slip that is left at the end of a step at x.
svVec3 svPush_EndSlip(const svPush* push, const double* x);
// The gap at which a pair of thickness t, d apart, stops pushing, and its share of the stiffness.
double svPush_Rest(double thickness, double distance);
// The energy that a pair holds at x, and in its slip.
double svPush_StoredEnergy(const svPush* push, const double* x);

#endif
