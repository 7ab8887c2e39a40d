// svFloats, a register of floats, and svRow, one of eight doubles, of the target's instruction set.
// floats_scalar.h says what each function does.
#ifndef SELVAGE_MATH_FLOATS_H
#define SELVAGE_MATH_FLOATS_H

#include "math/target.h"

#include SV_TARGET_HEADER(floats)

#endif
