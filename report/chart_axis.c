// Range of values in, round ends, ticks and labels out; linear or logarithmic.

#include "chart_axis.h"

#include "table.h"

#include <math.h>
#include <stdio.h>

// Intervals between ticks, roughly.
enum { STEPS = 5 };
// A linear range narrower than this, relative to its values, is widened: labels could not show it.
static const double LEAST_SPAN = 1e-9;

bool ChartAxis_Takes(bool logarithmic, double value) {
    return isfinite(value) && fabs(value) <= 1e300 && (!logarithmic || value >= 1e-300);
}

// Rounds up to 1, 2 or 5 times a power of ten.
static double RoundStep(double value) {
    const double power = pow(10, floor(log10(value)));
    const double ratio = value / power;
    return power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
}

static void AddTick(ChartAxis* axis, double tick) {
    if (axis->tickCount < AXIS_TICKS) {
        axis->ticks[axis->tickCount++] = tick;
    }
}

static void MakeLinear(ChartAxis* axis, double least, double most, bool fromZero) {
    // Include zero where the values come near it: bars and slopes then show true proportions.
    const bool nearZero = (least > 0 && least <= 0.6 * most) || (most < 0 && most >= 0.6 * least);
    if (fromZero || nearZero) {
        least = fmin(least, 0);
        most = fmax(most, 0);
    }
    const double size = fmax(fabs(least), fabs(most));
    if (most - least <= LEAST_SPAN * size || most - least < 1e-300) {
        const double more = size < 1e-290 ? 1 : 0.1 * size;
        least -= least == 0 ? 0 : more;
        most += more;
    }
    axis->step = RoundStep((most - least) / STEPS);
    const double first = floor(least / axis->step + 1e-9), last = ceil(most / axis->step - 1e-9);
    axis->least = first * axis->step;
    axis->most = last * axis->step;
    // No ticks for NaN or for far too many.
    const int steps = last - first < 1000 ? (int)(last - first) : -1;
    for (int i = 0; i <= steps; ++i) {
        AddTick(axis, (first + i) * axis->step);
    }
}

static void MakeLogarithmic(ChartAxis* axis, double least, double most) {
    static const double parts[3] = {1, 2, 5};
    const int low = (int)floor(log10(least) + 1e-12), high = (int)ceil(log10(most) - 1e-12);
    const int end = high > low ? high : low + 1;
    axis->least = low;
    axis->most = end;
    if (end - low > 3) {
        const int stride = (end - low + 7) / 8;
        for (int d = low; d <= end; d += stride) {
            AddTick(axis, pow(10, d));
        }
        return;
    }
    // Up to three decades: ticks at 2 and 5 too, and a tighter range.
    double first = low, last = end;
    for (int d = low; d <= end; ++d) {
        for (int p = 0; p < 3; ++p) {
            const double tick = d + log10(parts[p]);
            first = tick <= log10(least) + 1e-12 ? tick : first;
            last = tick >= log10(most) - 1e-12 && tick < last && tick > first ? tick : last;
        }
    }
    axis->least = first;
    axis->most = last;
    for (int d = low; d <= end; ++d) {
        for (int p = 0; p < 3; ++p) {
            const double tick = d + log10(parts[p]);
            if (tick >= first - 1e-9 && tick <= last + 1e-9) {
                AddTick(axis, parts[p] * pow(10, d));
            }
        }
    }
}

ChartAxis ChartAxis_Make(bool logarithmic, double least, double most, bool fromZero) {
    ChartAxis axis = {.logarithmic = logarithmic};
    if (least > most) {
        least = logarithmic ? 1 : 0;
        most = logarithmic ? 10 : 1;
    }
    if (logarithmic) {
        MakeLogarithmic(&axis, least, most);
    } else {
        MakeLinear(&axis, least, most, fromZero);
    }
    return axis;
}

double ChartAxis_Place(const ChartAxis* axis, double value) {
    const double at = axis->logarithmic ? log10(value) : value;
    return (at - axis->least) / (axis->most - axis->least);
}

void ChartAxis_Label(const ChartAxis* axis, double tick, char label[AXIS_LABEL]) {
    const double size = fabs(tick), end = fmax(fabs(axis->least), fabs(axis->most));
    if (axis->logarithmic ? size < 1e-4 || size >= 1e7 : axis->step < 1e-6 || end >= 1e7) {
        // Enough digits to distinguish neighbouring ticks.
        const double more = axis->logarithmic ? 0 : floor(log10(end)) - floor(log10(axis->step));
        snprintf(label, AXIS_LABEL, "%.*g", 1 + (int)fmin(fmax(more, 0), 14), tick);
        return;
    }
    const double step = axis->logarithmic ? size : axis->step;
    const int decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    if (decimals == 0 && tick >= 0) {
        char cell[TABLE_CELL];
        Cell_Count(cell, (uint64_t)(tick + 0.5));
        snprintf(label, AXIS_LABEL, "%s", cell);
        return;
    }
    snprintf(label, AXIS_LABEL, "%.*f", decimals, fabs(tick) < 0.5 * step ? 0.0 : tick);
}
