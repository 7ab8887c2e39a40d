// Writing doubles and floats with the fewest digits that read back as the same bits.
//
// Every number between the midpoints to the neighbours reads back as the value. The fast way scales
// value and midpoints by a power of ten, to integers of 18 digits with 64 bits of fraction, and
// takes the multiple of the greatest power of ten in between. It knows its error: where that leaves
// open on which side of an integer a midpoint lies, the exact way decides.
//
// The exact way: G. L. Steele and J. L. White, How to print floating-point numbers accurately,
// 1990, in the free-format form of R. G. Burger and R. K. Dybvig, 1996. The value is r/s, and every
// number strictly between (r - below)/s and (r + above)/s reads back as it, the ends too where the
// mantissa is even. Digits of r/s are generated until what is left lies inside that range.

#include "big.h"
#include "decimal.h"
#include "power5.h"

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

// A fixed-point number: whole + fraction / 2^64, too small by less than two units of 2^-64.
typedef struct Fixed {
    uint64_t whole, fraction;
} Fixed;

// count * power / 2^shift, for 0 < shift < 64 and a result below 2^61. Since count * 2^127 is at
// most count * power, count is less than 2^(shift - 2): the slack of the power, at most 3, and what
// the shift drops are each less than one unit.
static Fixed ScaleFixed(uint64_t count, const svPower5* power, int shift) {
    uint64_t w0;
    uint64_t w1;
    const uint64_t carry = svMultiplyWords(count, power->low, &w0);
    uint64_t w2 = svMultiplyWords(count, power->high, &w1);
    w1 += carry;
    w2 += w1 < carry ? 1 : 0;
    return (Fixed){w2 << (64 - shift) | w1 >> shift, w1 << (64 - shift) | w0 >> shift};
}

// Whether the true number may be an integer, or lie beyond the next one.
static bool IsUncertain(Fixed x) {
    return x.fraction == 0 || x.fraction >= UINT64_MAX - 1;
}

// Digits of the shortest number for mantissa * 2^exponent = 0.d1d2... * 10^k, or 0 if in doubt.
// `guess` is floor(log10) of the value or one less.
static int FastDigits(uint64_t mantissa, int exponent, bool closerBelow, int guess, char digits[20],
                      int* k) {
    const int scale = 17 - guess;
    const svPower5 power = svPower5_Make(scale);
    const int shift = -(power.exponent + scale + exponent - 2 + 64);
    const Fixed value = ScaleFixed(4 * mantissa, &power, shift);
    const Fixed above = ScaleFixed(4 * mantissa + 2, &power, shift);
    const Fixed below = ScaleFixed(4 * mantissa - (closerBelow ? 1 : 2), &power, shift);
    if (IsUncertain(above) || IsUncertain(below)) {
        return 0;
    }
    uint64_t least = below.whole + 1; // of the integers in between
    uint64_t greatest = above.whole;
    int zeros = 0;
    uint64_t unit = 1;
    while ((least + 9) / 10 <= greatest / 10) {
        least = (least + 9) / 10;
        greatest /= 10;
        unit *= 10;
        ++zeros;
    }
    uint64_t nearest = value.whole / unit + (value.whole % unit >= unit - unit / 2 ? 1 : 0);
    nearest = nearest < least ? least : nearest > greatest ? greatest : nearest;
    char reversed[20];
    int count = 0;
    for (; nearest != 0; nearest /= 10) {
        reversed[count++] = (char)('0' + nearest % 10);
    }
    for (int i = 0; i < count; ++i) {
        digits[i] = reversed[count - 1 - i];
    }
    *k = count + zeros - scale;
    return count;
}

static int ExactDigits(uint64_t mantissa, int exponent, bool closerBelow, int guess,
                       char digits[20], int* k) {
    Range range;
    SetRange(&range, mantissa, exponent, closerBelow);
    *k = Scale(&range, guess);
    return GenerateDigits(&range, digits);
}

// The finite number mantissa * 2^exponent.
static size_t FormatFinite(uint64_t mantissa, int exponent, bool closerBelow, char* text) {
    if (mantissa == 0) {
        text[0] = '0';
        return 1;
    }
    const double log10of2 = 0.30102999566398120;
    const int top = exponent + 63 - __builtin_clzll(mantissa);
    const int guess = (int)floor(top * log10of2);
    char digits[20];
    int k;
    int count = FastDigits(mantissa, exponent, closerBelow, guess, digits, &k);
    if (count == 0) {
        count = ExactDigits(mantissa, exponent, closerBelow, guess, digits, &k);
    }
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
        const char* name = fraction != 0 ? "nan" : "inf";
        while (*name != '\0') {
            text[length++] = *name++;
        }
        return length;
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
