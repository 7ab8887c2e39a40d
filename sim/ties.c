// Ties: springs between two points inside the solve, of seams (seams.c) and of soft pins.
//
// With s the vector between the two points, k the stiffness and r the length that a tie may have,
//     k max(|s| - r, 0)^2 / 2.
// It pulls and never pushes. The Hessian by s, with n = s / |s|,
//     k (n n^T + (1 - r / |s|) (I - n n^T)),
// is positive definite wherever it pulls. A tie is an entry of the list of pushes (contact.h), so
// that the solver multiplies it, gives it to the preconditioner and joins the pieces of cloth that
// it holds together like a pair in contact; contacts found on the way come after it. Its normal is
// 0: nothing is moved out of it at the beginning of a step.
//
// A soft pin is a tie to a kinematic particle, its anchor. Where that is follows from the place at
// the beginning and from where the obstacle is, not from the step before: it does not drift, and a
// saved state needs no more than whether the pin holds.

#include "state.h"

#include <string.h>

// ---- the tie

svPushEnergy svTie_Evaluate(svPush* tie, const double* x) {
    const svVec3 s = Push_Vector(tie, x);
    const double length = svVec3_Length(s), k = tie->stiffness;
    tie->block = (svSymmetric){{0}};
    tie->force = (svVec3){0, 0, 0};
    tie->active = length > tie->rest || !(tie->rest > 0);
    if (!tie->active) {
        return (svPushEnergy){0, 0};
    }
    const double over = length - tie->rest, side = length > 0 ? k * over / length : k;
    tie->force = svVec3_Scale(side, s);
    tie->block.at[0] = tie->block.at[3] = tie->block.at[5] = (float)side;
    if (tie->rest > 0) {
        Symmetric_AddOuter(&tie->block, k - side, svVec3_Scale(1 / length, s));
    }
    return (svPushEnergy){k * over * over / 2, k * over * over / 2};
}

// Between a and b, unless both are held.
static svStatus AddTie(svSim* sim, uint32_t a, uint32_t b, double stiffness, double rest) {
    if (!(sim->inverseMass[a] + sim->inverseMass[b] > 0)) {
        return SV_OK;
    }
    svPush* tie = svSolver_AddPush(&sim->solver);
    if (tie == NULL) {
        return SV_ERROR_MEMORY;
    }
    *tie = (svPush){.key.kind = PAIR_TIE,
                    .particles = {a, b, a, b},
                    .weights = {1, -1, 0, 0},
                    .stiffness = stiffness,
                    .rest = rest};
    return SV_OK;
}

// From 1 to 0 while t goes from 0 to 1, from rest to rest.
static double Closing(double t) {
    return t < 1 ? 1 - t * t * (3 - 2 * t) : 0;
}

svStatus svSim_AddTies(svSim* sim, double time) {
    svStatus status = SV_OK;
    for (size_t i = 0; i < sim->stitchCount && status == SV_OK; ++i) {
        const svStitch* stitch = &sim->stitches[i];
        const double share = stitch->seconds > 0 ? Closing(time / stitch->seconds) : 0;
        status = AddTie(sim, stitch->particles[0], stitch->particles[1], stitch->stiffness,
                        share * stitch->length);
    }
    for (size_t i = 0; i < sim->softPinCount && status == SV_OK; ++i) {
        const svSoftPin* pin = &sim->softPins[i];
        if (pin->on) {
            status = AddTie(sim, pin->particle, sim->firstAnchor + (uint32_t)i, pin->stiffness, 0);
        }
    }
    return status;
}

double svSim_TieEnergy(const svSim* sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        if (sim->solver.pushes[i].key.kind == PAIR_TIE) {
            svPush tie = sim->solver.pushes[i];
            energy += svTie_Evaluate(&tie, sim->x0).current;
        }
    }
    return energy;
}

// ---- soft pins

static svStatus RefuseSoftPin(const svSim* sim, const svClothDef* def, size_t pin) {
    svContext_Message(sim->context, SV_ERROR,
                      "%s: pin %zu: a soft pin needs the implicit integrator", def->name, pin);
    return SV_ERROR_ARGUMENT;
}

svStatus svSim_AddSoftPins(svSim* sim, const svClothDef* def, uint32_t first) {
    size_t soft = 0;
    for (size_t i = 0; i < def->pinCount; ++i) {
        soft += def->pins[i].stiffness > 0;
        if (def->pins[i].stiffness > 0 && sim->def.integrator != SV_INTEGRATOR_IMPLICIT) {
            return RefuseSoftPin(sim, def, i);
        }
    }
    const size_t count = def->positions.count;
    svStatus status = svContext_Grow(sim->context, (void**)&sim->softPins, &sim->softPinCapacity,
                                     sim->softPinCount + soft, sizeof(svSoftPin));
    if (status != SV_OK || soft == 0) {
        return status;
    }
    // Of each vertex the last pin counts: its number, from 1 on.
    size_t* last = svContext_Allocate(sim->context, count * sizeof(size_t));
    if (last == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(last, 0, count * sizeof(size_t));
    for (size_t i = 0; i < def->pinCount; ++i) {
        last[def->pins[i].vertex] = i + 1;
    }
    for (size_t i = 0; i < count; ++i) {
        const svPin* pin = last[i] > 0 ? &def->pins[last[i] - 1] : NULL;
        if (pin != NULL && pin->stiffness > 0) {
            sim->softPins[sim->softPinCount++] = (svSoftPin){
                .particle = first + (uint32_t)i,
                .anchor = pin->obstacle == SV_NONE ? ANCHOR_SPACE : (int32_t)pin->obstacle,
                .stiffness = pin->stiffness,
                .on = true};
        }
    }
    svContext_Release(sim->context, last);
    return SV_OK;
}

void svSim_GlueAnchors(svSim* sim) {
    for (size_t i = 0; i < sim->softPinCount; ++i) {
        svSoftPin* pin = &sim->softPins[i];
        const svVec3 place = svVec3_From(sim->x0 + 3 * (size_t)pin->particle);
        pin->model = place;
        if (pin->anchor == ANCHOR_SPACE) {
            continue;
        }
        const svSimPart* obstacle = &sim->obstacles[pin->anchor];
        if (obstacle->frameCount > 0) {
            pin->glue = svSim_GlueTo(sim, obstacle, svSim_FindCarrier(sim, obstacle, place), place);
        } else {
            pin->model = svSim_ModelPoint(&obstacle->before, place);
        }
    }
    svSim_MoveAnchors(sim);
}

void svSim_MoveAnchors(svSim* sim) {
    for (size_t i = 0; i < sim->softPinCount; ++i) {
        const svSoftPin* pin = &sim->softPins[i];
        const size_t at = 3 * ((size_t)sim->firstAnchor + i);
        svVec3 before = pin->model, after = pin->model;
        if (pin->anchor != ANCHOR_SPACE) {
            const svSimPart* obstacle = &sim->obstacles[pin->anchor];
            const bool deforms = obstacle->frameCount > 0;
            before = deforms ? svSim_GluedPlace(obstacle, &pin->glue, sim->x0)
                             : svSim_PlacePoint(&obstacle->before, pin->model);
            after = deforms ? svSim_GluedPlace(obstacle, &pin->glue, sim->x1)
                            : svSim_PlacePoint(&obstacle->after, pin->model);
        }
        svVec3_Store(before, sim->x0 + at);
        svVec3_Store(after, sim->x1 + at);
        svVec3_Store(after, sim->rounded + at);
    }
}

svSoftPin* svSim_FindSoftPin(const svSim* sim, uint32_t particle) {
    size_t low = 0, high = sim->softPinCount;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sim->softPins[middle].particle < particle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool found = low < sim->softPinCount && sim->softPins[low].particle == particle;
    return found ? &sim->softPins[low] : NULL;
}

void svSim_LetGo(svSim* sim, uint32_t particle) {
    svSoftPin* pin = svSim_FindSoftPin(sim, particle);
    if (pin != NULL) {
        pin->on = false;
    }
}
