// Exact integers: schoolbook arithmetic on sign and magnitude. The operands of the collision tests
// have a handful of limbs, where nothing asymptotically better pays.

#include "predicates/integer.h"

#include <string.h>

svIntegerArena svIntegerArena_Make(svLimb* memory, size_t limbCount) {
    return (svIntegerArena){memory, memory + limbCount, false};
}

// Room for `count` limbs, or null and the arena is marked exhausted.
static svLimb* ReserveLimbs(svIntegerArena* arena, int32_t count) {
    if (arena->end - arena->next < count) {
        arena->exhausted = true;
        return NULL;
    }
    return arena->next;
}

// Keeps the first `count` limbs of what ReserveLimbs gave, leading zeros dropped, as the result.
static svInteger KeepLimbs(svIntegerArena* arena, const svLimb* limbs, int32_t count,
                           bool negative) {
    while (count > 0 && limbs[count - 1] == 0) {
        --count;
    }
    arena->next += count;
    return (svInteger){limbs, negative ? -count : count};
}

static int32_t LimbCount(svInteger a) {
    return a.size < 0 ? -a.size : a.size;
}

svInteger svInteger_FromShifted(svIntegerArena* arena, int64_t m, unsigned shift) {
    if (m == 0) {
        return svInteger_Zero();
    }
    uint64_t magnitude = m < 0 ? 0 - (uint64_t)m : (uint64_t)m;
    const int32_t zeros = (int32_t)(shift / (unsigned)SV_LIMB_BITS);
    const unsigned within = shift % (unsigned)SV_LIMB_BITS;
    const int32_t count = zeros + 64 / SV_LIMB_BITS + 1;
    svLimb* limbs = ReserveLimbs(arena, count);
    if (limbs == NULL) {
        return svInteger_Zero();
    }
    memset(limbs, 0, (size_t)count * sizeof(svLimb));
    svLimb carry = 0;
    for (int32_t i = zeros; i < count; ++i) {
        const svLimb piece = (svLimb)magnitude;
        limbs[i] = (svLimb)(piece << within) | carry;
        carry = within == 0 ? 0 : piece >> ((unsigned)SV_LIMB_BITS - within);
        magnitude = SV_LIMB_BITS == 64 ? 0 : magnitude >> (SV_LIMB_BITS % 64);
    }
    return KeepLimbs(arena, limbs, count, m < 0);
}

static int CompareMagnitude(svInteger a, svInteger b) {
    const int32_t na = LimbCount(a), nb = LimbCount(b);
    if (na != nb) {
        return na < nb ? -1 : 1;
    }
    for (int32_t i = na - 1; i >= 0; --i) {
        if (a.limbs[i] != b.limbs[i]) {
            return a.limbs[i] < b.limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

int svInteger_Compare(svInteger a, svInteger b) {
    const int sa = svInteger_Sign(a), sb = svInteger_Sign(b);
    if (sa != sb) {
        return sa < sb ? -1 : 1;
    }
    return sa < 0 ? -CompareMagnitude(a, b) : CompareMagnitude(a, b);
}

// |a| + |b| with the given sign.
static svInteger AddMagnitude(svIntegerArena* arena, svInteger a, svInteger b, bool negative) {
    if (LimbCount(a) < LimbCount(b)) {
        const svInteger t = a;
        a = b;
        b = t;
    }
    const int32_t na = LimbCount(a), nb = LimbCount(b);
    svLimb* limbs = ReserveLimbs(arena, na + 1);
    if (limbs == NULL) {
        return svInteger_Zero();
    }
    svLimb carry = 0;
    for (int32_t i = 0; i < na; ++i) {
        const svDoubleLimb sum = (svDoubleLimb)a.limbs[i] + (i < nb ? b.limbs[i] : 0) + carry;
        limbs[i] = (svLimb)sum;
        carry = (svLimb)(sum >> SV_LIMB_BITS);
    }
    limbs[na] = carry;
    return KeepLimbs(arena, limbs, na + 1, negative);
}

// |a| - |b| for |a| > |b|, with the given sign.
static svInteger SubtractMagnitude(svIntegerArena* arena, svInteger a, svInteger b, bool negative) {
    const int32_t na = LimbCount(a), nb = LimbCount(b);
    svLimb* limbs = ReserveLimbs(arena, na);
    if (limbs == NULL) {
        return svInteger_Zero();
    }
    svLimb borrow = 0;
    for (int32_t i = 0; i < na; ++i) {
        const svDoubleLimb difference =
            (svDoubleLimb)a.limbs[i] - (i < nb ? b.limbs[i] : 0) - borrow;
        limbs[i] = (svLimb)difference;
        borrow = (svLimb)(difference >> SV_LIMB_BITS) & 1;
    }
    return KeepLimbs(arena, limbs, na, negative);
}

svInteger svInteger_Add(svIntegerArena* arena, svInteger a, svInteger b) {
    if (a.size == 0 || b.size == 0) {
        return a.size == 0 ? b : a;
    }
    if ((a.size < 0) == (b.size < 0)) {
        return AddMagnitude(arena, a, b, a.size < 0);
    }
    const int order = CompareMagnitude(a, b);
    if (order == 0) {
        return svInteger_Zero();
    }
    return order > 0 ? SubtractMagnitude(arena, a, b, a.size < 0)
                     : SubtractMagnitude(arena, b, a, b.size < 0);
}

svInteger svInteger_Subtract(svIntegerArena* arena, svInteger a, svInteger b) {
    return svInteger_Add(arena, a, svInteger_Negate(b));
}

svInteger svInteger_Multiply(svIntegerArena* arena, svInteger a, svInteger b) {
    const int32_t na = LimbCount(a), nb = LimbCount(b);
    if (na == 0 || nb == 0) {
        return svInteger_Zero();
    }
    svLimb* limbs = ReserveLimbs(arena, na + nb);
    if (limbs == NULL) {
        return svInteger_Zero();
    }
    // The first row writes, the others add to it.
    svLimb carry = 0;
    for (int32_t j = 0; j < nb; ++j) {
        const svDoubleLimb t = (svDoubleLimb)a.limbs[0] * b.limbs[j] + carry;
        limbs[j] = (svLimb)t;
        carry = (svLimb)(t >> SV_LIMB_BITS);
    }
    limbs[nb] = carry;
    for (int32_t i = 1; i < na; ++i) {
        carry = 0;
        if (a.limbs[i] == 0) { // coordinates of very different size have long gaps
            limbs[i + nb] = 0;
            continue;
        }
        for (int32_t j = 0; j < nb; ++j) {
            const svDoubleLimb t = (svDoubleLimb)a.limbs[i] * b.limbs[j] + limbs[i + j] + carry;
            limbs[i + j] = (svLimb)t;
            carry = (svLimb)(t >> SV_LIMB_BITS);
        }
        limbs[i + nb] = carry;
    }
    return KeepLimbs(arena, limbs, na + nb, (a.size < 0) != (b.size < 0));
}

svInteger svInteger_Scale(svIntegerArena* arena, svInteger a, int32_t k) {
    const svLimb magnitude = k < 0 ? (svLimb)(-(int64_t)k) : (svLimb)k;
    const svInteger factor = {&magnitude, k < 0 ? -1 : k > 0};
    return svInteger_Multiply(arena, a, factor);
}

double svInteger_Leading(svInteger a, int* exponent) {
    // The leading limbs that fill 64 bits, then as many bits of the next one as the first lacks.
    const int32_t n = LimbCount(a), whole = 64 / SV_LIMB_BITS;
    uint64_t bits = 0;
    for (int32_t i = 0; i < whole && i < n; ++i) {
        bits |= (uint64_t)a.limbs[n - 1 - i] << (64 - SV_LIMB_BITS * (i + 1));
    }
    if (bits == 0) {
        *exponent = 0;
        return 0;
    }
    const int zeros = __builtin_clzll(bits);
    bits <<= zeros;
    if (zeros > 0 && n > whole) {
        bits |= (uint64_t)a.limbs[n - 1 - whole] >> (SV_LIMB_BITS - zeros);
    }
    *exponent = SV_LIMB_BITS * n - zeros;
    return (double)bits * 0x1p-64;
}

// A finite double as odd * 2^exponent (odd = 0 for zero).
static int64_t Decode(double value, int* exponent) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    const int field = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    mantissa |= field == 0 ? 0 : (uint64_t)1 << 52;
    *exponent = (field == 0 ? 1 : field) - 1075;
    while (mantissa != 0 && (mantissa & 0xff) == 0) {
        mantissa >>= 8;
        *exponent += 8;
    }
    while (mantissa != 0 && (mantissa & 1) == 0) {
        mantissa >>= 1;
        *exponent += 1;
    }
    return bits >> 63 != 0 ? -(int64_t)mantissa : (int64_t)mantissa;
}

void svInteger_FromDoubles(svIntegerArena* arena, const double* values, size_t stride, int count,
                           svInteger* out) {
    int64_t odd[16];
    int exponent[16];
    int lowest = INT32_MAX;
    for (int i = 0; i < count; ++i) {
        odd[i] = Decode(values[(size_t)i * stride], &exponent[i]);
        if (odd[i] != 0 && exponent[i] < lowest) {
            lowest = exponent[i];
        }
    }
    for (int i = 0; i < count; ++i) {
        const unsigned shift = odd[i] == 0 ? 0 : (unsigned)(exponent[i] - lowest);
        out[i] = svInteger_FromShifted(arena, odd[i], shift);
    }
}
