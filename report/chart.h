// Charts of lines, points and bars as SVG, written as they come: no tree, no memory.
//
// A chart stands in an HTML page (tool/page.h) or alone in a file. It refers to nothing outside of
// itself: colours are the page's variables --ink and --series-1 to --series-6, with values to fall
// back on; series differ in dashes and markers too, not in colour alone. Title and description are
// there for who does not see it.
#ifndef SELVAGE_REPORT_CHART_H
#define SELVAGE_REPORT_CHART_H

#include <stdbool.h>
#include <stdio.h>

#define CHART_COLORS 6

typedef enum ChartKind {
    CHART_LINES,  // y over x, in the order given
    CHART_POINTS, // y over x, not connected
    CHART_BARS,   // a bar of each series in each group
} ChartKind;

// What belongs together and has one colour. Values that cannot be drawn (NaN, beyond 1e300, on a
// logarithmic axis what is not positive) are left out and break a line.
typedef struct ChartSeries {
    const char* name; // in the legend; null: not in it
    const double* x;  // null: 0, 1, 2, ...; not looked at by bars
    const double* y;
    int count;
    int color;   // 1 to CHART_COLORS; 0: by its place among the series
    bool paper;  // figures of a paper: hollow markers or bars, a thin dashed line
    bool marked; // lines: a marker at every value, which also tells it when pointed at
} ChartSeries;

typedef struct Chart {
    ChartKind kind;
    const char* title;  // what is drawn, in a few words
    const char* about;  // what there is to see, in a sentence; null: nothing
    const char *xLabel, // null: none
        *yLabel;        // with its unit
    bool logX, logY;    // logX is not for bars
    double reference;   // a line across the chart at this y; 0: none
    const ChartSeries* series;
    int seriesCount;
    const char* const* groups; // bars: names below them, as many as the longest series has values
} Chart;

void Chart_Write(const Chart* chart, FILE* stream);

#endif
