// Forces on the particles: gravity, springs, wind, pressure.

#include "portable.h"
#include "state.h"

#include <string.h>

// splitmix64, as numbers from 0 to 1: the phases of the gusts.
static double Phase(uint64_t seed, uint64_t index) {
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (index + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static const double TWO_PI = 6.283185307179586;
// Gusts are waves of this frequency (in hertz, about one in three seconds) and of its multiples,
// the higher the weaker, each detuned by as much as a share so that they do not repeat. Across
// itself the wind sways half as much as it swells.
static const double GUST_FREQUENCY = 0.35, GUST_DETUNING = 0.3, GUST_SWAY = 0.5;

// The wind at a time: it swells, and sways across itself, as a sum of slow waves.
static svVec3 WindAt(const svSim* sim, double time) {
    const svVec3 wind = svVec3_From(sim->def.wind);
    const svVec3 up = {0, 0, 1}, side = svVec3_Cross(up, wind);
    double swell = 0, sway = 0;
    for (uint64_t k = 0; k < 4; ++k) {
        const double detuned = 1 + GUST_DETUNING * Phase(sim->def.seed, 3 * k);
        const double frequency = GUST_FREQUENCY * (double)(k + 1) * detuned;
        const double turn = TWO_PI * frequency * time;
        swell += svPortable_Sin(turn + TWO_PI * Phase(sim->def.seed, 3 * k + 1)) / (double)(k + 2);
        sway += svPortable_Sin(turn + TWO_PI * Phase(sim->def.seed, 3 * k + 2)) / (double)(k + 2);
    }
    return svVec3_Add(svVec3_Scale(1 + sim->def.gusts * swell, wind),
                      svVec3_Scale(GUST_SWAY * sim->def.gusts * sway, side));
}

// A force of the air that has the def's share of its lift.
static svVec3 LimitLift(const svSim* sim, svVec3 force, svVec3 relative) {
    const double square = svVec3_Dot(relative, relative);
    if (sim->def.windLift == 1 || !(square > 0)) {
        return force;
    }
    const svVec3 drag = svVec3_Scale(svVec3_Dot(force, relative) / square, relative);
    return svVec3_AddScaled(drag, sim->def.windLift, svVec3_Sub(force, drag));
}

// Linear drag: the air, still air too, presses on a face along its normal, in proportion to their
// relative speed. It takes the fraction windPressure / density of that speed per second, but in a
// step of h not more than all of it, and a face no more than that from its lightest corner, or
// still air would make light cloth blow up. The part of it along the air's relative motion is drag,
// the rest lift, of which windLift is the share that counts.
static void AddWind(svSim* sim, double time, double h) {
    const svVec3 wind = WindAt(sim, time);
    if (!(sim->def.windPressure > 0)) {
        return;
    }
    for (size_t c = 0; c < sim->clothCount; ++c) {
        const svSimPart* cloth = &sim->cloths[c];
        const svTopology* topology = svMesh_GetTopology(cloth->mesh);
        for (size_t t = 0; t < topology->triangleCount; ++t) {
            size_t at[3];
            svVec3 speed = {0, 0, 0};
            double lightest = (double)INFINITY;
            for (int k = 0; k < 3; ++k) {
                at[k] = 3 * ((size_t)cloth->first + topology->triangles[3 * t + (size_t)k]);
                lightest = fmin(lightest, sim->mass[at[k] / 3]);
                speed = svVec3_AddScaled(speed, 1.0 / 3, svVec3_From(sim->v + at[k]));
            }
            const svVec3 a = svVec3_From(sim->x0 + at[0]);
            const svVec3 normal = svVec3_Cross(svVec3_Sub(svVec3_From(sim->x0 + at[1]), a),
                                               svVec3_Sub(svVec3_From(sim->x0 + at[2]), a));
            const double doubleArea = svVec3_Length(normal);
            if (!(doubleArea > 0)) {
                continue;
            }
            const double pressure = fmin(fmin(sim->def.windPressure, cloth->density / h),
                                         6 * lightest / (h * doubleArea));
            const svVec3 relative = svVec3_Sub(wind, speed);
            const double meets = svVec3_Dot(normal, relative) / doubleArea;
            const svVec3 third =
                LimitLift(sim, svVec3_Scale(pressure * meets / 6, normal), relative);
            for (int k = 0; k < 3; ++k) {
                svVec3_Store(svVec3_Add(svVec3_From(sim->force + at[k]), third),
                             sim->force + at[k]);
            }
        }
    }
}

// Pressure from inside, p times the area of a face along its normal: the gradient of p times the
// volume of a closed mesh. Translations and rotations do not change that volume, so neither force
// nor torque is left over. It is that of the beginning of the step: the rest of the step, which is
// implicit, resists changes of shape more than the pressure brings them about, or there would be no
// equilibrium.
static void AddPressure(svSim* sim) {
    for (size_t c = 0; c < sim->clothCount; ++c) {
        const svSimPart* cloth = &sim->cloths[c];
        const svTopology* topology = svMesh_GetTopology(cloth->mesh);
        for (size_t t = 0; cloth->pressure != 0 && t < topology->triangleCount; ++t) {
            size_t at[3];
            for (size_t k = 0; k < 3; ++k) {
                at[k] = 3 * ((size_t)cloth->first + topology->triangles[3 * t + k]);
            }
            const svVec3 a = svVec3_From(sim->x0 + at[0]);
            const svVec3 normal = svVec3_Cross(svVec3_Sub(svVec3_From(sim->x0 + at[1]), a),
                                               svVec3_Sub(svVec3_From(sim->x0 + at[2]), a));
            for (int k = 0; k < 3; ++k) {
                double* force = sim->force + at[k];
                svVec3_Store(svVec3_AddScaled(svVec3_From(force), cloth->pressure / 6, normal),
                             force);
            }
        }
    }
}

void svSim_BeginUnderPressure(svSim* sim, double h) {
    const double kept = 1 / (1 + h * sim->def.airDamping);
    const svVec3 gravity = svVec3_From(sim->def.gravity);
    for (size_t c = 0; c < sim->clothCount; ++c) {
        const svSimPart* cloth = &sim->cloths[c];
        const uint32_t end = cloth->first + (cloth->pressure != 0 ? cloth->count : 0);
        for (uint32_t i = cloth->first; i < end; ++i) {
            const size_t at = 3 * (size_t)i;
            const svVec3 v = svVec3_AddScaled(svVec3_From(sim->v + at), h * sim->fall[i], gravity);
            if (sim->anchors[i] == ANCHOR_NONE) {
                svVec3_Store(svVec3_AddScaled(svVec3_From(sim->x0 + at), h * kept, v),
                             sim->x1 + at);
            }
        }
    }
}

double svSim_LargestPull(const svSim* sim) {
    double pressure = 0;
    for (size_t c = 0; c < sim->clothCount; ++c) {
        pressure = fmax(pressure, fabs(sim->cloths[c].pressure) / sim->cloths[c].density);
    }
    return pressure + svVec3_Length(svVec3_From(sim->def.gravity));
}

void svSim_AddSpringForces(svSim* sim) {
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const size_t a = 3 * (size_t)spring->a, b = 3 * (size_t)spring->b;
        const svVec3 d = svVec3_Sub(svVec3_From(sim->x0 + b), svVec3_From(sim->x0 + a));
        const double length = svVec3_Length(d);
        if (!(length > 0)) {
            continue;
        }
        const double stretching =
            svVec3_Dot(d, svVec3_Sub(svVec3_From(sim->v + b), svVec3_From(sim->v + a))) / length;
        const double pull =
            spring->stiffness * (length - spring->rest) + spring->damping * stretching;
        const svVec3 f = svVec3_Scale(pull / length, d);
        svVec3_Store(svVec3_Add(svVec3_From(sim->force + a), f), sim->force + a);
        svVec3_Store(svVec3_Sub(svVec3_From(sim->force + b), f), sim->force + b);
    }
}

void svSim_AddOuterForces(svSim* sim, double time, double h) {
    const svVec3 gravity = svVec3_From(sim->def.gravity);
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        svVec3_Store(svVec3_Scale(sim->mass[i], gravity), sim->force + 3 * (size_t)i);
    }
    AddWind(sim, time, h);
    AddPressure(sim);
}

void svSim_MeasureEnergy(const svSim* sim, svSimStats* stats) {
    const svVec3 gravity = svVec3_From(sim->def.gravity);
    stats->kineticEnergy = stats->gravityEnergy = stats->elasticEnergy = 0;
    stats->contactEnergy = 0;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const svVec3 v = svVec3_From(sim->v + 3 * (size_t)i);
        stats->kineticEnergy += sim->mass[i] * svVec3_Dot(v, v) / 2;
        stats->gravityEnergy -=
            sim->mass[i] * svVec3_Dot(gravity, svVec3_From(sim->x0 + 3 * (size_t)i));
    }
    if (sim->def.integrator == SV_INTEGRATOR_IMPLICIT) {
        stats->elasticEnergy = svElastic_Energy(&sim->elastic, sim->x0) + svSim_TieEnergy(sim);
        stats->contactEnergy = svSim_ContactEnergy(sim);
        return;
    }
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const double stretch =
            svVec3_Length(svVec3_Sub(svVec3_From(sim->x0 + 3 * (size_t)spring->b),
                                     svVec3_From(sim->x0 + 3 * (size_t)spring->a))) -
            spring->rest;
        stats->elasticEnergy += spring->stiffness * stretch * stretch / 2;
    }
}
