// Letters as strokes: polygons, and curves that touch the middles of the sides of theirs.

#include "letters.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// Strokes of the letters from '!' to '~', separated by blanks: places of two digits, x to the right
// and y down from the top of capitals (0) over that of small letters (2) to the line (6) and below
// (8). '~': a curve, 'o': a closed one. One place is a dot.
static const char* const glyphs[] = {
    "0004 06",                            // !
    "0001 2021",                          // "
    "1016 3036 0242 0444",                // #
    "~4130000343461605 2027",             // $
    "o00202202 4006 o24444626",           // %
    "~461110303104062643",                // &
    "0001",                               // '
    "~10020618",                          // (
    "~00121608",                          // )
    "2125 0442 0244",                     // *
    "0444 2226",                          // +
    "1607",                               // ,
    "0434",                               // -
    "06",                                 // .
    "0730",                               // /
    "o00404606",                          // 0
    "1120 2026 1636",                     // 1
    "~0110404306 0646",                   // 2
    "~0110404323 ~2343461605",            // 3
    "36300444",                           // 4
    "400003 ~032242461605",               // 5
    "~400004 o02424606",                  // 6
    "004016",                             // 7
    "o00404303 o03434606",                // 8
    "o00404404 ~424606",                  // 9
    "03 06",                              // :
    "13 1607",                            // ;
    "310437",                             // <
    "0343 0545",                          // =
    "013407",                             // >
    "~0110404224 26",                     // ?
    "o00606606 o22424424 ~424565",        // @
    "062046 1434",                        // A
    "0006 ~00404303 ~03434606",           // B
    "~413000063645",                      // C
    "0006 ~00404606",                     // D
    "40000646 0333",                      // E
    "400006 0333",                        // F
    "~413000064643 4323",                 // G
    "0006 4046 0343",                     // H
    "0006",                               // I
    "3034 ~34360605",                     // J
    "0006 4004 2246",                     // K
    "000646",                             // L
    "0600254046",                         // M
    "06004640",                           // N
    "o00404606",                          // O
    "0006 ~00404303",                     // P
    "o00404606 2547",                     // Q
    "0006 ~00404303 2346",                // R
    "~4130000343461605",                  // S
    "0040 2026",                          // T
    "~00064640",                          // U
    "002640",                             // V
    "0016325660",                         // W
    "0046 4006",                          // X
    "002340 2326",                        // Y
    "00400646",                           // Z
    "10000818",                           // [
    "0037",                               // backslash
    "00101808",                           // ]
    "021022",                             // ^
    "0747",                               // _
    "0011",                               // `
    "o02323606 3236",                     // a
    "0006 o02323606",                     // b
    "~332202062635",                      // c
    "3036 o02323606",                     // d
    "0434 ~343202062635",                 // e
    "~301012 1216 0232",                  // f
    "o02323606 3236 ~36380807",           // g
    "0006 ~04023234 3436",                // h
    "0206 00",                            // i
    "1216 ~161808 10",                    // j
    "0006 3205 1436",                     // k
    "0006",                               // l
    "0206 ~04022224 2426 ~24224244 4446", // m
    "0206 ~04023234 3436",                // n
    "o02323606",                          // o
    "0208 o02323606",                     // p
    "3238 o02323606",                     // q
    "0206 ~040222",                       // r
    "~3322020434361605",                  // s
    "1014 ~141636 0232",                  // t
    "0204 ~04063634 3236",                // u
    "022642",                             // v
    "0216233642",                         // w
    "0236 3206",                          // x
    "0226 4218",                          // y
    "02320636",                           // z
    "~2010140404 ~04141828",              // {
    "0008",                               // |
    "~00101424 ~24141808",                // }
    "~05132544",                          // ~
};

enum { GLYPH_PLACES = 12, CURVE_PLACES = 64, UNITS = 6 }; // units in the height of capitals

typedef struct Stroke {
    double at[CURVE_PLACES][2];
    int count;
} Stroke;

static const char* GlyphOf(unsigned char letter) {
    return letter > ' ' && letter <= '~' ? glyphs[letter - '!'] : glyphs['?' - '!'];
}

// Cuts every corner at a quarter and three quarters of its sides: thrice, that is a curve (G. M.
// Chaikin, "An algorithm for high speed curve generation", 1974). The ends of an open one stay.
static void RoundStroke(Stroke* stroke, bool closed) {
    for (int round = 0; round < 3; ++round) {
        const Stroke before = *stroke;
        const int sides = closed ? before.count : before.count - 1;
        stroke->count = 0;
        for (int i = 0; i < sides; ++i) {
            const double *a = before.at[i], *b = before.at[(i + 1) % before.count];
            const bool first = !closed && i == 0, last = !closed && i == sides - 1;
            const double shares[2] = {first ? 0 : 0.25, last ? 1 : 0.75};
            for (int k = 0; k < 2 && stroke->count < CURVE_PLACES; ++k) {
                double* at = stroke->at[stroke->count++];
                at[0] = a[0] + shares[k] * (b[0] - a[0]);
                at[1] = a[1] + shares[k] * (b[1] - a[1]);
            }
        }
    }
    if (closed && stroke->count < CURVE_PLACES) {
        memcpy(stroke->at[stroke->count++], stroke->at[0], sizeof(stroke->at[0]));
    }
}

// The next stroke of a glyph; null at its end.
static const char* ReadStroke(const char* at, Stroke* stroke) {
    while (*at == ' ') {
        ++at;
    }
    if (*at == '\0') {
        return NULL;
    }
    const char kind = *at;
    at += kind == '~' || kind == 'o';
    stroke->count = 0;
    for (; at[0] > ' ' && at[1] > ' ' && stroke->count < GLYPH_PLACES; at += 2) {
        stroke->at[stroke->count][0] = at[0] - '0';
        stroke->at[stroke->count++][1] = at[1] - '0';
    }
    if (kind == '~' || kind == 'o') {
        RoundStroke(stroke, kind == 'o');
    }
    return at;
}

// The widest x of its strokes, in units; digits are equally wide.
static double GlyphWidth(const char* glyph, unsigned char letter) {
    if (letter >= '0' && letter <= '9') {
        return 4;
    }
    int widest = 0;
    for (const char* at = glyph; *at != '\0'; ++at) {
        if (*at >= '0' && *at <= '9') {
            widest = *at - '0' > widest ? *at - '0' : widest;
            ++at;
        }
    }
    return widest;
}

// From one letter to the next.
static double GlyphAdvance(unsigned char letter) {
    return letter == ' ' ? 3.4 : GlyphWidth(GlyphOf(letter), letter) + 2;
}

static double DistanceToStroke(const Stroke* stroke, double x, double y) {
    double least = (double)INFINITY;
    for (int i = 0; i < stroke->count; ++i) {
        const double *a = stroke->at[i], *b = stroke->at[i + 1 < stroke->count ? i + 1 : i];
        const double ux = b[0] - a[0], uy = b[1] - a[1], square = ux * ux + uy * uy;
        const double along = square > 0 ? ((x - a[0]) * ux + (y - a[1]) * uy) / square : 0;
        const double share = along < 0 ? 0 : along > 1 ? 1 : along;
        const double dx = x - a[0] - share * ux, dy = y - a[1] - share * uy;
        const double distance = dx * dx + dy * dy;
        least = distance < least ? distance : least;
    }
    // A dot is broader than a line.
    return sqrt(least) * (stroke->count == 1 ? 0.7 : 1);
}

// Draws a glyph whose upper left corner is at x, y.
static void DrawGlyph(Picture* picture, double x, double y, const LetterStyle* style,
                      const char* glyph) {
    Stroke strokes[8];
    int count = 0;
    for (const char* at = glyph; count < 8 && (at = ReadStroke(at, &strokes[count])) != NULL;) {
        ++count;
    }
    const double unit = style->size / UNITS, half = style->size * style->weight / 2;
    const int left = (int)floor(x - half - 1), right = (int)ceil(x + 7 * unit + half + 1);
    const int top = (int)floor(y - half - 1), bottom = (int)ceil(y + 8 * unit + half + 1);
    for (int py = top > 0 ? top : 0; py < bottom && py < picture->height; ++py) {
        for (int px = left > 0 ? left : 0; px < right && px < picture->width; ++px) {
            double nearest = (double)INFINITY;
            for (int k = 0; k < count; ++k) {
                const double distance =
                    DistanceToStroke(&strokes[k], (px + 0.5 - x) / unit, (py + 0.5 - y) / unit);
                nearest = distance < nearest ? distance : nearest;
            }
            const double cover = half + 0.5 - nearest * unit;
            uint8_t* rgb = Picture_At(picture, px, py);
            for (int d = 0; d < 3 && cover > 0; ++d) {
                const double share = cover < 1 ? cover : 1;
                rgb[d] = (uint8_t)(rgb[d] + share * (style->rgb[d] - rgb[d]) + 0.5);
            }
        }
    }
}

// The next letter of UTF-8 text; what follows its first byte is passed over.
static unsigned char NextLetter(const char** text) {
    const unsigned char letter = (unsigned char)*(*text)++;
    while (((unsigned char)**text & 0xC0) == 0x80) {
        ++*text;
    }
    return letter;
}

double Letters_Width(const LetterStyle* style, const char* text) {
    double units = 0;
    while (*text != '\0') {
        units += GlyphAdvance(NextLetter(&text));
    }
    return (units > 2 ? units - 2 : 0) * style->size / UNITS;
}

void Letters_Draw(Picture* picture, double x, double y, const LetterStyle* style,
                  const char* text) {
    while (*text != '\0') {
        const unsigned char letter = NextLetter(&text);
        if (letter != ' ') {
            DrawGlyph(picture, x, y - style->size, style, GlyphOf(letter));
        }
        x += GlyphAdvance(letter) * style->size / UNITS;
    }
}
