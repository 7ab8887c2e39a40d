// Unsigned integers of bounded length. Schoolbook throughout: the numbers are short, and the only
// division ever needed has a quotient of one word.

#include "big.h"

#include <assert.h>
#include <string.h>

void svBig_Set(svBig* a, uint64_t value) {
    a->size = 0;
    for (; value != 0; value >>= 32) {
        a->limbs[a->size++] = (uint32_t)value;
    }
}

void svBig_Copy(svBig* a, const svBig* b) {
    a->size = b->size;
    memcpy(a->limbs, b->limbs, b->size * sizeof(b->limbs[0]));
}

void svBig_MultiplyAdd(svBig* a, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (size_t i = 0; i < a->size; ++i) {
        carry += (uint64_t)a->limbs[i] * factor;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(a->size < SV_BIG_LIMBS);
        a->limbs[a->size++] = (uint32_t)carry;
    }
}

void svBig_AppendDigits(svBig* a, const char* digits, size_t n) {
    while (n > 0) {
        uint32_t power = 1;
        uint32_t chunk = 0;
        for (int i = 0; i < 9 && n > 0; ++i, --n) {
            chunk = chunk * 10 + (uint32_t)(*digits++ - '0');
            power *= 10;
        }
        svBig_MultiplyAdd(a, power, chunk);
    }
}

void svBig_MultiplyPower5(svBig* a, unsigned exponent) {
    const uint32_t power13 = 1220703125; // 5^13, the greatest power of 5 in a limb
    for (; exponent >= 13; exponent -= 13) {
        svBig_MultiplyAdd(a, power13, 0);
    }
    uint32_t rest = 1;
    for (; exponent > 0; --exponent) {
        rest *= 5;
    }
    svBig_MultiplyAdd(a, rest, 0);
}

void svBig_ShiftLeft(svBig* a, size_t bits) {
    if (a->size == 0) {
        return;
    }
    const size_t words = bits / 32;
    const unsigned rest = (unsigned)(bits % 32);
    assert(a->size + words + 1 <= SV_BIG_LIMBS);
    uint32_t high = 0;
    for (size_t i = a->size; i-- > 0;) {
        const uint64_t shifted = (uint64_t)a->limbs[i] << rest;
        a->limbs[i + words + 1] = high | (uint32_t)(shifted >> 32);
        high = (uint32_t)shifted;
    }
    a->limbs[words] = high;
    memset(a->limbs, 0, words * sizeof(a->limbs[0]));
    a->size += words + 1;
    if (a->limbs[a->size - 1] == 0) {
        --a->size;
    }
}

void svBig_ShiftRight(svBig* a, size_t bits) {
    const size_t words = bits / 32;
    const unsigned rest = (unsigned)(bits % 32);
    if (words >= a->size) {
        a->size = 0;
        return;
    }
    const size_t size = a->size - words;
    for (size_t i = 0; i < size; ++i) {
        const uint64_t above = i + words + 1 < a->size ? a->limbs[i + words + 1] : 0;
        a->limbs[i] = (uint32_t)(((above << 32) | a->limbs[i + words]) >> rest);
    }
    a->size = size;
    if (a->limbs[size - 1] == 0) {
        --a->size;
    }
}

size_t svBig_BitLength(const svBig* a) {
    if (a->size == 0) {
        return 0;
    }
    size_t bits = (a->size - 1) * 32;
    for (uint32_t top = a->limbs[a->size - 1]; top != 0; top >>= 1) {
        ++bits;
    }
    return bits;
}

size_t svBig_TrailingZeros(const svBig* a) {
    size_t word = 0;
    while (a->limbs[word] == 0) {
        ++word;
    }
    size_t bits = word * 32;
    for (uint32_t low = a->limbs[word]; (low & 1) == 0; low >>= 1) {
        ++bits;
    }
    return bits;
}

int svBig_Compare(const svBig* a, const svBig* b) {
    if (a->size != b->size) {
        return a->size < b->size ? -1 : 1;
    }
    for (size_t i = a->size; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

void svBig_Add(svBig* a, const svBig* b) {
    uint64_t carry = 0;
    for (size_t i = 0; i < b->size || carry != 0; ++i) {
        if (i == a->size) {
            assert(a->size < SV_BIG_LIMBS);
            a->limbs[a->size++] = 0;
        }
        carry += (uint64_t)a->limbs[i] + (i < b->size ? b->limbs[i] : 0);
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

void svBig_Subtract(svBig* a, const svBig* b) {
    uint32_t borrow = 0;
    for (size_t i = 0; i < b->size || borrow != 0; ++i) {
        const uint64_t take = (uint64_t)(i < b->size ? b->limbs[i] : 0) + borrow;
        borrow = take > a->limbs[i];
        a->limbs[i] = (uint32_t)(a->limbs[i] - take);
    }
    while (a->size > 0 && a->limbs[a->size - 1] == 0) {
        --a->size;
    }
}

uint64_t svBig_Divide(svBig* a, const svBig* b) {
    const size_t aBits = svBig_BitLength(a);
    const size_t bBits = svBig_BitLength(b);
    if (aBits < bBits) {
        return 0;
    }
    assert(bBits > 0 && aBits - bBits <= 64);
    // Long division in base 2: the divisor slides down from under the dividend's highest bit.
    size_t shift = aBits - bBits;
    svBig divisor;
    svBig_Copy(&divisor, b);
    svBig_ShiftLeft(&divisor, shift);
    uint64_t quotient = 0;
    for (;; --shift) {
        quotient <<= 1;
        if (svBig_Compare(a, &divisor) >= 0) {
            svBig_Subtract(a, &divisor);
            quotient |= 1;
        }
        if (shift == 0) {
            return quotient;
        }
        svBig_ShiftRight(&divisor, 1);
    }
}
