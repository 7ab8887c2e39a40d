// Numbers in, the bytes of a film out.

#include "pack.h"

#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

// Quotients from here on are not spelled: so many ones, then the number in 32 bits.
#define LONGEST_QUOTIENT 20
// In place of a parameter: all numbers of the block are 0, and none follows.
#define ALL_ZERO 31

void Pack_Destroy(Pack* pack) {
    free(pack->bytes);
    *pack = (Pack){0};
}

// Room for `count` more bytes.
static void Pack_Reserve(Pack* pack, size_t count) {
    if (pack->capacity - pack->size >= count) {
        return;
    }
    const size_t capacity = 2 * pack->capacity + count + 4096;
    uint8_t* bytes = Terminal_Allocate(capacity, 1);
    if (pack->size > 0) {
        memcpy(bytes, pack->bytes, pack->size);
    }
    free(pack->bytes);
    pack->bytes = bytes;
    pack->capacity = capacity;
}

void Pack_Byte(Pack* pack, uint8_t value) {
    Pack_Reserve(pack, 1);
    pack->bytes[pack->size++] = value;
}

void Pack_Bytes(Pack* pack, const uint8_t* bytes, size_t count) {
    if (count > 0) {
        Pack_Reserve(pack, count);
        memcpy(pack->bytes + pack->size, bytes, count);
        pack->size += count;
    }
}

void Pack_Count(Pack* pack, uint64_t value) {
    for (; value >= 128; value >>= 7) {
        Pack_Byte(pack, (uint8_t)(value | 128));
    }
    Pack_Byte(pack, (uint8_t)value);
}

void Pack_Float(Pack* pack, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    for (int i = 0; i < 4; ++i) {
        Pack_Byte(pack, (uint8_t)(bits >> 8 * i));
    }
}

// Where a block is written: apart from its Pack, so that compilers keep it in registers.
typedef struct BitWriter {
    uint8_t* at; // room for eight bytes more
    uint64_t bits;
    int bitCount;
} BitWriter;

// Writes eight bytes, which compilers make one store, and keeps those that are full: at most seven
// bits are left.
static inline void FlushBits(BitWriter* writer) {
    for (int i = 0; i < 8; ++i) {
        writer->at[i] = (uint8_t)(writer->bits >> 8 * i);
    }
    const int full = writer->bitCount / 8;
    writer->at += full;
    writer->bits >>= 8 * full;
    writer->bitCount -= 8 * full;
}

// At most 56 bits. Most codes are short, so that several go out at once.
static inline void PutBits(BitWriter* writer, uint64_t value, int count) {
    if (writer->bitCount + count > 63) {
        FlushBits(writer);
    }
    writer->bits |= value << writer->bitCount;
    writer->bitCount += count;
}

void Pack_Align(Pack* pack) {
    if (pack->bitCount > 0) {
        Pack_Byte(pack, (uint8_t)pack->bits);
    }
    pack->bits = 0;
    pack->bitCount = 0;
}

// The largest parameter whose power of two is not above the mean.
static int ParameterFor(const uint32_t* values, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += values[i];
    }
    if (sum == 0) {
        return ALL_ZERO;
    }
    int parameter = 0;
    while (parameter < ALL_ZERO - 1 && (uint64_t)count << (parameter + 1) <= sum) {
        ++parameter;
    }
    return parameter;
}

void Pack_Block(Pack* pack, const uint32_t* values, int count) {
    Pack_Reserve(pack, 8 * (size_t)count + 24);
    const int parameter = ParameterFor(values, count);
    BitWriter writer = {pack->bytes + pack->size, pack->bits, pack->bitCount};
    PutBits(&writer, (uint32_t)parameter, 5);
    for (int i = 0; i < count && parameter != ALL_ZERO; ++i) {
        const uint32_t quotient = values[i] >> parameter;
        if (quotient >= LONGEST_QUOTIENT) {
            const uint64_t ones = (1u << LONGEST_QUOTIENT) - 1;
            PutBits(&writer, (uint64_t)values[i] << LONGEST_QUOTIENT | ones, LONGEST_QUOTIENT + 32);
            continue;
        }
        const uint64_t ones = (1u << quotient) - 1, rest = values[i] & ((1u << parameter) - 1);
        PutBits(&writer, rest << (quotient + 1) | ones, (int)quotient + 1 + parameter);
    }
    FlushBits(&writer);
    pack->size = (size_t)(writer.at - pack->bytes);
    pack->bits = writer.bits;
    pack->bitCount = writer.bitCount;
}
