// Numbers packed come out again: a reader of Rice codes, written from their definition bit by bit.

#include "viewer/pack.h"

#include "support/random.h"
#include "support/test.h"

#include <string.h>

typedef struct BitReader {
    const Pack* pack;
    size_t at; // in bits
} BitReader;

static uint32_t ReadBits(BitReader* reader, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i, ++reader->at) {
        assert_true(reader->at / 8 < reader->pack->size);
        const uint32_t bit = reader->pack->bytes[reader->at / 8] >> reader->at % 8 & 1;
        value |= bit << i;
    }
    return value;
}

static void ReadBlock(BitReader* reader, uint32_t* values, int count) {
    const int parameter = (int)ReadBits(reader, 5);
    for (int i = 0; i < count; ++i) {
        if (parameter == 31) {
            values[i] = 0;
            continue;
        }
        uint32_t quotient = 0;
        while (quotient < 20 && ReadBits(reader, 1) == 1) {
            ++quotient;
        }
        values[i] = quotient == 20 ? ReadBits(reader, 32)
                                   : quotient << parameter | ReadBits(reader, parameter);
    }
}

// Blocks of numbers of `bits` bits each, with an outlier now and then, between bytes.
static void CheckBlocks(int bits, Random random) {
    Pack pack = {0};
    uint32_t values[40][PACK_BLOCK];
    for (int b = 0; b < 40; ++b) {
        for (int i = 0; i < PACK_BLOCK; ++i) {
            const uint64_t draw = Random_Bits(&random);
            values[b][i] = draw % 97 == 0 ? (uint32_t)(draw >> 32)
                                          : (uint32_t)(draw >> 32 & ((1ull << bits) - 1));
        }
        Pack_Block(&pack, values[b], b + 1); // blocks of all sizes
        if (b % 3 == 0) {
            Pack_Align(&pack);
            Pack_Byte(&pack, (uint8_t)b);
        }
    }
    Pack_Align(&pack);
    BitReader reader = {&pack, 0};
    for (int b = 0; b < 40; ++b) {
        uint32_t read[PACK_BLOCK];
        ReadBlock(&reader, read, b + 1);
        assert_memory_equal(read, values[b], (size_t)(b + 1) * sizeof(read[0]));
        if (b % 3 == 0) {
            reader.at = (reader.at + 7) / 8 * 8;
            assert_int_equal(ReadBits(&reader, 8), b);
        }
    }
    assert_int_equal((reader.at + 7) / 8, pack.size);
    Pack_Destroy(&pack);
}

static void Blocks(void** state) {
    (void)state;
    for (int bits = 0; bits <= 32; ++bits) {
        CheckBlocks(bits, (Random){5 + (uint64_t)bits});
    }
}

static void Extremes(void** state) {
    (void)state;
    const uint32_t values[4] = {UINT32_MAX, 0, UINT32_MAX, UINT32_MAX}, zeros[3] = {0};
    Pack pack = {0};
    Pack_Block(&pack, values, 4);
    Pack_Block(&pack, zeros, 3);
    Pack_Block(&pack, zeros, 0);
    Pack_Align(&pack);
    BitReader reader = {&pack, 0};
    uint32_t read[4];
    ReadBlock(&reader, read, 4);
    assert_memory_equal(read, values, sizeof(values));
    ReadBlock(&reader, read, 3);
    assert_memory_equal(read, zeros, sizeof(zeros));
    Pack_Destroy(&pack);
}

static void Signs(void** state) {
    (void)state;
    assert_int_equal(Pack_Signed(0), 0);
    assert_int_equal(Pack_Signed(-1), 1);
    assert_int_equal(Pack_Signed(1), 2);
    assert_int_equal(Pack_Signed(INT32_MIN), UINT32_MAX);
    assert_int_equal(Pack_Signed(INT32_MAX), UINT32_MAX - 1);
}

static void Counts(void** state) {
    (void)state;
    Pack pack = {0};
    Pack_Count(&pack, 0);
    Pack_Count(&pack, 127);
    Pack_Count(&pack, 300);
    Pack_Float(&pack, -2.5f);
    const uint8_t expected[] = {0, 127, 0xAC, 2, 0, 0, 0x20, 0xC0};
    assert_int_equal(pack.size, sizeof(expected));
    assert_memory_equal(pack.bytes, expected, sizeof(expected));
    Pack_Destroy(&pack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(Blocks),
        cmocka_unit_test(Extremes),
        cmocka_unit_test(Signs),
        cmocka_unit_test(Counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
