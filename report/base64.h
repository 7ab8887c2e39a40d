// Bytes as text in base64 (RFC 4648), for what pages hold.
#ifndef SELVAGE_REPORT_BASE64_H
#define SELVAGE_REPORT_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Base64 {
    FILE* stream;
    uint8_t rest[3]; // bytes that are not written yet
    size_t restCount;
} Base64;

// Any number of times, with bytes in order; then Base64_End once.
void Base64_Write(Base64* base64, const uint8_t* bytes, size_t count);
void Base64_End(Base64* base64);

#endif
