// Bytes compressed as zlib does it (RFC 1950, RFC 1951), for pictures in pages.
#ifndef SELVAGE_REPORT_DEFLATE_H
#define SELVAGE_REPORT_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

// A zlib stream of these bytes: the same on every machine. The caller frees it.
uint8_t* Deflate_Compress(const uint8_t* bytes, size_t count, size_t* size);

#endif
