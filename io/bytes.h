// Numbers of binary files, in either byte order, at any alignment.
#ifndef SELVAGE_IO_BYTES_H
#define SELVAGE_IO_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool svHostIsBigEndian(void) {
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

static inline uint16_t svLoad16(const uint8_t* from, bool swap) {
    uint16_t value;
    memcpy(&value, from, sizeof(value));
    return swap ? __builtin_bswap16(value) : value;
}

static inline uint32_t svLoad32(const uint8_t* from, bool swap) {
    uint32_t value;
    memcpy(&value, from, sizeof(value));
    return swap ? __builtin_bswap32(value) : value;
}

static inline uint64_t svLoad64(const uint8_t* from, bool swap) {
    uint64_t value;
    memcpy(&value, from, sizeof(value));
    return swap ? __builtin_bswap64(value) : value;
}

static inline float svLoadFloat(const uint8_t* from, bool swap) {
    const uint32_t bits = svLoad32(from, swap);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static inline double svLoadDouble(const uint8_t* from, bool swap) {
    const uint64_t bits = svLoad64(from, swap);
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static inline void svStore32(uint8_t* to, uint32_t value, bool swap) {
    value = swap ? __builtin_bswap32(value) : value;
    memcpy(to, &value, sizeof(value));
}

static inline void svStoreFloat(uint8_t* to, float value, bool swap) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    svStore32(to, bits, swap);
}

static inline void svStoreDouble(uint8_t* to, double value, bool swap) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    bits = swap ? __builtin_bswap64(bits) : bits;
    memcpy(to, &bits, sizeof(bits));
}

#endif
