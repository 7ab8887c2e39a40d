// The operations of one instruction set. Compiled once for each of them (math/target.h).

#include "operations.h"

const Operations SV_TARGET_JOIN(operations, SV_TARGET_SUFFIX) = {
    SV_TARGET_JOIN(WideOperations, SV_TARGET_SUFFIX),
    SV_TARGET_JOIN(FloatsOperations, SV_TARGET_SUFFIX),
    SV_TARGET_JOIN(ShortsOperations, SV_TARGET_SUFFIX),
};
