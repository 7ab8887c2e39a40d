// svShorts, sixteen 16-bit integers, of the target's instruction set. shorts_scalar.h says what
// each function does.
#ifndef SELVAGE_MATH_SHORTS_H
#define SELVAGE_MATH_SHORTS_H

#include "math/target.h"

#include SV_TARGET_HEADER(shorts)

#endif
