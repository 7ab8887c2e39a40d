// Reading decimals, correctly rounded.
//
// Three ways, fastest first, all with the same answer:
//   1. At most 2^53 times a power of ten up to 10^22: both are doubles, and one multiplication or
//      division rounds once (W. D. Clinger, How to read floating point numbers accurately, 1990).
//   2. The first 19 digits times a power of five in 128 bits, as an interval that holds the value.
//      Rounding is monotone: where both ends round alike, that is the answer.
//   3. Everything else, ties above all: the number as an integer ratio, divided exactly.

#include "decimal.h"

#include "big.h"
#include "power5.h"

#include <string.h>

// A binary format: bits of precision, the hidden one included, and the exponents of its least and
// greatest normal powers of two.
typedef struct Layout {
    int precision;
    int minExponent;
    int maxExponent;
} Layout;

static const Layout doubleLayout = {53, -1022, 1023};
static const Layout floatLayout = {24, -126, 127};

// More than 19 digits: leading zeros go, the first 19 that remain form the head.
static void ShortenHead(svDecimal* d) {
    while (d->digits < d->digitsEnd && (*d->digits == '0' || *d->digits == '.')) {
        ++d->digits;
    }
    uint64_t head = 0;
    int count = 0;
    int64_t dropped = 0;
    for (const char* p = d->digits; p < d->digitsEnd; ++p) {
        if (*p == '.') {
            continue;
        }
        if (count < 19) {
            head = head * 10 + (uint64_t)(*p - '0');
            ++count;
        } else {
            d->longer |= *p != '0';
            ++dropped;
        }
    }
    d->head = head;
    d->exponent += dropped;
}

// The exponent part, if one stands at `at`: adds it and returns the place after it.
static const char* ParseExponent(const char* at, const char* end, int64_t* exponent) {
    const char* p = at + 1;
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) {
        ++p;
    }
    if (p == end || !svIsDigit(*p)) {
        return at;
    }
    int64_t value = 0;
    for (; p < end && svIsDigit(*p); ++p) {
        // Far beyond any double, and the sum with a count of digits cannot overflow.
        value = value < INT64_C(100000000000000000) ? value * 10 + (*p - '0') : value;
    }
    *exponent += negative ? -value : value;
    return p;
}

const char* svDecimal_Parse(const char* at, const char* end, svDecimal* d) {
    const char* p = at;
    d->negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) {
        ++p;
    }
    d->digits = p;
    uint64_t head = 0;
    for (; p < end && svIsDigit(*p); ++p) {
        head = head * 10 + (uint64_t)(*p - '0'); // may wrap; ShortenHead repairs it
    }
    ptrdiff_t count = p - d->digits;
    d->exponent = 0;
    if (p < end && *p == '.') {
        const char* fraction = ++p;
        for (; p < end && svIsDigit(*p); ++p) {
            head = head * 10 + (uint64_t)(*p - '0');
        }
        d->exponent = -(int64_t)(p - fraction);
        count += p - fraction;
    }
    if (count == 0) {
        return NULL;
    }
    d->digitsEnd = p;
    d->head = head;
    d->longer = false;
    if (count > 19) {
        ShortenHead(d);
    }
    return p < end && (*p == 'e' || *p == 'E') ? ParseExponent(p, end, &d->exponent) : p;
}

// Rounds mantissa * 2^exponent, plus less than 2^exponent if `sticky`, to the bits of the format
// without its sign. The mantissa is not zero and, if sticky, has its top bit set.
static uint64_t RoundBits(uint64_t mantissa, int exponent, bool sticky, const Layout* layout) {
    const int zeros = __builtin_clzll(mantissa);
    mantissa <<= zeros;
    const int top = exponent - zeros + 63; // the value is in [2^top, 2^(top+1))
    const uint64_t infinity = (uint64_t)(2 * layout->maxExponent + 1) << (layout->precision - 1);
    if (top > layout->maxExponent) {
        return infinity;
    }
    int keep = layout->precision;
    if (top < layout->minExponent) {
        keep -= layout->minExponent - top; // subnormal
    }
    if (keep < 0) {
        return 0;
    }
    uint64_t kept = keep == 0 ? 0 : mantissa >> (64 - keep);
    const uint64_t rest = mantissa << keep;
    const uint64_t half = UINT64_C(1) << 63;
    if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) {
        ++kept;
    }
    if (top < layout->minExponent) {
        return kept; // a carry into the least normal number has the right bits, too
    }
    // The hidden bit counts one up in the exponent field; a carry goes on into it, up to infinity.
    return ((uint64_t)(top - layout->minExponent) << (layout->precision - 1)) + kept;
}

// Rounds head * 5^e * 2^e, from the lower bound of the power plus `slack` units of its last bit.
// The head is not zero.
static uint64_t RoundProduct(uint64_t head, const svPower5* power, int e, uint32_t slack,
                             const Layout* layout) {
    const int zeros = __builtin_clzll(head);
    const uint64_t scaled = head << zeros;
    uint64_t rest;
    uint64_t low;
    const uint64_t carry = svMultiplyWords(scaled, power->low, &rest);
    uint64_t high = svMultiplyWords(scaled, power->high, &low);
    low += carry;
    high += low < carry ? 1 : 0;
    // A unit of the power weighs less than one of `low` here, and so does what `rest` holds.
    low += slack;
    high += low < slack ? 1 : 0;
    int exponent = power->exponent + e + 128 - zeros;
    if (high >> 63 == 0) {
        high = high << 1 | low >> 63;
        low <<= 1;
        --exponent;
    }
    return RoundBits(high, exponent, low != 0 || rest != 0, layout);
}

// No more than 800 digits matter: a double, and the point halfway between two, has at most 767
// significant ones. Of what lies beyond, that it is not zero is enough: one more digit says so.
#define MAX_DIGITS 800

// Collects the significant digits and the exponent of the last of them. Returns their number.
static int GatherDigits(const svDecimal* d, char digits[MAX_DIGITS], int64_t* exponent) {
    int count = 0;
    bool more = false;
    for (const char* p = d->digits; p < d->digitsEnd; ++p) {
        if (*p == '.' || (count == 0 && *p == '0')) {
            continue;
        }
        if (count < MAX_DIGITS - 1) {
            digits[count++] = *p;
        } else {
            more |= *p != '0';
        }
    }
    // d->exponent is that of the last digit of the head.
    *exponent = d->exponent - (count > 19 ? count - 19 : 0);
    if (more) {
        digits[count++] = '1';
        --*exponent;
    }
    return count;
}

// Any number, by exact integer division.
static uint64_t LongToBits(const svDecimal* d, const Layout* layout) {
    char digits[MAX_DIGITS];
    int64_t exponent;
    const int count = GatherDigits(d, digits, &exponent);
    // The value is in [10^(n-1), 10^n). Beyond these decades every format is infinite, or zero
    // (half the least subnormal double is above 1e-324).
    const int64_t n = count + exponent;
    if (n > 310) {
        return RoundBits(1, layout->maxExponent + 1, false, layout);
    }
    if (n < -324) {
        return 0;
    }
    svBig numerator;
    svBig denominator;
    svBig_Set(&numerator, 0);
    svBig_Set(&denominator, 1);
    svBig_AppendDigits(&numerator, digits, (size_t)count);
    svBig_MultiplyPower5(exponent >= 0 ? &numerator : &denominator,
                         (unsigned)(exponent >= 0 ? exponent : -exponent));
    // Aligned to a quotient of 64 or 65 bits; of 65, the divisor is doubled.
    const int shift = 64 + (int)svBig_BitLength(&denominator) - (int)svBig_BitLength(&numerator);
    svBig_ShiftLeft(shift >= 0 ? &numerator : &denominator, (size_t)(shift >= 0 ? shift : -shift));
    int binary = (int)exponent - shift;
    svBig limit;
    svBig_Copy(&limit, &denominator);
    svBig_ShiftLeft(&limit, 64);
    if (svBig_Compare(&numerator, &limit) >= 0) {
        svBig_ShiftLeft(&denominator, 1);
        ++binary;
    }
    const uint64_t quotient = svBig_Divide(&numerator, &denominator);
    return RoundBits(quotient, binary, numerator.size > 0, layout);
}

static uint64_t ToBits(const svDecimal* d, const Layout* layout) {
    if (d->head == 0) {
        return 0;
    }
    if (d->exponent >= SV_POWER5_MIN && d->exponent <= SV_POWER5_MAX) {
        const int e = (int)d->exponent;
        const svPower5 power = svPower5_Make(e);
        const uint64_t bits = RoundProduct(d->head, &power, e, 0, layout);
        const uint64_t head = d->head + (d->longer ? 1 : 0);
        const uint32_t slack = power.slack > 0 ? power.slack + 1 : 0;
        if ((!d->longer && slack == 0) || bits == RoundProduct(head, &power, e, slack, layout)) {
            return bits;
        }
    }
    return LongToBits(d, layout);
}

double svDecimal_ToDouble(const svDecimal* d) {
    static const double power10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double value;
    if (d->head <= UINT64_C(1) << 53 && !d->longer && d->exponent >= -22 && d->exponent <= 22) {
        value = d->exponent < 0 ? (double)d->head / power10[-d->exponent]
                                : (double)d->head * power10[d->exponent];
    } else {
        const uint64_t bits = ToBits(d, &doubleLayout);
        memcpy(&value, &bits, sizeof(value));
    }
    return d->negative ? -value : value;
}

float svDecimal_ToFloat(const svDecimal* d) {
    const uint32_t bits = (uint32_t)ToBits(d, &floatLayout);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return d->negative ? -value : value;
}
