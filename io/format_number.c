// Writing doubles and floats with the fewest digits that read back as the same bits.
//
// G. L. Steele and J. L. White, How to print floating-point numbers accurately, 1990, in the
// free-format form of R. G. Burger and R. K. Dybvig, 1996: the value is r/s, and every number
// strictly between (r - below)/s and (r + above)/s reads back as it, the ends too where the
// mantissa is even. Digits of r/s are generated until what is left lies inside that range.

#include "big.h"
#include "decimal.h"

#include <math.h>
#include <string.h>

typedef struct Range {
    svBig r, s, above, below;
    bool inclusive;
} Range;

// Sets up mantissa * 2^exponent. At a power of two the numbers below lie half as far apart.
static void SetRange(Range* range, uint64_t mantissa, int exponent, bool closerBelow) {
    const unsigned extra = closerBelow ? 1 : 0;
    const unsigned up = exponent > 0 ? (unsigned)exponent : 0;
    const unsigned down = exponent < 0 ? (unsigned)-exponent : 0;
    svBig_Set(&range->r, mantissa);
    svBig_ShiftLeft(&range->r, up + 1 + extra);
    svBig_Set(&range->s, 1);
    svBig_ShiftLeft(&range->s, down + 1 + extra);
    svBig_Set(&range->above, 1);
    svBig_ShiftLeft(&range->above, up + extra);
    svBig_Set(&range->below, 1);
    svBig_ShiftLeft(&range->below, up);
    range->inclusive = (mantissa & 1) == 0;
}

static void MultiplyPower10(svBig* a, unsigned exponent) {
    svBig_MultiplyPower5(a, exponent);
    svBig_ShiftLeft(a, exponent);
}

// Whether r + above reaches s.
static bool ReachesTop(const Range* range) {
    svBig sum;
    svBig_Copy(&sum, &range->r);
    svBig_Add(&sum, &range->above);
    const int order = svBig_Compare(&sum, &range->s);
    return range->inclusive ? order >= 0 : order > 0;
}

// Whether what is left lies within `below` of the digits generated so far.
static bool ReachesBottom(const Range* range) {
    const int order = svBig_Compare(&range->r, &range->below);
    return range->inclusive ? order <= 0 : order < 0;
}

static void TimesTen(Range* range) {
    svBig_MultiplyAdd(&range->r, 10, 0);
    svBig_MultiplyAdd(&range->above, 10, 0);
    svBig_MultiplyAdd(&range->below, 10, 0);
}

// Scales the range to r/s in [1/10, 1) and returns the k with value = (r/s) 10^k. `guess` is
// floor(log10(value)), possibly one too small or too great.
static int Scale(Range* range, int guess) {
    if (guess >= 0) {
        MultiplyPower10(&range->s, (unsigned)guess);
    } else {
        MultiplyPower10(&range->r, (unsigned)-guess);
        MultiplyPower10(&range->above, (unsigned)-guess);
        MultiplyPower10(&range->below, (unsigned)-guess);
    }
    while (ReachesTop(range)) {
        svBig_MultiplyAdd(&range->s, 10, 0);
        ++guess;
    }
    for (;;) {
        TimesTen(range);
        if (ReachesTop(range)) {
            return guess;
        }
        --guess;
    }
}

// Generates the digits of a range whose next digit is floor(r/s). Returns how many.
static int GenerateDigits(Range* range, char digits[20]) {
    for (int count = 0;;) {
        char digit = '0';
        while (svBig_Compare(&range->r, &range->s) >= 0) {
            svBig_Subtract(&range->r, &range->s);
            ++digit;
        }
        const bool low = ReachesBottom(range);
        const bool high = ReachesTop(range);
        if (low || high) {
            svBig_MultiplyAdd(&range->r, 2, 0);
            const bool closerAbove = svBig_Compare(&range->r, &range->s) >= 0;
            digits[count++] = (char)(digit + (high && (!low || closerAbove) ? 1 : 0));
            return count;
        }
        digits[count++] = digit;
        TimesTen(range);
    }
}

static size_t PutInteger(int value, char* text) {
    char reversed[12];
    size_t count = 0;
    size_t length = 0;
    if (value < 0) {
        text[length++] = '-';
        value = -value;
    }
    do {
        reversed[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count > 0) {
        text[length++] = reversed[--count];
    }
    return length;
}

// 0.d1d2...dn * 10^k as plain digits where that is short, else as d1.d2...dn e k-1.
static size_t ArrangeDigits(const char* digits, int count, int k, char* text) {
    char* p = text;
    if (k > 0 && k <= 17) {
        for (int i = 0; i < count || i < k; ++i) {
            if (i == k) {
                *p++ = '.';
            }
            *p++ = i < count ? digits[i] : '0';
        }
    } else if (k <= 0 && k > -5) {
        *p++ = '0';
        *p++ = '.';
        for (int i = k; i < 0; ++i) {
            *p++ = '0';
        }
        memcpy(p, digits, (size_t)count);
        p += count;
    } else {
        *p++ = digits[0];
        if (count > 1) {
            *p++ = '.';
            memcpy(p, digits + 1, (size_t)count - 1);
            p += count - 1;
        }
        *p++ = 'e';
        p += PutInteger(k - 1, p);
    }
    return (size_t)(p - text);
}

// The finite number mantissa * 2^exponent.
static size_t FormatFinite(uint64_t mantissa, int exponent, bool closerBelow, char* text) {
    if (mantissa == 0) {
        text[0] = '0';
        return 1;
    }
    Range range;
    SetRange(&range, mantissa, exponent, closerBelow);
    const double log10of2 = 0.30102999566398120;
    const int top = exponent + 63 - __builtin_clzll(mantissa);
    const int k = Scale(&range, (int)floor(top * log10of2));
    char digits[20];
    const int count = GenerateDigits(&range, digits);
    return ArrangeDigits(digits, count, k, text);
}

// nan, inf, or the sign and the digits.
static size_t FormatBits(uint64_t bits, int fractionBits, int exponentBits, char* text) {
    const uint64_t fraction = bits & ((UINT64_C(1) << fractionBits) - 1);
    const int greatest = (1 << exponentBits) - 1;
    const int field = (int)(bits >> fractionBits) & greatest;
    size_t length = 0;
    if ((bits >> (fractionBits + exponentBits)) != 0 && !(field == greatest && fraction != 0)) {
        text[length++] = '-';
    }
    if (field == greatest) {
        memcpy(text + length, fraction != 0 ? "nan" : "inf", 3);
        return length + 3;
    }
    const uint64_t hidden = field == 0 ? 0 : UINT64_C(1) << fractionBits;
    const int exponent = (field == 0 ? 1 : field) - greatest / 2 - fractionBits;
    const bool closerBelow = fraction == 0 && field > 1;
    return length + FormatFinite(hidden | fraction, exponent, closerBelow, text + length);
}

size_t svFormatDouble(double value, char text[SV_NUMBER_CHARS]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return FormatBits(bits, 52, 11, text);
}

size_t svFormatFloat(float value, char text[SV_NUMBER_CHARS]) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return FormatBits(bits, 23, 8, text);
}
