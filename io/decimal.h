// Decimal numbers, read and written exactly, in every locale.
//
// Reading rounds correctly (to nearest, ties to even) for any number of digits, directly to the
// target type: rounding a float by way of a double would round twice. Writing gives the fewest
// digits that read back as the same bits.
#ifndef SELVAGE_IO_DECIMAL_H
#define SELVAGE_IO_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In every locale, unlike isdigit.
static inline bool svIsDigit(char c) {
    return (unsigned char)(c - '0') < 10;
}

// A number as it stands in the text: head * 10^exponent, plus less than 10^exponent if `longer`.
typedef struct svDecimal {
    const char* digits;    // the first digit that is not a leading zero
    const char* digitsEnd; // past the last digit; a point may lie in between
    uint64_t head;         // the first 19 significant digits
    int64_t exponent;
    bool negative;
    bool longer; // a digit past `head` is not zero
} svDecimal;

// Takes [+-] digits [. digits] [e [+-] digits] apart. Returns the place after it, or null if no
// number starts at `at`.
const char* svDecimal_Parse(const char* at, const char* end, svDecimal* decimal);

// The nearest double or float; infinite beyond its range.
double svDecimal_ToDouble(const svDecimal* decimal);
float svDecimal_ToFloat(const svDecimal* decimal);

// Room for any number that svFormatDouble or svFormatFloat writes.
#define SV_NUMBER_CHARS 32

// Writes the shortest decimal that reads back as the same bits; nan, inf and -inf by these names.
// Returns the number of characters; there is no terminating zero.
size_t svFormatDouble(double value, char text[SV_NUMBER_CHARS]);
size_t svFormatFloat(float value, char text[SV_NUMBER_CHARS]);

#endif
