// Series in, SVG out: lines, points and bars with axes, legend and a reference line. Everything is
// printed as it is laid out, so a chart of any size needs no memory.

#include "chart.h"

#include "chart_axis.h"
#include "markup.h"
#include "terminal.h"

#include <math.h>

// In user units of the SVG: pixels at 100 %.
enum {
    LINE = 20,   // of text
    LETTER = 7,  // approximate width of a character
    SWATCH = 36, // sample of a series in the legend, with its gap
    RIGHT = 24,  // space beside the plot
};

// What depends on the size. Sine and cosine are those of slanted group names.
typedef struct ChartForm {
    int width, plotHeight;
    int degrees;
    double sine, cosine;
    int hints, markers; // the most tooltips along a line, and markers
} ChartForm;

static const ChartForm forms[2] = {
    [CHART_WIDE] = {680, 290, 20, 0.3420, 0.9397, 60, 32},
    [CHART_NARROW] = {400, 240, 45, 0.7071, 0.7071, 30, 20},
};

// Layout of a chart.
typedef struct ChartFrame {
    const Chart* chart;
    const ChartForm* form;
    FILE* stream;
    ChartAxis x, y;
    int groupCount;
    double left, top, width, height;
    bool slanted; // group names are rotated: too long to fit side by side
    int groupLetters;
    bool isEmpty; // no value can be drawn
} ChartFrame;

static const char* const colors[CHART_COLORS] = {"#0b62a8", "#c2410c", "#1a7f37",
                                                 "#8250df", "#9a6700", "#b8206c"};
static const char* const dashes[CHART_COLORS] = {"none", "7 3", "2 3", "9 3 2 3", "4 2", "12 4"};
// Marker outlines around the origin, one per colour.
static const char* const markers[CHART_COLORS] = {
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.6L4.4 3.4H-4.4z",
    "M0-5L5 0L0 5L-5 0z",
    "M0 4.6L4.4-3.4H-4.4z",
    "M-4.5-1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z",
};

static double XOf(const ChartSeries* series, int i) {
    return series->x != NULL ? series->x[i] : i;
}

static bool IsDrawn(const Chart* chart, const ChartSeries* series, int i) {
    return ChartAxis_Takes(chart->logY, series->y[i]) &&
           (chart->kind == CHART_BARS || ChartAxis_Takes(chart->logX, XOf(series, i)));
}

static int ColorOf(const Chart* chart, int s) {
    const int color = chart->series[s].color;
    return color >= 1 && color <= CHART_COLORS ? color - 1 : s % CHART_COLORS;
}

static double ToX(const ChartFrame* frame, double x) {
    return frame->left + frame->width * ChartAxis_Place(&frame->x, x);
}

static double ToY(const ChartFrame* frame, double y) {
    return frame->top + frame->height * (1 - ChartAxis_Place(&frame->y, y));
}

static void ExtendRange(double range[2], double value) {
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

static void MakeAxes(ChartFrame* frame) {
    const Chart* chart = frame->chart;
    double xs[2] = {1, -1}, ys[2] = {1, -1};
    bool any = false;
    for (int s = 0; s < chart->seriesCount; ++s) {
        const ChartSeries* series = &chart->series[s];
        frame->groupCount = series->count > frame->groupCount ? series->count : frame->groupCount;
        for (int i = 0; i < series->count; ++i) {
            if (!IsDrawn(chart, series, i)) {
                continue;
            }
            if (!any) {
                xs[0] = xs[1] = XOf(series, i);
                ys[0] = ys[1] = series->y[i];
                any = true;
            }
            ExtendRange(xs, XOf(series, i));
            ExtendRange(ys, series->y[i]);
        }
    }
    const bool bars = chart->kind == CHART_BARS;
    frame->isEmpty = !any;
    if (any && chart->reference != 0 && ChartAxis_Takes(chart->logY, chart->reference)) {
        ExtendRange(ys, chart->reference);
    }
    frame->x = ChartAxis_Make(chart->logX && !bars, xs[0], xs[1], CHART_ENDS_DATA);
    frame->y = ChartAxis_Make(chart->logY, ys[0], ys[1],
                              bars || chart->fromZero ? CHART_ENDS_ZERO : CHART_ENDS_ROUND);
}

// Opens an SVG group with the colour of the series.
static void BeginSeries(const ChartFrame* frame, int s) {
    const int color = ColorOf(frame->chart, s);
    fprintf(frame->stream, "<g style=\"color:var(--series-%d,%s)\" stroke=\"currentColor\">\n",
            color + 1, colors[color]);
}

static void EndSeries(const ChartFrame* frame) {
    fputs("</g>\n", frame->stream);
}

static void DrawMarker(const ChartFrame* frame, int s, double x, double y) {
    fprintf(frame->stream, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\">", x, y,
            markers[ColorOf(frame->chart, s)],
            frame->chart->series[s].paper ? "none" : "currentColor");
}

static void BeginLine(const ChartFrame* frame, int s) {
    const bool paper = frame->chart->series[s].paper;
    fprintf(frame->stream,
            "<path fill=\"none\" stroke-width=\"%s\" stroke-dasharray=\"%s\" "
            "stroke-linejoin=\"round\" d=\"",
            paper ? "1" : "2", paper ? "3 3" : dashes[ColorOf(frame->chart, s)]);
}

static void BeginBar(const ChartFrame* frame, int s, const double box[4]) {
    fprintf(frame->stream,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"currentColor\" "
            "fill-opacity=\"%s\">",
            box[0], box[1], box[2], box[3], frame->chart->series[s].paper ? "0.12" : "0.85");
}

static bool HasMarkers(const Chart* chart, int s) {
    return chart->kind == CHART_POINTS ||
           (chart->kind == CHART_LINES && (chart->series[s].marked || chart->series[s].paper));
}

static void DrawLegendEntry(const ChartFrame* frame, int s, double x, double y) {
    BeginSeries(frame, s);
    if (frame->chart->kind == CHART_BARS) {
        BeginBar(frame, s, (const double[4]){x, y - 10, 22, 11});
        fputs("</rect>\n", frame->stream);
    } else if (frame->chart->kind == CHART_LINES) {
        BeginLine(frame, s);
        fprintf(frame->stream, "M%.1f %.1fh26\"/>\n", x, y - 4);
    }
    if (HasMarkers(frame->chart, s)) {
        DrawMarker(frame, s, x + 13, y - 4);
        fputs("</path>\n", frame->stream);
    }
    EndSeries(frame);
    fprintf(frame->stream, "<text x=\"%.1f\" y=\"%.1f\">", x + SWATCH - 4, y);
    Markup_Text(frame->stream, frame->chart->series[s].name);
    fputs("</text>\n", frame->stream);
}

// Breaks the title between words (and draws it if asked to); returns its lines.
static int Title(const ChartFrame* frame, bool draw) {
    const int room = (int)((frame->form->width - 16) / (1.1 * LETTER)); // bold is wider
    const char* text = frame->chart->title != NULL ? frame->chart->title : "";
    int lines = 0;
    do {
        int length = 0, end = 0, letters = 0;
        for (; text[length] != '\0' && (letters <= room || end == 0); ++length) {
            letters += ((unsigned char)text[length] & 0xC0) != 0x80;
            end = text[length] == ' ' && letters <= room + 1 ? length : end;
        }
        end = text[length] == '\0' && letters <= room ? length : (end > 0 ? end : length);
        if (draw) {
            char line[256];
            snprintf(line, sizeof(line), "%.*s", end, text);
            fprintf(frame->stream, "<text x=\"8\" y=\"%d\" font-weight=\"600\">",
                    16 + LINE * lines);
            Markup_Text(frame->stream, line);
            fputs("</text>\n", frame->stream);
        }
        text += end + (text[end] == ' ');
        ++lines;
    } while (*text != '\0' && lines < 4);
    return lines;
}

// Lays out the legend (and draws it if asked to); returns its rows. Entries wrap.
static int Legend(const ChartFrame* frame, bool draw) {
    const int width = frame->form->width, top = LINE * Title(frame, false);
    int rows = 0;
    double at = width;
    for (int s = 0; s < frame->chart->seriesCount; ++s) {
        const char* name = frame->chart->series[s].name;
        if (name == NULL) {
            continue;
        }
        const double entry = SWATCH + LETTER * (Terminal_Width(name) + 2);
        if (at + entry - LETTER > width) {
            at = LETTER;
            ++rows;
        }
        if (draw) {
            DrawLegendEntry(frame, s, at, top + LINE * rows + 2);
        }
        at += entry;
    }
    return rows;
}

// Names of groups slant where they have no room side by side; they then end below their group, and
// the first begins left of it.
static void PlaceGroups(ChartFrame* frame) {
    const Chart* chart = frame->chart;
    const double room = frame->width / (frame->groupCount > 0 ? frame->groupCount : 1);
    double before = 0;
    for (int g = 0; g < frame->groupCount && chart->groups != NULL; ++g) {
        const int letters = Terminal_Width(chart->groups[g]);
        frame->groupLetters = letters > frame->groupLetters ? letters : frame->groupLetters;
        frame->slanted = frame->slanted || LETTER * (letters + 1) > room;
        before = fmax(before, LETTER * letters * frame->form->cosine - (g + 0.5) * room);
    }
    if (frame->slanted && before > frame->left) {
        frame->width -= before - frame->left;
        frame->left = before;
    }
}

static void PlaceFrame(ChartFrame* frame) {
    const Chart* chart = frame->chart;
    int letters = 3;
    for (int i = 0; i < frame->y.tickCount; ++i) {
        char label[AXIS_LABEL];
        ChartAxis_Label(&frame->y, frame->y.ticks[i], label);
        letters = Terminal_Width(label) > letters ? Terminal_Width(label) : letters;
    }
    const int lines = Title(frame, false) + Legend(frame, false);
    frame->left = LETTER * letters + 18;
    frame->top = LINE * (lines + (chart->yLabel != NULL || chart->logY ? 1 : 0)) + 18;
    frame->width = frame->form->width - RIGHT - frame->left;
    frame->height = frame->form->plotHeight;
    if (chart->kind == CHART_BARS) {
        PlaceGroups(frame);
    }
}

// Text anchored at its "start", "middle" or "end".
static void Label(const ChartFrame* frame, double x, double y, const char* anchor,
                  const char* text) {
    fprintf(frame->stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    Markup_Text(frame->stream, text);
    fputs("</text>\n", frame->stream);
}

static void DrawAcross(const ChartFrame* frame, double y, const char* style) {
    fprintf(frame->stream, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"currentColor\" %s/>\n",
            frame->left, ToY(frame, y), frame->width, style);
}

static void DrawGroupNames(const ChartFrame* frame, double bottom) {
    const double room = frame->width / (frame->groupCount > 0 ? frame->groupCount : 1);
    for (int g = 0; g < frame->groupCount && frame->chart->groups != NULL; ++g) {
        const double x = frame->left + (g + 0.5) * room;
        if (!frame->slanted) {
            Label(frame, x, bottom + 18, "middle", frame->chart->groups[g]);
            continue;
        }
        fprintf(frame->stream, "<g transform=\"translate(%.1f %.1f) rotate(-%d)\">", x + 8,
                bottom + 16, frame->form->degrees);
        Label(frame, 0, 0, "end", frame->chart->groups[g]);
        fputs("</g>\n", frame->stream);
    }
}

static bool HasXLabel(const Chart* chart) {
    return chart->xLabel != NULL || (chart->logX && chart->kind != CHART_BARS);
}

// Height of the labels below the plot.
static double BelowHeight(const ChartFrame* frame) {
    const double names =
        frame->slanted ? LETTER * frame->groupLetters * frame->form->sine + LINE : LINE;
    return names + (HasXLabel(frame->chart) ? LINE : 0) + 12;
}

// What an axis shows; a logarithmic one says so.
static void DrawAxisName(const ChartFrame* frame, const ChartAxis* axis, const char* name) {
    const bool upright = axis == &frame->y;
    fprintf(frame->stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
            upright ? 8 : frame->left + frame->width / 2,
            upright ? frame->top - 14 : frame->top + frame->height + BelowHeight(frame) - 12,
            upright ? "start" : "middle");
    Markup_Text(frame->stream, name);
    if (axis->logarithmic) {
        fputs(name != NULL ? " (log scale)" : "log scale", frame->stream);
    }
    fputs("</text>\n", frame->stream);
}

static void DrawYAxis(const ChartFrame* frame) {
    char label[AXIS_LABEL];
    for (int i = 0; i < frame->y.minorCount; ++i) {
        DrawAcross(frame, frame->y.minors[i], "stroke-opacity=\"0.07\"");
    }
    for (int i = 0; i < frame->y.tickCount; ++i) {
        const double tick = frame->y.ticks[i];
        DrawAcross(frame, tick, "stroke-opacity=\"0.2\"");
        ChartAxis_Label(&frame->y, tick, label);
        Label(frame, frame->left - 8, ToY(frame, tick) + 4, "end", label);
    }
    if (frame->chart->yLabel != NULL || frame->chart->logY) {
        DrawAxisName(frame, &frame->y, frame->chart->yLabel);
    }
}

// Labels that would touch the last one are left out.
static void DrawXTicks(const ChartFrame* frame, double bottom) {
    char label[AXIS_LABEL];
    double free = -1e9;
    for (int i = 0; i < frame->x.minorCount; ++i) {
        fprintf(frame->stream, "<path d=\"M%.1f %.1fv3\" stroke=\"currentColor\"/>\n",
                ToX(frame, frame->x.minors[i]), bottom);
    }
    for (int i = 0; i < frame->x.tickCount; ++i) {
        const double x = ToX(frame, frame->x.ticks[i]);
        fprintf(frame->stream, "<path d=\"M%.1f %.1fv6\" stroke=\"currentColor\"/>\n", x, bottom);
        ChartAxis_Label(&frame->x, frame->x.ticks[i], label);
        const double half = 0.5 * LETTER * Terminal_Width(label);
        if (x - half > free) {
            Label(frame, x, bottom + 19, "middle", label);
            free = x + half + LETTER;
        }
    }
}

static void DrawAxes(const ChartFrame* frame) {
    const Chart* chart = frame->chart;
    const double bottom = frame->top + frame->height;
    DrawYAxis(frame);
    if (chart->kind == CHART_BARS) {
        DrawGroupNames(frame, bottom);
    } else {
        DrawXTicks(frame, bottom);
    }
    fprintf(frame->stream, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"currentColor\"/>\n", frame->left,
            bottom, frame->width);
    if (chart->reference != 0 && ChartAxis_Takes(chart->logY, chart->reference)) {
        DrawAcross(frame, chart->reference, "stroke-dasharray=\"5 4\"");
    }
    if (HasXLabel(chart)) {
        DrawAxisName(frame, &frame->x, chart->xLabel);
    }
}

// Tooltip: series, group or x, value.
static void WriteHint(const ChartFrame* frame, int s, int i) {
    const ChartSeries* series = &frame->chart->series[s];
    fputs("<title>", frame->stream);
    Markup_Text(frame->stream, series->name);
    if (frame->chart->kind != CHART_BARS) {
        fprintf(frame->stream, " (%.6g)", XOf(series, i));
    } else if (frame->chart->groups != NULL) {
        fputs(", ", frame->stream);
        Markup_Text(frame->stream, frame->chart->groups[i]);
    }
    fprintf(frame->stream, ": %.6g</title>", series->y[i]);
}

// A value without neighbours becomes a dot: a zero-length line with round caps.
static void DrawLine(const ChartFrame* frame, int s) {
    const ChartSeries* series = &frame->chart->series[s];
    BeginLine(frame, s);
    bool open = false;
    for (int i = 0; i < series->count; ++i) {
        const bool drawn = IsDrawn(frame->chart, series, i);
        if (drawn) {
            fprintf(frame->stream, "%c%.1f %.1f", open ? 'L' : 'M', ToX(frame, XOf(series, i)),
                    ToY(frame, series->y[i]));
            fputs(open ? "" : "h0", frame->stream);
        }
        open = drawn;
    }
    fputs("\" stroke-linecap=\"round\"/>\n", frame->stream);
}

// One of so many values is drawn: a line of markers would be a band.
static int MarkerStride(const ChartFrame* frame, const ChartSeries* series) {
    const bool crowded = frame->chart->kind == CHART_LINES && series->count > frame->form->markers;
    return crowded ? 1 + (series->count - 1) / (frame->form->markers / 2) : 1;
}

static void DrawMarkers(const ChartFrame* frame, int s) {
    const ChartSeries* series = &frame->chart->series[s];
    const int stride = MarkerStride(frame, series);
    for (int i = 0; i < series->count; i += stride) {
        if (IsDrawn(frame->chart, series, i)) {
            DrawMarker(frame, s, ToX(frame, XOf(series, i)), ToY(frame, series->y[i]));
            WriteHint(frame, s, i);
            fputs("</path>\n", frame->stream);
        }
    }
}

// Places along a line that tell their value under the pointer; unseen until then.
static void DrawHints(const ChartFrame* frame, int s) {
    const ChartSeries* series = &frame->chart->series[s];
    const int stride = 1 + (series->count - 1) / frame->form->hints;
    for (int i = 0; i < series->count; i += stride) {
        if (IsDrawn(frame->chart, series, i)) {
            fprintf(frame->stream,
                    "<circle class=\"hint\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"none\" "
                    "stroke=\"none\" pointer-events=\"all\">",
                    ToX(frame, XOf(series, i)), ToY(frame, series->y[i]));
            WriteHint(frame, s, i);
            fputs("</circle>\n", frame->stream);
        }
    }
}

// Bars of a group side by side, a fifth of its width left free. The baseline is zero, or the lower
// end of a logarithmic axis.
static void DrawBars(const ChartFrame* frame, int s) {
    const ChartSeries* series = &frame->chart->series[s];
    const double room = frame->width / frame->groupCount;
    const double width = 0.8 * room / frame->chart->seriesCount;
    const double base = frame->chart->logY ? frame->top + frame->height : ToY(frame, 0);
    for (int i = 0; i < series->count; ++i) {
        if (!IsDrawn(frame->chart, series, i)) {
            continue;
        }
        const double x = frame->left + (i + 0.1) * room + s * width, y = ToY(frame, series->y[i]);
        BeginBar(frame, s,
                 (const double[4]){x + 0.5, fmin(y, base), fmax(width - 1, 0.5), fabs(base - y)});
        WriteHint(frame, s, i);
        fputs("</rect>\n", frame->stream);
    }
}

static void DrawSeries(const ChartFrame* frame, int s) {
    BeginSeries(frame, s);
    if (frame->chart->kind == CHART_BARS) {
        DrawBars(frame, s);
    } else if (frame->chart->kind == CHART_LINES) {
        DrawLine(frame, s);
    }
    const bool marked = HasMarkers(frame->chart, s);
    if (marked) {
        DrawMarkers(frame, s);
    }
    if (frame->chart->kind == CHART_LINES &&
        (!marked || MarkerStride(frame, &frame->chart->series[s]) > 1)) {
        DrawHints(frame, s);
    }
    EndSeries(frame);
}

void Chart_Write(const Chart* chart, ChartSize size, FILE* stream) {
    ChartFrame frame = {.chart = chart, .form = &forms[size], .stream = stream};
    MakeAxes(&frame);
    PlaceFrame(&frame);
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" role=\"img\" "
            "aria-label=\"",
            frame.form->width, frame.top + frame.height + BelowHeight(&frame));
    Markup_Text(stream, chart->title); // no <title>: it would cover the chart as a tooltip
    fputs("\" style=\"color:var(--ink,#1c2024)\" fill=\"currentColor\" "
          "font-family=\"system-ui,sans-serif\" font-size=\"13\">\n",
          stream);
    if (chart->about != NULL) {
        fputs("<desc>", stream);
        Markup_Text(stream, chart->about);
        fputs("</desc>\n", stream);
    }
    (void)Title(&frame, true);
    (void)Legend(&frame, true);
    DrawAxes(&frame);
    for (int s = 0; s < chart->seriesCount; ++s) {
        DrawSeries(&frame, s);
    }
    if (frame.isEmpty) {
        Label(&frame, frame.left + frame.width / 2, frame.top + frame.height / 2, "middle",
              "no values in this run");
    }
    fputs("</svg>\n", stream);
}
