// A picture in, a PNG file out.

#include "png.h"

#include "deflate.h"
#include "output.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

enum { FILTER_COUNT = 5, PIXEL_BYTES = 3 };

// Of the bytes to the left, above, and both, that which is nearest to left + above - both (A. W.
// Paeth, "Image file compression made easy", 1991).
static int Paeth(int left, int above, int both) {
    const int toLeft = abs(above - both), toAbove = abs(left - both),
              toBoth = abs(left + above - 2 * both);
    return toLeft <= toAbove && toLeft <= toBoth ? left : toAbove <= toBoth ? above : both;
}

// What filter `filter` leaves of a row; `above` is null for the first. Returns the sum of what is
// left, as signed bytes.
static uint64_t FilterRow(int filter, const uint8_t* row, const uint8_t* above, size_t count,
                          uint8_t* rest) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        const int left = i >= PIXEL_BYTES ? row[i - PIXEL_BYTES] : 0;
        const int up = above != NULL ? above[i] : 0;
        const int both = above != NULL && i >= PIXEL_BYTES ? above[i - PIXEL_BYTES] : 0;
        const int guesses[FILTER_COUNT] = {0, left, up, (left + up) / 2, Paeth(left, up, both)};
        rest[i] = (uint8_t)(row[i] - guesses[filter]);
        sum += (uint64_t)abs((int8_t)rest[i]);
    }
    return sum;
}

// Each row with the filter that leaves least, which it begins with.
static uint8_t* FilterRows(const Picture* picture, size_t* size) {
    const size_t count = PIXEL_BYTES * (size_t)picture->width;
    uint8_t* rows = Terminal_Allocate((size_t)picture->height, count + 1);
    uint8_t* rest = Terminal_Allocate(count, 1);
    uint8_t* out = rows;
    for (int y = 0; y < picture->height; ++y, out += count + 1) {
        const uint8_t* row = Picture_At(picture, 0, y);
        const uint8_t* above = y > 0 ? row - count : NULL;
        uint64_t least = UINT64_MAX;
        for (int filter = 0; filter < FILTER_COUNT; ++filter) {
            const uint64_t sum = FilterRow(filter, row, above, count, rest);
            if (sum < least) {
                least = sum;
                out[0] = (uint8_t)filter;
                memcpy(out + 1, rest, count);
            }
        }
    }
    free(rest);
    *size = (size_t)(out - rows);
    return rows;
}

static void PutNumber(uint8_t* at, uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        at[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

// CRC-32, bit by bit through a table of the 256 bytes.
static uint32_t Crc(const uint8_t* bytes, size_t count) {
    uint32_t table[256], crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int bit = 0; bit < 8; ++bit) {
            table[i] = table[i] >> 1 ^ ((table[i] & 1) != 0 ? 0xEDB88320u : 0);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
    }
    return ~crc;
}

// Appends a chunk at `at`: its length, name, bytes and check sum. Returns where it ends.
static uint8_t* PutChunk(uint8_t* at, const char* name, const uint8_t* bytes, size_t count) {
    PutNumber(at, (uint32_t)count);
    memcpy(at + 4, name, 4);
    if (count > 0) {
        memcpy(at + 8, bytes, count);
    }
    PutNumber(at + 8 + count, Crc(at + 4, count + 4));
    return at + 12 + count;
}

uint8_t* Png_Encode(const Picture* picture, size_t* size) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    size_t rowSize, packedSize;
    uint8_t* rows = FilterRows(picture, &rowSize);
    uint8_t* packed = Deflate_Compress(rows, rowSize, &packedSize);
    free(rows);
    uint8_t head[13] = {[8] = 8, [9] = 2}; // eight bits of each of three colours
    PutNumber(head, (uint32_t)picture->width);
    PutNumber(head + 4, (uint32_t)picture->height);
    uint8_t* bytes = Terminal_Allocate(packedSize + 100, 1);
    memcpy(bytes, signature, sizeof(signature));
    uint8_t* at = PutChunk(bytes + sizeof(signature), "IHDR", head, sizeof(head));
    at = PutChunk(at, "IDAT", packed, packedSize);
    at = PutChunk(at, "IEND", NULL, 0);
    free(packed);
    *size = (size_t)(at - bytes);
    return bytes;
}

bool Png_Write(const Picture* picture, const char* path) {
    Output output;
    if (!Output_Open(&output, path)) {
        return false;
    }
    size_t size;
    uint8_t* bytes = Png_Encode(picture, &size);
    fwrite(bytes, 1, size, output.stream);
    free(bytes);
    return Output_Close(&output);
}
