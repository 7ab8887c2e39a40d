// Bytes and bits of a film: what film.c writes and web/src/unpack.js reads.
//
// Numbers are Rice codes, in blocks of up to 64 with a parameter each: the quotient in ones and a
// zero, then the parameter's count of low bits (R. F. Rice, "Some practical universal noiseless
// coding techniques", 1979). Residuals of a smooth motion are nearly geometric, where that comes
// within a few hundredths of a bit of the entropy, and it packs and unpacks in a few nanoseconds.
#ifndef SELVAGE_VIEWER_PACK_H
#define SELVAGE_VIEWER_PACK_H

#include <stddef.h>
#include <stdint.h>

// A growing buffer; bits go in from the lowest.
typedef struct Pack {
    uint8_t* bytes;
    size_t size, capacity;
    uint64_t bits; // bitCount of them wait for a byte to be full
    int bitCount;
} Pack;

enum { PACK_BLOCK = 64 };

void Pack_Destroy(Pack* pack);

// Whole bytes; Pack_Align must have ended the bits before.
void Pack_Byte(Pack* pack, uint8_t value);
void Pack_Bytes(Pack* pack, const uint8_t* bytes, size_t count);
void Pack_Count(Pack* pack, uint64_t value); // seven bits a byte, low ones first; 128: more follow
void Pack_Float(Pack* pack, float value);    // little endian

// A block of at most PACK_BLOCK numbers; -1, 1, -2, 2 ... go in as 1, 2, 3, 4 (Pack_Signed).
void Pack_Block(Pack* pack, const uint32_t* values, int count);
void Pack_Align(Pack* pack);

static inline uint32_t Pack_Signed(int32_t value) {
    return ((uint32_t)value << 1) ^ (uint32_t)(value >> 31);
}

#endif
