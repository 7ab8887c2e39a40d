// Bytes in, a zlib stream out: repetitions within 32 KiB become pairs of length and distance (J.
// Ziv and A. Lempel, "A universal algorithm for sequential data compression", 1977), those and the
// other bytes Huffman codes, made anew for each block.

#include "deflate.h"

#include "huffman.h"
#include "terminal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 32768
#define SHORTEST 3
#define LONGEST 258
#define CHAIN 48  // places that are compared
#define ENOUGH 64 // a repetition of this length is taken without looking at the next byte
#define HASHES 32768
#define BLOCK 32768 // tokens of a block

enum { LENGTH_SYMBOLS = 286, DISTANCE_SYMBOLS = 30, CODE_SYMBOLS = 19, END_OF_BLOCK = 256 };

// A byte, or a repetition: length in the upper half, distance - 1 in the lower.
typedef uint32_t DeflateToken;

typedef struct Deflater {
    const uint8_t* bytes;
    size_t count;
    int32_t* heads; // of each hash: the last place, or -1
    int32_t* links; // of each place in the window: the one before with the same hash

    DeflateToken* tokens;
    size_t tokenCount;

    uint8_t* out;
    size_t size, room;
    uint64_t bits;
    int bitCount;
} Deflater;

static void PutByte(Deflater* deflater, uint8_t byte) {
    if (deflater->size == deflater->room) {
        deflater->room = 2 * deflater->room + 4096;
        uint8_t* out = Terminal_Allocate(deflater->room, 1);
        if (deflater->size > 0) {
            memcpy(out, deflater->out, deflater->size);
        }
        free(deflater->out);
        deflater->out = out;
    }
    deflater->out[deflater->size++] = byte;
}

static void PutCode(Deflater* deflater, unsigned code, int count) {
    deflater->bits |= (uint64_t)code << deflater->bitCount;
    for (deflater->bitCount += count; deflater->bitCount >= 8; deflater->bitCount -= 8) {
        PutByte(deflater, (uint8_t)deflater->bits);
        deflater->bits >>= 8;
    }
}

// A length or a distance: its symbol, and what more it takes.
typedef struct DeflateCode {
    int symbol, extraBits;
    unsigned extra;
} DeflateCode;

// Of both, symbols come in groups of `group` that take one bit more each than the group before; the
// first two groups take none.
static DeflateCode Grouped(unsigned value, int group) {
    int bits = 0;
    while (value >> bits >= 2u * (unsigned)group) {
        ++bits;
    }
    const int symbol = bits * group + (int)(value >> bits);
    return (DeflateCode){symbol, bits, value & ((1u << bits) - 1)};
}

static DeflateCode LengthCode(unsigned length) {
    if (length == LONGEST) { // has a symbol of its own
        return (DeflateCode){285, 0, 0};
    }
    DeflateCode code = Grouped(length - SHORTEST, 4);
    code.symbol += 257;
    return code;
}

static DeflateCode DistanceCode(unsigned distance) {
    return Grouped(distance - 1, 2);
}

typedef struct DeflateCodes {
    uint8_t lengths[LENGTH_SYMBOLS + DISTANCE_SYMBOLS]; // of both alphabets, in bits
    uint16_t literals[LENGTH_SYMBOLS], distances[DISTANCE_SYMBOLS];
} DeflateCodes;

static void ChooseCodes(const Deflater* deflater, DeflateCodes* codes) {
    uint32_t literals[LENGTH_SYMBOLS] = {0}, distances[DISTANCE_SYMBOLS] = {0};
    literals[END_OF_BLOCK] = 1;
    for (size_t i = 0; i < deflater->tokenCount; ++i) {
        const DeflateToken token = deflater->tokens[i];
        if (token >> 16 == 0) {
            ++literals[token];
        } else {
            ++literals[LengthCode(token >> 16).symbol];
            ++distances[DistanceCode((token & 0xFFFF) + 1).symbol];
        }
    }
    uint8_t* second = codes->lengths + LENGTH_SYMBOLS;
    Huffman_Lengths(literals, LENGTH_SYMBOLS, 15, codes->lengths);
    Huffman_Lengths(distances, DISTANCE_SYMBOLS, 15, second);
    Huffman_Codes(codes->lengths, LENGTH_SYMBOLS, codes->literals);
    Huffman_Codes(second, DISTANCE_SYMBOLS, codes->distances);
}

// Runs of equal lengths as RFC 1951 writes them, section 3.2.7: 16 repeats the last one 3 to 6
// times, 17 and 18 are 3 to 10 and 11 to 138 zeros.
static int WriteRuns(const uint8_t* lengths, int count, DeflateCode* runs) {
    int runCount = 0;
    for (int i = 0; i < count;) {
        int run = 1;
        while (i + run < count && run < 138 && lengths[i + run] == lengths[i]) {
            ++run;
        }
        const bool repeats = i > 0 && lengths[i - 1] == lengths[i];
        if (lengths[i] == 0 && run >= 3) {
            runs[runCount++] = run > 10 ? (DeflateCode){18, 7, (unsigned)run - 11}
                                        : (DeflateCode){17, 3, (unsigned)run - 3};
        } else if (repeats && run >= 3) {
            run = run > 6 ? 6 : run;
            runs[runCount++] = (DeflateCode){16, 2, (unsigned)run - 3};
        } else {
            run = 1;
            runs[runCount++] = (DeflateCode){lengths[i], 0, 0};
        }
        i += run;
    }
    return runCount;
}

static void WriteCodes(Deflater* deflater, const DeflateCodes* codes) {
    static const uint8_t order[CODE_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    DeflateCode runs[LENGTH_SYMBOLS + DISTANCE_SYMBOLS];
    const int runCount = WriteRuns(codes->lengths, LENGTH_SYMBOLS + DISTANCE_SYMBOLS, runs);
    uint32_t counts[CODE_SYMBOLS] = {0};
    for (int i = 0; i < runCount; ++i) {
        ++counts[runs[i].symbol];
    }
    uint8_t lengths[CODE_SYMBOLS];
    uint16_t symbols[CODE_SYMBOLS] = {0};
    Huffman_Lengths(counts, CODE_SYMBOLS, 7, lengths);
    Huffman_Codes(lengths, CODE_SYMBOLS, symbols);
    PutCode(deflater, LENGTH_SYMBOLS - 257, 5);
    PutCode(deflater, DISTANCE_SYMBOLS - 1, 5);
    PutCode(deflater, CODE_SYMBOLS - 4, 4);
    for (int i = 0; i < CODE_SYMBOLS; ++i) {
        PutCode(deflater, lengths[order[i]], 3);
    }
    for (int i = 0; i < runCount; ++i) {
        PutCode(deflater, symbols[runs[i].symbol], lengths[runs[i].symbol]);
        PutCode(deflater, runs[i].extra, runs[i].extraBits);
    }
}

static void WriteBlock(Deflater* deflater, bool last) {
    DeflateCodes codes = {0};
    ChooseCodes(deflater, &codes);
    const uint8_t* second = codes.lengths + LENGTH_SYMBOLS;
    PutCode(deflater, last, 1);
    PutCode(deflater, 2, 2); // with codes of its own
    WriteCodes(deflater, &codes);
    for (size_t i = 0; i < deflater->tokenCount; ++i) {
        const DeflateToken token = deflater->tokens[i];
        if (token >> 16 == 0) {
            PutCode(deflater, codes.literals[token], codes.lengths[token]);
            continue;
        }
        const DeflateCode length = LengthCode(token >> 16),
                          distance = DistanceCode((token & 0xFFFF) + 1);
        PutCode(deflater, codes.literals[length.symbol], codes.lengths[length.symbol]);
        PutCode(deflater, length.extra, length.extraBits);
        PutCode(deflater, codes.distances[distance.symbol], second[distance.symbol]);
        PutCode(deflater, distance.extra, distance.extraBits);
    }
    PutCode(deflater, codes.literals[END_OF_BLOCK], codes.lengths[END_OF_BLOCK]);
    deflater->tokenCount = 0;
}

static void PutToken(Deflater* deflater, DeflateToken token) {
    if (deflater->tokenCount == BLOCK) {
        WriteBlock(deflater, false);
    }
    deflater->tokens[deflater->tokenCount++] = token;
}

// Enters a place into the table; the one before with the same hash, or -1.
static int32_t EnterPlace(Deflater* deflater, size_t at) {
    if (at + SHORTEST > deflater->count) {
        return -1;
    }
    const uint8_t* b = deflater->bytes + at;
    const uint32_t key = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
    const uint32_t hash = (key * 2654435761u) >> 17;
    const int32_t before = deflater->heads[hash];
    deflater->links[at % WINDOW] = before;
    deflater->heads[hash] = (int32_t)at;
    return before;
}

// The longest repetition of what is at `at`, from `place` back; 0: none.
static DeflateToken FindRepetition(const Deflater* deflater, size_t at, int32_t place) {
    const uint8_t* here = deflater->bytes + at;
    const size_t rest = deflater->count - at, most = rest < LONGEST ? rest : LONGEST;
    size_t best = SHORTEST - 1, distance = 0;
    for (int tries = CHAIN; place >= 0 && tries > 0 && best < most; --tries) {
        const size_t back = at - (size_t)place;
        if (back >= WINDOW) {
            break;
        }
        const uint8_t* there = here - back;
        size_t length = 0;
        if (there[best] == here[best]) {
            while (length < most && there[length] == here[length]) {
                ++length;
            }
        }
        if (length > best) {
            best = length;
            distance = back;
        }
        place = deflater->links[(size_t)place % WINDOW];
    }
    return distance == 0 ? 0 : (DeflateToken)(best << 16 | (distance - 1));
}

// A repetition is put off by a byte where the next one is longer. None is left in the end: it has
// three bytes.
static void FindTokens(Deflater* deflater) {
    DeflateToken pending = 0; // the repetition found at the byte before
    size_t at = 0;
    while (at < deflater->count) {
        const int32_t place = EnterPlace(deflater, at);
        const bool enough = pending >> 16 >= ENOUGH;
        const DeflateToken found = enough ? 0 : FindRepetition(deflater, at, place);
        if (pending != 0 && found >> 16 <= pending >> 16) {
            PutToken(deflater, pending);
            const size_t end = at - 1 + (pending >> 16);
            for (++at; at < end; ++at) {
                (void)EnterPlace(deflater, at);
            }
            pending = 0;
            continue;
        }
        if (pending != 0) {
            PutToken(deflater, deflater->bytes[at - 1]);
        }
        pending = found;
        if (pending == 0) {
            PutToken(deflater, deflater->bytes[at]);
        }
        ++at;
    }
}

static uint32_t Adler32(const uint8_t* bytes, size_t count) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < count; ++i) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

uint8_t* Deflate_Compress(const uint8_t* bytes, size_t count, size_t* size) {
    Deflater deflater = {.bytes = bytes, .count = count};
    deflater.heads = Terminal_Allocate(HASHES, sizeof(*deflater.heads));
    deflater.links = Terminal_Allocate(WINDOW, sizeof(*deflater.links));
    deflater.tokens = Terminal_Allocate(BLOCK, sizeof(*deflater.tokens));
    memset(deflater.heads, -1, HASHES * sizeof(*deflater.heads));
    PutByte(&deflater, 0x78); // window of 32 KiB,
    PutByte(&deflater, 0x9C); // the usual effort: a multiple of 31
    FindTokens(&deflater);
    WriteBlock(&deflater, true);
    PutCode(&deflater, 0, 7); // to a whole byte
    const uint32_t sum = Adler32(bytes, count);
    for (int shift = 24; shift >= 0; shift -= 8) {
        PutByte(&deflater, (uint8_t)(sum >> shift));
    }
    free(deflater.heads);
    free(deflater.links);
    free(deflater.tokens);
    *size = deflater.size;
    return deflater.out;
}
