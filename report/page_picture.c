// Pictures in, figures of a page out: the PNG files are inside, as data: addresses.

#include "base64.h"
#include "markup.h"
#include "page_parts.h"
#include "png.h"

#include <stdlib.h>

void Page_WriteImage(FILE* stream, const Picture* picture, const char* alt, const char* link) {
    if (link != NULL) {
        Page_WriteElement(stream, "<a href=\"", link, "\">");
    }
    fprintf(stream, "<img width=\"%d\" height=\"%d\" alt=\"", picture->width, picture->height);
    Page_WriteElement(stream, "", alt, "\" src=\"data:image/png;base64,");
    size_t size;
    uint8_t* bytes = Png_Encode(picture, &size);
    Base64 base64 = {.stream = stream};
    Base64_Write(&base64, bytes, size);
    Base64_End(&base64);
    free(bytes);
    fputs(link != NULL ? "\"/></a>\n" : "\"/>\n", stream);
}

static void WriteCaption(FILE* stream, const char* caption) {
    if (caption != NULL) {
        Page_WriteElement(stream, "<figcaption>", caption, "</figcaption>\n");
    }
}

void Page_Picture(Page* page, const Picture* picture, const char* alt, const char* caption,
                  const char* link) {
    FILE* stream = Page_Content(page);
    fputs("<figure class=\"picture\">\n", stream);
    Page_WriteImage(stream, picture, alt, link);
    WriteCaption(stream, caption);
    fputs("</figure>\n", stream);
}

void Page_Pictures(Page* page, const PagePicture* items, int count, const char* caption) {
    FILE* stream = Page_Content(page);
    fputs("<figure>\n<div class=\"pictures\">\n", stream);
    for (int i = 0; i < count; ++i) {
        fprintf(stream, "<figure style=\"max-width:%dpx\">\n", items[i].picture->width);
        Page_WriteImage(stream, items[i].picture, items[i].alt, items[i].link);
        WriteCaption(stream, items[i].caption);
        fputs("</figure>\n", stream);
    }
    fputs("</div>\n", stream);
    WriteCaption(stream, caption);
    fputs("</figure>\n", stream);
}
