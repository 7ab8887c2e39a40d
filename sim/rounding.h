// Doubles that are floats: positions that leave the simulator survive caches in single precision.
#ifndef SELVAGE_SIM_ROUNDING_H
#define SELVAGE_SIM_ROUNDING_H

// The nearest float. Volatile, because GCC (12 at least) drops the conversion to float and back
// when it vectorises two neighbouring operations, and nothing would be rounded.
static inline double RoundToFloat(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

#endif
