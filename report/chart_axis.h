// An axis of a chart: its range, its ticks and what is written beside them.
#ifndef SELVAGE_REPORT_CHART_AXIS_H
#define SELVAGE_REPORT_CHART_AXIS_H

#include <stdbool.h>

#define AXIS_TICKS 24
#define AXIS_LABEL 32

typedef struct ChartAxis {
    bool logarithmic;
    double least, most; // the ends: values, or their logarithms to base ten
    double ticks[AXIS_TICKS];
    int tickCount;
    double step; // between ticks; not of a logarithmic axis
} ChartAxis;

// Whether the axis can show the value: finite and below 1e300, so that differences are finite too;
// positive if the axis is logarithmic.
bool ChartAxis_Takes(bool logarithmic, double value);

// The axis for values from `least` to `most`, which it takes; round numbers at both ends. A linear
// axis begins at zero where that costs little room or `fromZero` is set. With least > most (no
// values) it goes from 0 (1) to 1 (10).
ChartAxis ChartAxis_Make(bool logarithmic, double least, double most, bool fromZero);

// Where the value is: 0 at the lower end, 1 at the upper.
double ChartAxis_Place(const ChartAxis* axis, double value);

void ChartAxis_Label(const ChartAxis* axis, double tick, char label[AXIS_LABEL]);

#endif
