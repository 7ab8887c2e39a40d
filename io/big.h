// Unsigned integers of bounded length, for decimal numbers and rationals that do not fit a word.
//
// Capacity: 8192 bits hold any integer of 2466 digits, and every intermediate value of reading or
// writing a double exactly (at most 800 digits and 5^1145, some 5300 bits). Callers keep within it;
// an operation that would not fit is a programming error.
#ifndef SELVAGE_IO_BIG_H
#define SELVAGE_IO_BIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SV_BIG_LIMBS 256
#define SV_BIG_MAX_DIGITS 2400

typedef struct svBig {
    size_t size;                  // limbs in use, the last one not zero; 0 for zero
    uint32_t limbs[SV_BIG_LIMBS]; // least significant first; those past `size` are not set
} svBig;

void svBig_Set(svBig* a, uint64_t value);
void svBig_Copy(svBig* a, const svBig* b);

// a = a * factor + addend.
void svBig_MultiplyAdd(svBig* a, uint32_t factor, uint32_t addend);

// a = a * 10^n + the n decimal digits at `digits`.
void svBig_AppendDigits(svBig* a, const char* digits, size_t n);

// a *= 5^exponent.
void svBig_MultiplyPower5(svBig* a, unsigned exponent);
void svBig_ShiftLeft(svBig* a, size_t bits);
void svBig_ShiftRight(svBig* a, size_t bits);

// The number of bits: 0 for zero, else 1 + floor(log2 a).
size_t svBig_BitLength(const svBig* a);

// The number of zero bits below the lowest set one; a is not zero.
size_t svBig_TrailingZeros(const svBig* a);

// The sign of a - b.
int svBig_Compare(const svBig* a, const svBig* b);

void svBig_Add(svBig* a, const svBig* b);

// a -= b, where a >= b.
void svBig_Subtract(svBig* a, const svBig* b);

// floor(a / b) for a quotient below 2^64; a becomes the remainder. b is not zero.
uint64_t svBig_Divide(svBig* a, const svBig* b);

#endif
