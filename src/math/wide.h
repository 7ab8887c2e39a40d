// svWide, a register of numbers: doubles of the target's instruction set or, where a file defines
// SV_WIDE_SINGLE before it includes anything, floats. So one source over svWide serves both
// precisions. wide_scalar.h says what each function does.
#ifndef SELVAGE_MATH_WIDE_H
#define SELVAGE_MATH_WIDE_H

#include "math/target.h"

#ifdef SV_WIDE_SINGLE
#include "math/wide_single.h"
#else
#include SV_TARGET_HEADER(wide)
#endif

#endif
