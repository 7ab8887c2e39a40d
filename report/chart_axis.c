// Range of values in, round ends, ticks and labels out; linear or logarithmic.

#include "chart_axis.h"

#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void MakeLinear(ChartAxis* axis, double least, double most, ChartEnds ends) {
    if (ends == CHART_ENDS_ZERO) {
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
    const bool tight = ends == CHART_ENDS_DATA;
    const double low = least / axis->step, high = most / axis->step;
    const double first = tight ? ceil(low - 1e-9) : floor(low + 1e-9);
    const double last = tight ? floor(high + 1e-9) : ceil(high - 1e-9);
    axis->least = tight ? least : first * axis->step;
    axis->most = tight ? most : last * axis->step;
    // No ticks for NaN or for far too many.
    const int steps = last - first < 1000 ? (int)(last - first) : -1;
    for (int i = 0; i <= steps; ++i) {
        const double tick = (first + i) * axis->step, place = ChartAxis_Place(axis, tick);
        if (place >= -1e-9 && place <= 1 + 1e-9) { // rounding, where the range is narrow
            AddTick(axis, tick);
        }
    }
}

// Multiples of powers of ten inside the axis that have no tick.
static void AddMinors(ChartAxis* axis, int low, int high) {
    for (int d = low; d <= high; ++d) {
        for (int m = 1; m < 10; ++m) {
            const double minor = m * pow(10, d), at = log10(minor);
            bool free = at > axis->least + 1e-9 && at < axis->most - 1e-9;
            for (int i = 0; i < axis->tickCount; ++i) {
                free = free && fabs(log10(axis->ticks[i]) - at) > 1e-9;
            }
            if (free && axis->minorCount < AXIS_MINORS) {
                axis->minors[axis->minorCount++] = minor;
            }
        }
    }
}

// More than three decades: a tick at each, or at every few.
static void MakeDecades(ChartAxis* axis, int low, int high) {
    const int stride = (high - low + 7) / 8;
    axis->decades = true;
    for (int d = (int)ceil(axis->least - 1e-9); d <= axis->most + 1e-9; d += stride) {
        AddTick(axis, pow(10, d));
    }
    if (stride == 1) {
        AddMinors(axis, low, high);
    }
}

static void MakeLogarithmic(ChartAxis* axis, double least, double most, ChartEnds ends) {
    static const double parts[3] = {1, 2, 5};
    const int low = (int)floor(log10(least) + 1e-12), high = (int)ceil(log10(most) - 1e-12);
    const int end = high > low ? high : low + 1;
    const bool tight = ends == CHART_ENDS_DATA && log10(most) - log10(least) > 0.1;
    axis->least = tight ? log10(least) : low;
    axis->most = tight ? log10(most) : end;
    if (end - low > 3) {
        MakeDecades(axis, low, end);
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
    axis->least = tight ? axis->least : first;
    axis->most = tight ? axis->most : last;
    for (int d = low; d <= end; ++d) {
        for (int p = 0; p < 3; ++p) {
            const double tick = d + log10(parts[p]);
            if (tick >= axis->least - 1e-9 && tick <= axis->most + 1e-9) {
                AddTick(axis, parts[p] * pow(10, d));
            }
        }
    }
    AddMinors(axis, low, end);
}

ChartAxis ChartAxis_Make(bool logarithmic, double least, double most, ChartEnds ends) {
    ChartAxis axis = {.logarithmic = logarithmic};
    if (least > most) {
        least = logarithmic ? 1 : 0;
        most = logarithmic ? 10 : 1;
    }
    if (logarithmic) {
        MakeLogarithmic(&axis, least, most, ends);
    } else {
        MakeLinear(&axis, least, most, ends);
    }
    if (ends == CHART_ENDS_DATA && axis.tickCount < 2) { // too narrow to be read
        return ChartAxis_Make(logarithmic, least, most, CHART_ENDS_ROUND);
    }
    return axis;
}

double ChartAxis_Place(const ChartAxis* axis, double value) {
    const double at = axis->logarithmic ? log10(value) : value;
    return (at - axis->least) / (axis->most - axis->least);
}

// The power of ten in raised digits.
static void TellPower(int exponent, char text[AXIS_LABEL]) {
    static const char* const digits[10] = {
        "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
    char plain[16];
    snprintf(plain, sizeof(plain), "%d", abs(exponent));
    size_t used = (size_t)snprintf(text, AXIS_LABEL, "10%s", exponent < 0 ? "\xE2\x81\xBB" : "");
    for (const char* digit = plain; *digit != '\0'; ++digit) {
        used += (size_t)snprintf(text + used, AXIS_LABEL - used, "%s", digits[*digit - '0']);
    }
}

// Far from 1: 1.25 times a power of ten, with the digits that tell neighbouring ticks apart.
static void TellFar(double tick, int digits, char label[AXIS_LABEL]) {
    char power[AXIS_LABEL], plain[AXIS_LABEL];
    snprintf(plain, sizeof(plain), "%.*e", digits, tick);
    char* mark = strchr(plain, 'e');
    if (tick == 0 || mark == NULL) {
        snprintf(label, AXIS_LABEL, "%g", tick);
        return;
    }
    *mark = '\0';
    TellPower(atoi(mark + 1), power);
    if (strcmp(plain, "1") == 0) {
        snprintf(label, AXIS_LABEL, "%s", power);
    } else {
        snprintf(label, AXIS_LABEL, "%.14s\xC2\xB7%.16s", plain, power);
    }
}

void ChartAxis_Label(const ChartAxis* axis, double tick, char label[AXIS_LABEL]) {
    const double size = fabs(tick), end = fmax(fabs(axis->least), fabs(axis->most));
    if (axis->decades) {
        TellPower((int)floor(log10(tick) + 0.5), label);
        return;
    }
    if (axis->logarithmic ? size < 1e-4 || size >= 1e7 : axis->step < 1e-6 || end >= 1e7) {
        const double more =
            axis->logarithmic ? 0 : floor(log10(size > 0 ? size : end)) - floor(log10(axis->step));
        TellFar(tick, (int)fmin(fmax(more, 0), 10), label);
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
