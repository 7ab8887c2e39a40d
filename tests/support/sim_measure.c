#include "support/sim_measure.h"

#include <math.h>
#include <stdlib.h>

#include "support/test.h"

void Shape_Round(Shape* shape) {
    for (uint32_t i = 0; i < shape->list.vertexCount; ++i) {
        for (int k = 0; k < 3; ++k) {
            volatile float rounded = (float)shape->x[i][k]; // no excess precision
            shape->x[i][k] = (double)rounded;
        }
    }
}

double* Measure_Masses(const Shape* rest, double density) {
    double* masses = calloc(rest->list.vertexCount, sizeof(*masses));
    assert_non_null(masses);
    for (uint32_t t = 0; t < rest->list.triangleCount; ++t) {
        const uint32_t* corner = rest->list.triangles + (size_t)3 * t;
        double a[3], b[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = rest->x[corner[1]][k] - rest->x[corner[0]][k];
            b[k] = rest->x[corner[2]][k] - rest->x[corner[0]][k];
        }
        const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                             a[0] * b[1] - a[1] * b[0]};
        const double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
        for (int k = 0; k < 3; ++k) {
            masses[corner[k]] += density * area / 3;
        }
    }
    return masses;
}

double Measure_Momentum(const svSim* sim, uint32_t cloth, const double* masses, double sum[3]) {
    const svSimMesh mesh = svSim_GetCloth(sim, cloth);
    double size = 0;
    for (size_t i = 0; i < mesh.velocities.count; ++i) {
        double v[3];
        svPositions_Get(&mesh.velocities, i, v);
        for (int k = 0; k < 3; ++k) {
            sum[k] += masses[i] * v[k];
        }
        size += masses[i] * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return size;
}

double (*Measure_Positions(const svSim* sim, uint32_t cloth))[3] {
    const svSimMesh mesh = svSim_GetCloth(sim, cloth);
    double(*x)[3] = malloc(mesh.positions.count * sizeof(*x));
    assert_non_null(x);
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        svPositions_Get(&mesh.positions, i, x[i]);
    }
    return x;
}

void Measure_Mean(const svSim* sim, uint32_t cloth, double mean[3]) {
    const svSimMesh mesh = svSim_GetCloth(sim, cloth);
    mean[0] = mean[1] = mean[2] = 0;
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        for (int k = 0; k < 3; ++k) {
            mean[k] += p[k] / (double)mesh.positions.count;
        }
    }
}

static void Speeds(const svSim* sim, double* rms, double* top) {
    double sum = 0, most = 0;
    size_t count = 0;
    for (uint32_t c = 0; c < svSim_ClothCount(sim); ++c) {
        const svSimMesh mesh = svSim_GetCloth(sim, c);
        for (size_t i = 0; i < mesh.velocities.count; ++i, ++count) {
            double v[3];
            svPositions_Get(&mesh.velocities, i, v);
            const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            sum += square;
            most = fmax(most, square);
        }
    }
    *rms = sqrt(sum / (double)count);
    *top = sqrt(most);
}

double Measure_RmsSpeed(const svSim* sim) {
    double rms, top;
    Speeds(sim, &rms, &top);
    return rms;
}

double Measure_TopSpeed(const svSim* sim) {
    double rms, top;
    Speeds(sim, &rms, &top);
    return top;
}

double Measure_Distance(const double a[3], const double b[3]) {
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}
