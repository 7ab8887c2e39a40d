// Title and text in, the lowest rows of a picture out: in one line if both fit, else in two.

#include "still_title.h"

#include "letters.h"

#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

typedef struct TitleLayout {
    double margin, leading; // leading: from one line to the next
    LetterStyle title, text;
    bool twoLines;
    int height;
} TitleLayout;

// Letters of the page's colours (web/src/style.css), as large as the picture allows.
static TitleLayout LayOutTitle(const StillDef* def) {
    TitleLayout layout = {0};
    if (def->title == NULL && def->text == NULL) {
        return layout;
    }
    const double share = def->width / 100.0, size = share < 8 ? 8 : share > 18 ? 18 : share;
    layout.margin = 1.2 * size;
    layout.leading = 1.9 * size;
    layout.title = (LetterStyle){size, 0.155, {0x22, 0x26, 0x2c}};
    layout.text = (LetterStyle){0.86 * size, 0.115, {0x55, 0x5b, 0x66}};
    if (def->dark) {
        layout.title = (LetterStyle){size, 0.155, {0xe8, 0xea, 0xee}};
        layout.text = (LetterStyle){0.86 * size, 0.115, {0xa8, 0xb0, 0xbb}};
    }
    const double title = def->title != NULL ? Letters_Width(&layout.title, def->title) : 0;
    const double text = def->text != NULL ? Letters_Width(&layout.text, def->text) : 0;
    layout.twoLines = def->title != NULL && def->text != NULL &&
                      2 * layout.margin + title + 1.5 * size + text > (double)def->width;
    const double height = size + 2 * 0.85 * size + (layout.twoLines ? layout.leading : 0);
    layout.height = (int)height < def->height / 2 ? (int)height : 0; // else there is no room for it
    return layout;
}

int StillTitle_Height(const StillDef* def) {
    return LayOutTitle(def).height;
}

static void FillRow(Picture* picture, int y, int left, int right, const uint8_t rgb[3]) {
    for (int x = left; x < right && x < picture->width; ++x) {
        memcpy(Picture_At(picture, x, y), rgb, 3);
    }
}

// What does not fit ends in points.
static void DrawWithin(Picture* picture, double x, double y, double right, const LetterStyle* style,
                       const char* text) {
    const size_t length = strlen(text);
    char* shown = Terminal_Allocate(length + 4, 1);
    memcpy(shown, text, length);
    for (size_t count = length; count > 0 && x + Letters_Width(style, shown) > right;) {
        do {
            --count;
        } while (count > 0 && ((unsigned char)shown[count] & 0xC0) == 0x80);
        memcpy(shown + count, "...", 4);
    }
    Letters_Draw(picture, x, y, style, shown);
    free(shown);
}

void StillTitle_Draw(const StillDef* def, Picture* picture) {
    static const uint8_t grounds[2][3] = {{0xfd, 0xfc, 0xfb}, {0x1c, 0x20, 0x27}};
    static const uint8_t lines[2][3] = {{0xcf, 0xd3, 0xd9}, {0x3b, 0x42, 0x4d}};
    static const uint8_t tones[STILL_TONE_COUNT][3] = {
        {0xd8, 0x23, 0x1f}, {0x2b, 0x8a, 0x4b}, {0x2f, 0x74, 0xd0}};
    const TitleLayout layout = LayOutTitle(def);
    const int top = picture->height - layout.height;
    for (int y = top; y < picture->height; ++y) {
        FillRow(picture, y, 0, picture->width, y == top ? lines[def->dark] : grounds[def->dark]);
        if (def->tone < STILL_TONE_COUNT) {
            FillRow(picture, y, 0, (int)(layout.margin / 2), tones[def->tone]);
        }
    }
    double x = layout.margin, y = top + 1.85 * layout.title.size;
    const double right = picture->width - layout.margin;
    if (layout.height > 0 && def->title != NULL) {
        DrawWithin(picture, x, y, right, &layout.title, def->title);
        x += Letters_Width(&layout.title, def->title) + 1.5 * layout.title.size;
    }
    if (layout.height > 0 && def->text != NULL) {
        x = layout.twoLines ? layout.margin : x;
        y += layout.twoLines ? layout.leading : 0;
        DrawWithin(picture, x, y, right, &layout.text, def->text);
    }
}
