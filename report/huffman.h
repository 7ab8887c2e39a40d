// Huffman codes of limited length, in the canonical order of RFC 1951.
#ifndef SELVAGE_REPORT_HUFFMAN_H
#define SELVAGE_REPORT_HUFFMAN_H

#include <stdint.h>

enum { HUFFMAN_MOST_SYMBOLS = 288 };

// Lengths in bits, at most `limit`, of a code for symbols that occur this often; 0 for those that
// do not occur. A lone symbol gets one bit.
void Huffman_Lengths(const uint32_t* counts, int symbols, int limit, uint8_t* lengths);

// The codes that follow from the lengths, with the bit that is written first lowest.
void Huffman_Codes(const uint8_t* lengths, int symbols, uint16_t* codes);

#endif
