// Bytes in, base64 out: four characters for three bytes.

#include "base64.h"

// Four characters for up to three bytes.
static void EncodeThree(const uint8_t* bytes, size_t count, char text[4]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint32_t bits = (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) |
                          (count > 2 ? (uint32_t)bytes[2] : 0);
    text[0] = digits[bits >> 18];
    text[1] = digits[bits >> 12 & 63];
    text[2] = count > 1 ? digits[bits >> 6 & 63] : '=';
    text[3] = count > 2 ? digits[bits & 63] : '=';
}

void Base64_End(Base64* base64) {
    if (base64->restCount > 0) {
        char text[4];
        EncodeThree(base64->rest, base64->restCount, text);
        fwrite(text, 1, sizeof(text), base64->stream);
    }
    base64->restCount = 0;
}

void Base64_Write(Base64* base64, const uint8_t* bytes, size_t count) {
    size_t i = 0;
    while (i < count && (base64->restCount > 0 || count - i < 3)) {
        base64->rest[base64->restCount++] = bytes[i++];
        if (base64->restCount == 3) {
            Base64_End(base64);
        }
    }
    while (count - i >= 3) {
        char text[4096];
        size_t length = 0;
        for (; count - i >= 3 && length < sizeof(text); i += 3, length += 4) {
            EncodeThree(bytes + i, 3, text + length);
        }
        fwrite(text, 1, length, base64->stream);
    }
    while (i < count) {
        base64->rest[base64->restCount++] = bytes[i++];
    }
}
