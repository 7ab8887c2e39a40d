// Charts of lines, points and bars as SVG, streamed: no document tree, no allocation.
//
// A chart is embedded in an HTML page (page.h) or a file of its own, and refers to nothing outside:
// colours are the page's CSS variables --ink and --series-1 to --series-6, with fallbacks. Series
// differ in dashes and markers as well as in colour; title and description serve screen readers.
// Logarithmic axes are marked as such; values tell themselves under the pointer, without scripts.
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

// Values of one colour. What cannot be drawn (NaN, beyond 1e300, not positive on a logarithmic
// axis) is skipped and breaks a line.
typedef struct ChartSeries {
    const char* name; // in the legend; null: not in it
    const double* x;  // null: 0, 1, 2, ...; ignored by bars
    const double* y;
    int count;
    int color;   // 1 to CHART_COLORS; 0: by index of the series
    bool paper;  // figures of a paper: hollow markers or bars, a thin dashed line
    bool marked; // lines: a marker at every value, or at some of very many
} ChartSeries;

typedef struct Chart {
    ChartKind kind;
    const char* title;  // in a few words
    const char* about;  // description in a sentence; null: none
    const char *xLabel, // null: none
        *yLabel;        // with its unit
    bool logX, logY;    // logX is not for bars
    bool fromZero;      // lines and points: the y axis has zero; that of bars always has
    double reference;   // a line across the chart at this y; 0: none
    const ChartSeries* series;
    int seriesCount;
    const char* const* groups; // bars: names below them, as many as the longest series has values
} Chart;

// Text keeps its size: for half a page, or for a phone.
typedef enum ChartSize { CHART_WIDE, CHART_NARROW } ChartSize;

void Chart_Write(const Chart* chart, ChartSize size, FILE* stream);

#endif
