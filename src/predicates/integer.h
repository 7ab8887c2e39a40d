// Exact integers of any length, as values.
//
// An svInteger is a sign and a run of limbs inside an svIntegerArena: operations return new values
// and never free, so a formula reads like a formula. The arena is plain memory, usually on the
// stack. When it is too small, operations return 0 and set `exhausted`; the owner of the arena
// checks that once, at the end, and reruns the computation with a larger one.
#ifndef SELVAGE_PREDICATES_INTEGER_H
#define SELVAGE_PREDICATES_INTEGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Limbs are 64 bits where the compiler has a 128-bit product, else 32 (SELVAGE_LIMB32 forces it).
#if defined(__SIZEOF_INT128__) && !defined(SELVAGE_LIMB32)
typedef uint64_t svLimb;
__extension__ typedef unsigned __int128 svDoubleLimb;
#else
typedef uint32_t svLimb;
typedef uint64_t svDoubleLimb;
#endif
#define SV_LIMB_BITS ((int)(8 * sizeof(svLimb)))

typedef struct svInteger {
    const svLimb* limbs; // least significant first, the last one not zero
    int32_t size;        // number of limbs; negative for a negative integer, 0 for zero
} svInteger;

typedef struct svIntegerArena {
    svLimb* next;
    svLimb* end;
    bool exhausted;
} svIntegerArena;

svIntegerArena svIntegerArena_Make(svLimb* memory, size_t limbCount);

static inline int svInteger_Sign(svInteger a) {
    return (a.size > 0) - (a.size < 0);
}

static inline svInteger svInteger_Zero(void) {
    return (svInteger){NULL, 0};
}

static inline svInteger svInteger_Negate(svInteger a) {
    return (svInteger){a.limbs, -a.size};
}

// m * 2^shift.
svInteger svInteger_FromShifted(svIntegerArena* arena, int64_t m, unsigned shift);
svInteger svInteger_Add(svIntegerArena* arena, svInteger a, svInteger b);
svInteger svInteger_Subtract(svIntegerArena* arena, svInteger a, svInteger b);
svInteger svInteger_Multiply(svIntegerArena* arena, svInteger a, svInteger b);
// a * k for a small constant k.
svInteger svInteger_Scale(svIntegerArena* arena, svInteger a, int32_t k);
// The sign of a - b, without computing it.
int svInteger_Compare(svInteger a, svInteger b);

// |a| = m * 2^exponent up to a relative error of 2^-52, with m from 1/2 to 1; 0 for zero.
double svInteger_Leading(svInteger a, int* exponent);

// Turns `count` finite doubles (count <= 16), read with the given stride in doubles, into integers
// over one common power of two: out[i] / out[j] = values[i] / values[j]. Decodes the bits, so it is
// exact for denormal numbers whatever the floating-point state.
void svInteger_FromDoubles(svIntegerArena* arena, const double* values, size_t stride, int count,
                           svInteger* out);

#endif
