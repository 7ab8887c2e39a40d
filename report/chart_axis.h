// An axis of a chart: range, ticks, labels.
#ifndef SELVAGE_REPORT_CHART_AXIS_H
#define SELVAGE_REPORT_CHART_AXIS_H

#include <stdbool.h>

#define AXIS_TICKS 24
#define AXIS_MINORS 96
#define AXIS_LABEL 40

typedef struct ChartAxis {
    bool logarithmic;
    double least, most; // ends: values, or log10 of them
    double ticks[AXIS_TICKS];
    int tickCount;
    double minors[AXIS_MINORS]; // without labels; logarithmic axes only
    int minorCount;
    double step;  // between ticks; linear axes only
    bool decades; // logarithmic: all ticks are powers of ten, and told as such
} ChartAxis;

// Where an axis begins and ends.
typedef enum ChartEnds {
    CHART_ENDS_ROUND, // at the round numbers around the values
    CHART_ENDS_ZERO,  // the same, with zero: lengths of bars are in proportion then
    CHART_ENDS_DATA,  // at the least and the greatest value
} ChartEnds;

// Whether the axis can show the value: finite and below 1e300, so that differences do not overflow;
// positive on a logarithmic axis.
bool ChartAxis_Takes(bool logarithmic, double value);

// The axis for values from `least` to `most`, which it takes. A logarithmic one has no zero. With
// least > most (no values) it goes from 0 (1) to 1 (10).
ChartAxis ChartAxis_Make(bool logarithmic, double least, double most, ChartEnds ends);

// Position of the value: 0 at the lower end, 1 at the upper.
double ChartAxis_Place(const ChartAxis* axis, double value);

void ChartAxis_Label(const ChartAxis* axis, double tick, char label[AXIS_LABEL]);

#endif
