// The push of a pair that is closer than its thickness r, and the friction that comes with it.
//
// Push: with g the gap along the direction between the two features at the beginning of the step,
//     k (rest - g)^2 / 2                 for knee <= g < rest,
//     -k knee (rest - knee) log(g)       below (both plus constants), and quadratic again below
// an eighth of the knee, so that a step that went too far still has a slope to come back on. (The
// activation is that of A. Chen, J. Hsu, Z. Liu, M. Macklin, Y. Yang and C. Yuksel, Offset
// Geometric Contact, SIGGRAPH 2025.) The knee is half of the gap at the beginning: however close a
// pair is, it keeps a share of that distance. CCD, not this, is what guarantees that nothing
// passes.
//
// A pair that begins closer than r has rest = d + SOFTNESS (r - d): its force is that of a spring
// SOFTNESS k, but it gives back less energy than such a spring holds, so that surfaces that begin
// too close do not fly apart. The energy that counts for a state is that of the soft spring,
// SOFTNESS k (r - d)^2 / 2; a step of backward Euler never gains any: the kinetic energy gained is
// at most k (SOFTNESS D c - c^2 / 2) for a change c of the depth D, and that is at most the
// energy lost, SOFTNESS k (D c - c^2 / 2).
//
// A pair that appears closer than the thickness takes the distance that it has for its own
// thickness (pushes.c), and so brings no energy with it; it grows to the common one as the two
// separate.
//
// Friction: the pair sticks to where it began by a spring of stiffness k across the normal; when
// that pulls harder than friction * load it slips, and keeps what is left of the slip for the next
// step (the anchor is dragged along). So cloth on a slope rests, with no creep, and slides with the
// full force of friction. In a step it is the potential of Huber's kind, k u^2 / 2 up to the limit
// and linear beyond, with the load of the iteration before.

#include "contact.h"

#include "portable.h"

static const double SOFTNESS = 0.25;
static const double KNEE_FLOOR = 0.125;
static const double SECANT = 0.75; // above 1/2, which lands as far on the other side
static const double ONWARD = 0.1;  // where the slip has not shrunk below SHRUNK of what it was
static const double SHRUNK = 0.9;

int svPairKey_Compare(const svPairKey* a, const svPairKey* b) {
    const uint32_t left[5] = {a->kind, a->features.meshA, a->features.meshB, a->features.a,
                              a->features.b};
    const uint32_t right[5] = {b->kind, b->features.meshA, b->features.meshB, b->features.a,
                               b->features.b};
    for (int k = 0; k < 5; ++k) {
        if (left[k] != right[k]) {
            return left[k] < right[k] ? -1 : 1;
        }
    }
    return 0;
}

double svPush_Rest(double thickness, double distance) {
    return distance < thickness ? distance + SOFTNESS * (thickness - distance) : thickness;
}

// Energy, force (its negative slope) and second derivative at a gap.
typedef struct Normal {
    double energy, force, tangent;
} Normal;

static Normal PushAt(const svPush* push, double gap) {
    const double k = push->stiffness, knee = push->knee, depth = push->rest - gap;
    if (!(depth > 0)) {
        return (Normal){0, 0, 0};
    }
    if (gap >= knee) {
        return (Normal){k * depth * depth / 2, k * depth, k};
    }
    const double most = push->rest - knee, scale = k * knee * most;
    const double floor = KNEE_FLOOR * knee, at = gap > floor ? gap : floor;
    const double below = at - gap; // 0 above the floor
    const double slope = scale / at, tangent = scale / (at * at);
    return (Normal){k * most * most / 2 - scale * svPortable_Log(at / knee) + slope * below +
                        tangent * below * below / 2,
                    slope + tangent * below, tangent};
}

// The energy of friction for a slip and a load.
static double FrictionEnergy(const svPush* push, double slip, double load) {
    const double most = push->friction * load, limit = most / push->stiffness;
    return slip <= limit ? push->stiffness * slip * slip / 2 : most * (slip - limit / 2);
}

static svVec3 Across(svVec3 normal, svVec3 a) {
    return svVec3_AddScaled(a, -svVec3_Dot(normal, a), normal);
}

svPushEnergy svPush_Evaluate(svPush* push, const double* x) {
    if (push->key.kind == PAIR_TIE) {
        return svTie_Evaluate(push, x);
    }
    const svVec3 s = Push_Vector(push, x), n = push->normal;
    const Normal normal = PushAt(push, svVec3_Dot(n, s));
    const svVec3 slip = svVec3_Add(Across(n, svVec3_Sub(s, push->before)), push->slip);
    const double length = svVec3_Length(slip);
    svPushEnergy energy = {.lagged = normal.energy + FrictionEnergy(push, length, push->load)};
    push->nextLoad = normal.force;
    push->nextSlid = slip;
    energy.current = normal.energy + FrictionEnergy(push, length, push->nextLoad);
    push->block = (svSymmetric){{0}};
    push->force = svVec3_Scale(-normal.force, n);
    push->active = normal.tangent > 0;
    const double most = push->friction * push->nextLoad;
    if (!push->active || !(most > 0)) {
        Symmetric_AddOuter(&push->block, normal.tangent, n);
        return energy;
    }
    // Across the normal: the spring, or, when it slips, a share of the secant to no slip at all.
    // The second derivative along the slip is 0: steps would jump over the kink from one side to
    // the other. Where the slip does not shrink from iteration to iteration, that is not to be
    // feared, and the secant would only keep what begins to slide from getting far.
    const bool sticks = push->stiffness * length <= most;
    const double side = sticks ? push->stiffness : most / length;
    push->force = svVec3_AddScaled(push->force, side, slip);
    Symmetric_AddOuter(&push->block, normal.tangent - side, n);
    push->block.at[0] += (float)side;
    push->block.at[3] += (float)side;
    push->block.at[5] += (float)side;
    if (!sticks) {
        const double before = svVec3_Dot(push->slid, push->slid);
        const bool onward = before > 0 && svVec3_Dot(push->slid, slip) > SHRUNK * before;
        Symmetric_AddOuter(&push->block, ((onward ? ONWARD : SECANT) - 1) * side,
                           svVec3_Scale(1 / length, slip));
    }
    return energy;
}

svVec3 svPush_EndSlip(const svPush* push, const double* x) {
    const svVec3 s = Push_Vector(push, x), n = push->normal;
    const svVec3 slip = svVec3_Add(Across(n, svVec3_Sub(s, push->before)), push->slip);
    const double length = svVec3_Length(slip);
    const double limit = push->friction * PushAt(push, svVec3_Dot(n, s)).force / push->stiffness;
    return length > limit ? svVec3_Scale(limit / length, slip) : slip;
}

double svPush_StoredEnergy(const svPush* push, const double* x) {
    const double depth = push->thickness - svVec3_Dot(push->normal, Push_Vector(push, x));
    const svVec3 slip = svPush_EndSlip(push, x);
    return (depth > 0 ? SOFTNESS * push->stiffness * depth * depth / 2 : 0) +
           push->stiffness * svVec3_Dot(slip, slip) / 2;
}
