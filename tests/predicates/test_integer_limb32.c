// The integers with limbs of 32 bits, as on machines without a 128-bit product: the implementation
// and its test compiled for them. The library's own integers are not linked.

#define SELVAGE_LIMB32
#include "predicates/integer.c"

#include "test_integer.c"
