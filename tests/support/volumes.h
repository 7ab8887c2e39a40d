// What is inside a volume, decided in long doubles: with 64 bits of mantissa or more, their
// rounding is far below the slack of every bound that was rounded at all, and those that were not
// compare exactly.
#ifndef SELVAGE_TESTS_SUPPORT_VOLUMES_H
#define SELVAGE_TESTS_SUPPORT_VOLUMES_H

#include "bound/volume.h"

// One time of a column, or something between two.
typedef struct TestVolume {
    long double rows[SV_VOLUME_MAX_ROWS / 2];
} TestVolume;

// The column at t0 + t (t1 - t0). t 0 and 1 give its rows as they are.
TestVolume TestVolume_At(svVolume volume, const float* column, long double t);

bool TestVolume_HasPoint(svVolume volume, const TestVolume* around, const long double point[3]);
bool TestVolume_HasVolume(svVolume volume, const TestVolume* around, const TestVolume* inside);

// Whether a row is NaN.
bool TestVolume_IsBroken(svVolume volume, const float* column);

#endif
