#include "support/png_reader.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Inflater {
    const uint8_t* bytes;
    size_t bitsLeft, bit; // from the first byte's lowest on
    uint8_t* out;
    size_t count, room;
    bool bad;
} Inflater;

static unsigned TakeBits(Inflater* inflater, int count) {
    unsigned value = 0;
    for (int i = 0; i < count; ++i) {
        if (inflater->bitsLeft == 0) {
            inflater->bad = true;
            return 0;
        }
        value |= (unsigned)(inflater->bytes[inflater->bit / 8] >> inflater->bit % 8 & 1) << i;
        ++inflater->bit;
        --inflater->bitsLeft;
    }
    return value;
}

// A canonical code: how many symbols have each length, and the symbols in the order of their codes.
typedef struct InflateCode {
    int counts[16], symbols[288];
} InflateCode;

static InflateCode MakeCode(const uint8_t* lengths, int count) {
    InflateCode code = {0};
    int at = 0;
    for (int length = 1; length < 16; ++length) {
        for (int s = 0; s < count; ++s) {
            if (lengths[s] == length) {
                ++code.counts[length];
                code.symbols[at++] = s;
            }
        }
    }
    return code;
}

static int TakeSymbol(Inflater* inflater, const InflateCode* code) {
    int value = 0, first = 0, before = 0;
    for (int length = 1; length < 16 && !inflater->bad; ++length) {
        value = 2 * value + (int)TakeBits(inflater, 1);
        first = 2 * first;
        if (value - first < code->counts[length]) {
            return code->symbols[before + value - first];
        }
        first += code->counts[length];
        before += code->counts[length];
    }
    inflater->bad = true;
    return 0;
}

static void PutInflated(Inflater* inflater, uint8_t byte) {
    if (inflater->count == inflater->room) {
        inflater->bad = true;
        return;
    }
    inflater->out[inflater->count++] = byte;
}

// The tables of RFC 1951, section 3.2.5, as they stand there.
static const int lengthBases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const int lengthBits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const int distanceBases[30] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const int distanceBits[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                     6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void Repeat(Inflater* inflater, int symbol, const InflateCode* distances) {
    if (symbol > 28) {
        inflater->bad = true;
        return;
    }
    const int length = lengthBases[symbol] + (int)TakeBits(inflater, lengthBits[symbol]);
    const int far = TakeSymbol(inflater, distances);
    if (far > 29) {
        inflater->bad = true;
        return;
    }
    const size_t distance =
        (size_t)distanceBases[far] + (size_t)TakeBits(inflater, distanceBits[far]);
    inflater->bad = inflater->bad || distance > inflater->count;
    for (int i = 0; i < length && !inflater->bad; ++i) {
        PutInflated(inflater, inflater->out[inflater->count - distance]);
    }
}

static void TakeBlock(Inflater* inflater) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int literals = 257 + (int)TakeBits(inflater, 5),
              distances = 1 + (int)TakeBits(inflater, 5), codes = 4 + (int)TakeBits(inflater, 4);
    uint8_t lengths[320 + 140] = {0};
    for (int i = 0; i < codes; ++i) {
        lengths[order[i]] = (uint8_t)TakeBits(inflater, 3);
    }
    const InflateCode code = MakeCode(lengths, 19);
    memset(lengths, 0, sizeof(lengths));
    for (int i = 0; i < literals + distances && !inflater->bad;) {
        const int symbol = TakeSymbol(inflater, &code);
        const bool copies = symbol == 16;
        const int times = symbol < 16    ? 1
                          : symbol == 16 ? 3 + (int)TakeBits(inflater, 2)
                          : symbol == 17 ? 3 + (int)TakeBits(inflater, 3)
                                         : 11 + (int)TakeBits(inflater, 7);
        const uint8_t length = symbol < 16 ? (uint8_t)symbol : copies && i > 0 ? lengths[i - 1] : 0;
        inflater->bad = inflater->bad || (copies && i == 0);
        for (int k = 0; k < times; ++k) {
            lengths[i++] = length;
        }
    }
    const InflateCode first = MakeCode(lengths, literals),
                      second = MakeCode(lengths + literals, distances);
    while (!inflater->bad) {
        const int symbol = TakeSymbol(inflater, &first);
        if (symbol == 256) {
            return;
        }
        if (symbol < 256) {
            PutInflated(inflater, (uint8_t)symbol);
        } else {
            Repeat(inflater, symbol - 257, &second);
        }
    }
}

static uint32_t BigEndian(const uint8_t* at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

size_t Inflate(const uint8_t* bytes, size_t size, uint8_t* out, size_t room) {
    if (size < 6 || bytes[0] != 0x78 || (256 * bytes[0] + bytes[1]) % 31 != 0) {
        return SIZE_MAX;
    }
    Inflater inflater = {.bytes = bytes + 2, .bitsLeft = 8 * (size - 6), .room = room};
    inflater.out = out;
    for (bool last = false; !last && !inflater.bad;) {
        last = TakeBits(&inflater, 1) == 1;
        inflater.bad = inflater.bad || TakeBits(&inflater, 2) != 2; // codes of its own
        if (!inflater.bad) {
            TakeBlock(&inflater);
        }
    }
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < inflater.count; ++i) {
        a = (a + out[i]) % 65521;
        b = (a + b) % 65521;
    }
    const bool whole = inflater.bitsLeft < 8 && BigEndian(bytes + size - 4) == (b << 16 | a);
    return inflater.bad || !whole ? SIZE_MAX : inflater.count;
}

static uint32_t BitwiseCrc(const uint8_t* bytes, size_t count) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < 8 * count; ++i) {
        const uint32_t bit = (crc ^ (uint32_t)(bytes[i / 8] >> i % 8)) & 1;
        crc = crc >> 1 ^ (bit != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

// The bytes of a chunk, whose name must be this; `at` moves behind it.
static const uint8_t* TakeChunk(const uint8_t* bytes, size_t size, size_t* at, const char* name,
                                size_t* count) {
    if (size - *at < 12) {
        return NULL;
    }
    *count = BigEndian(bytes + *at);
    const uint8_t* chunk = bytes + *at + 8;
    if (*count > size - *at - 12 || memcmp(chunk - 4, name, 4) != 0 ||
        BigEndian(chunk + *count) != BitwiseCrc(chunk - 4, *count + 4)) {
        return NULL;
    }
    *at += *count + 12;
    return chunk;
}

static bool UndoFilter(int filter, uint8_t* row, const uint8_t* above, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const int a = i < 3 ? 0 : row[i - 3], b = above == NULL ? 0 : above[i],
                  c = i < 3 || above == NULL ? 0 : above[i - 3];
        const int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
        const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
        const int guess = filter == 0   ? 0
                          : filter == 1 ? a
                          : filter == 2 ? b
                          : filter == 3 ? (a + b) / 2
                                        : paeth;
        row[i] = (uint8_t)(row[i] + guess);
    }
    return filter <= 4;
}

uint8_t* PngReader_Read(const uint8_t* bytes, size_t size, int* width, int* height) {
    size_t at = 8, headSize, packedSize, endSize;
    if (size < 8 || memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) != 0) {
        return NULL;
    }
    const uint8_t* head = TakeChunk(bytes, size, &at, "IHDR", &headSize);
    const uint8_t* packed = head != NULL ? TakeChunk(bytes, size, &at, "IDAT", &packedSize) : NULL;
    if (packed == NULL || TakeChunk(bytes, size, &at, "IEND", &endSize) == NULL || at != size ||
        headSize != 13 || memcmp(head + 8, "\x08\x02\0\0\0", 5) != 0) {
        return NULL;
    }
    *width = (int)BigEndian(head);
    *height = (int)BigEndian(head + 4);
    const size_t row = 3 * (size_t)*width, total = (row + 1) * (size_t)*height;
    uint8_t* rows = calloc(total + 1, 1);
    bool good = rows != NULL && Inflate(packed, packedSize, rows, total) == total;
    for (size_t y = 0; y < (size_t)*height && good; ++y) {
        good = UndoFilter(rows[y * (row + 1)], rows + y * (row + 1) + 1,
                          y > 0 ? rows + (y - 1) * row : NULL, row);
        memmove(rows + y * row, rows + y * (row + 1) + 1, good ? row : 0);
    }
    if (!good) {
        free(rows);
        return NULL;
    }
    return rows;
}
