// Powers of five in 128 bits: every 27th from a table, the rest by one product with a power that
// fits a word (5^27 < 2^63).

#include "power5.h"

#include <stdbool.h>

#define STEP 27

typedef struct Entry {
    uint64_t high, low; // rounded down
    int exponent;
} Entry;

static const Entry table[] = {
    {UINT64_C(0x8049a4ac0c5811ae), UINT64_C(0x205b896d777d6278), -942}, // 5^-351
    {UINT64_C(0xcf42894a5dce35ea), UINT64_C(0x52064cac828675b9), -880}, // 5^-324
    {UINT64_C(0xa76c582338ed2621), UINT64_C(0xaf2af2b80af6f24e), -817}, // 5^-297
    {UINT64_C(0x873e4f75e2224e68), UINT64_C(0x5a7744a6e804a291), -754}, // 5^-270
    {UINT64_C(0xda7f5bf590966848), UINT64_C(0xaf39a475506a899e), -692}, // 5^-243
    {UINT64_C(0xb080392cc4349dec), UINT64_C(0xbd8d794d96aacfb3), -629}, // 5^-216
    {UINT64_C(0x8e938662882af53e), UINT64_C(0x547eb47b7282ee9c), -566}, // 5^-189
    {UINT64_C(0xe65829b3046b0afa), UINT64_C(0x0cb4a5a3112a5112), -504}, // 5^-162
    {UINT64_C(0xba121a4650e4ddeb), UINT64_C(0x92f34d62616ce413), -441}, // 5^-135
    {UINT64_C(0x964e858c91ba2655), UINT64_C(0x3a6a07f8d510f86f), -378}, // 5^-108
    {UINT64_C(0xf2d56790ab41c2a2), UINT64_C(0xfae27299423fb9c3), -316}, // 5^-81
    {UINT64_C(0xc428d05aa4751e4c), UINT64_C(0xaa97e14c3c26b886), -253}, // 5^-54
    {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d), -190}, // 5^-27
    {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000), -127}, // 5^0
    {UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000), -65},  // 5^27
    {UINT64_C(0xa70c3c40a64e6c51), UINT64_C(0x999090b65f67d924), -2},   // 5^54
    {UINT64_C(0x86f0ac99b4e8dafd), UINT64_C(0x69a028bb3ded71a3), 61},   // 5^81
    {UINT64_C(0xda01ee641a708de9), UINT64_C(0xe80e6f4820cc9495), 123},  // 5^108
    {UINT64_C(0xb01ae745b101e9e4), UINT64_C(0x5ec05dcff72e7f8f), 186},  // 5^135
    {UINT64_C(0x8e41ade9fbebc27d), UINT64_C(0x14588f13be847307), 249},  // 5^162
    {UINT64_C(0xe5d3ef282a242e81), UINT64_C(0x8f1668c8a86da5fa), 311},  // 5^189
    {UINT64_C(0xb9a74a0637ce2ee1), UINT64_C(0x6d953e2bd7173692), 374},  // 5^216
    {UINT64_C(0x95f83d0a1fb69cd9), UINT64_C(0x4abdaf101564f98e), 437},  // 5^243
    {UINT64_C(0xf24a01a73cf2dccf), UINT64_C(0xbc633b39673c8cec), 499},  // 5^270
    {UINT64_C(0xc3b8358109e84f07), UINT64_C(0x0a862f80ec4700c8), 562},  // 5^297
    {UINT64_C(0x9e19db92b4e31ba9), UINT64_C(0x6c07a2c26a8346d1), 625},  // 5^324
};

static uint64_t SmallPower(int exponent) {
    static const uint64_t powers[STEP] = {
        UINT64_C(1),
        UINT64_C(5),
        UINT64_C(25),
        UINT64_C(125),
        UINT64_C(625),
        UINT64_C(3125),
        UINT64_C(15625),
        UINT64_C(78125),
        UINT64_C(390625),
        UINT64_C(1953125),
        UINT64_C(9765625),
        UINT64_C(48828125),
        UINT64_C(244140625),
        UINT64_C(1220703125),
        UINT64_C(6103515625),
        UINT64_C(30517578125),
        UINT64_C(152587890625),
        UINT64_C(762939453125),
        UINT64_C(3814697265625),
        UINT64_C(19073486328125),
        UINT64_C(95367431640625),
        UINT64_C(476837158203125),
        UINT64_C(2384185791015625),
        UINT64_C(11920928955078125),
        UINT64_C(59604644775390625),
        UINT64_C(298023223876953125),
        UINT64_C(1490116119384765625),
    };
    return powers[exponent];
}

svPower5 svPower5_Make(int e) {
    const int index = (e - SV_POWER5_MIN) / STEP;
    const int rest = (e - SV_POWER5_MIN) % STEP;
    const Entry* entry = &table[index];
    const bool exact = e >= 0 && e < STEP; // 5^0 times a word
    if (rest == 0) {
        return (svPower5){entry->high, entry->low, entry->exponent, exact ? 0 : 1};
    }
    // (high:low) * small, of which the low 64 bits are dropped.
    const int zeros = __builtin_clzll(SmallPower(rest));
    const uint64_t small = SmallPower(rest) << zeros;
    uint64_t low;
    uint64_t middle;
    const uint64_t carry = svMultiplyWords(entry->low, small, &low);
    uint64_t high = svMultiplyWords(entry->high, small, &middle);
    middle += carry;
    high += middle < carry ? 1 : 0;
    int exponent = entry->exponent + 64 - zeros;
    if (high >> 63 == 0) {
        high = high << 1 | middle >> 63;
        middle = middle << 1 | low >> 63;
        --exponent;
    }
    // Below the true product by less than one unit of the table times small < 2^64, and by what was
    // dropped: two units, or three after the shift.
    return (svPower5){high, middle, exponent, exact ? 0 : 3};
}
