// Text in pictures, in letters of strokes that can have any size.
#ifndef SELVAGE_VIEWER_LETTERS_H
#define SELVAGE_VIEWER_LETTERS_H

#include "report/picture.h"

// `size`: the height of capitals in pixels. What is neither ASCII nor printable is a question mark,
// one for each letter of UTF-8.
typedef struct LetterStyle {
    double size, weight; // weight: the width of a stroke as a share of the size, say 0.11
    uint8_t rgb[3];
} LetterStyle;

double Letters_Width(const LetterStyle* style, const char* text);

// From x on, standing on y; what is outside the picture is not drawn.
void Letters_Draw(Picture* picture, double x, double y, const LetterStyle* style, const char* text);

#endif
