// An axis of a chart: range, ticks, labels.
#ifndef SELVAGE_REPORT_CHART_AXIS_H
#define SELVAGE_REPORT_CHART_AXIS_H

#include <stdbool.h>

#define AXIS_TICKS 24
#define AXIS_LABEL 32

typedef struct ChartAxis {
    bool logarithmic;
    double least, most; // ends: values, or log10 of them
    double ticks[AXIS_TICKS];
    int tickCount;
    double step; // between ticks; linear axes only
} ChartAxis;

// Whether the axis can show the value: finite and below 1e300, so that differences do not overflow;
// positive on a logarithmic axis.
bool ChartAxis_Takes(bool logarithmic, double value);

// The axis for values from `least` to `most`, which it takes; round numbers at both ends. A linear
// axis begins at zero where that costs little room or `fromZero` is set. With least > most (no
// values) it goes from 0 (1) to 1 (10).
ChartAxis ChartAxis_Make(bool logarithmic, double least, double most, bool fromZero);

// Position of the value: 0 at the lower end, 1 at the upper.
double ChartAxis_Place(const ChartAxis* axis, double value);

void ChartAxis_Label(const ChartAxis* axis, double tick, char label[AXIS_LABEL]);

#endif
