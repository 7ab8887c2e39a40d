// What the tests of motion measure on a simulation through its public functions.
#ifndef SELVAGE_TESTS_SUPPORT_SIM_MEASURE_H
#define SELVAGE_TESTS_SUPPORT_SIM_MEASURE_H

#include "selvage/sim.h"
#include "support/shapes.h"

// Rounds positions to floats, so that masses and rest lengths follow exactly from what was given.
void Shape_Round(Shape* shape);

// Vertex masses from malloc: a third of density times area for each corner of a triangle.
double* Measure_Masses(const Shape* rest, double density);

// Adds the momentum of a cloth to `sum`; returns the sum of mass times speed.
double Measure_Momentum(const svSim* sim, uint32_t cloth, const double* masses, double sum[3]);

// Positions of a cloth's vertices, from malloc.
double (*Measure_Positions(const svSim* sim, uint32_t cloth))[3];

// Mean position of a cloth's vertices.
void Measure_Mean(const svSim* sim, uint32_t cloth, double mean[3]);

// Root mean square and largest speed of the vertices of all cloths, in metres per second.
double Measure_RmsSpeed(const svSim* sim);
double Measure_TopSpeed(const svSim* sim);

double Measure_Distance(const double a[3], const double b[3]);

#endif
