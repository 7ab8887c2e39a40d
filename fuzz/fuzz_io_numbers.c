// Decimal numbers: text as strtod and strtof of the C library read it, and any bits through text
// and back.
#include "../io/decimal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void CheckBits(uint64_t bits) {
    char text[SV_NUMBER_CHARS];
    double value;
    memcpy(&value, &bits, sizeof(value));
    svDecimal decimal;
    size_t length = svFormatDouble(value, text);
    const bool finite = value - value == 0.0; // nan and inf have no digits
    if (finite) {
        const char* after = svDecimal_Parse(text, text + length, &decimal);
        const double back = svDecimal_ToDouble(&decimal);
        if (after != text + length || memcmp(&back, &value, sizeof(value)) != 0) {
            abort();
        }
    }
    const uint32_t half = (uint32_t)bits;
    float narrow;
    memcpy(&narrow, &half, sizeof(narrow));
    length = svFormatFloat(narrow, text);
    if (narrow - narrow == 0.0f) {
        svDecimal_Parse(text, text + length, &decimal);
        const float back = svDecimal_ToFloat(&decimal);
        if (memcmp(&back, &narrow, sizeof(narrow)) != 0) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size >= 8) {
        uint64_t bits;
        memcpy(&bits, data, sizeof(bits));
        CheckBits(bits);
    }
    char* text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    svDecimal decimal;
    const char* after = svDecimal_Parse(text, text + size, &decimal);
    if (after != NULL) {
        text[after - text] = '\0'; // hexadecimal and the like are not ours
        const double value = svDecimal_ToDouble(&decimal);
        const float narrow = svDecimal_ToFloat(&decimal);
        const double expected = strtod(text, NULL);
        const float expectedNarrow = strtof(text, NULL);
        if (memcmp(&value, &expected, sizeof(value)) != 0 ||
            memcmp(&narrow, &expectedNarrow, sizeof(narrow)) != 0) {
            abort();
        }
    }
    free(text);
    return 0;
}
