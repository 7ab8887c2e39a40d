// Pictures in, figures of a page out: the PNG files are inside, as data: addresses.

#include "base64.h"
#include "markup.h"
#include "page.h"
#include "png.h"

#include <stdlib.h>

static void WriteImage(FILE* stream, const PagePicture* item) {
    if (item->link != NULL) {
        fputs("<a href=\"", stream);
        Markup_Text(stream, item->link);
        fputs("\">", stream);
    }
    fprintf(stream, "<img width=\"%d\" height=\"%d\" alt=\"", item->picture->width,
            item->picture->height);
    Markup_Text(stream, item->alt);
    fputs("\" style=\"display:block;max-width:100%;height:auto;border-radius:6px\" "
          "src=\"data:image/png;base64,",
          stream);
    size_t size;
    uint8_t* bytes = Png_Encode(item->picture, &size);
    Base64 base64 = {.stream = stream};
    Base64_Write(&base64, bytes, size);
    Base64_End(&base64);
    free(bytes);
    fputs(item->link != NULL ? "\"/></a>\n" : "\"/>\n", stream);
}

static void WriteCaption(FILE* stream, const char* caption) {
    if (caption != NULL) {
        fputs("<figcaption>", stream);
        Markup_Text(stream, caption);
        fputs("</figcaption>\n", stream);
    }
}

void Page_Picture(Page* page, const Picture* picture, const char* alt, const char* caption,
                  const char* link) {
    FILE* stream = page->output.stream;
    const PagePicture item = {picture, alt, caption, link};
    fputs("<figure>\n", stream);
    WriteImage(stream, &item);
    WriteCaption(stream, caption);
    fputs("</figure>\n", stream);
}

void Page_Pictures(Page* page, const PagePicture* items, int count, const char* caption) {
    FILE* stream = page->output.stream;
    fputs("<figure>\n<div style=\"display:flex;flex-wrap:wrap;gap:1rem\">\n", stream);
    for (int i = 0; i < count; ++i) {
        fprintf(stream, "<figure style=\"margin:0;flex:1 1 16rem;max-width:%dpx\">\n",
                items[i].picture->width);
        WriteImage(stream, &items[i]);
        WriteCaption(stream, items[i].caption);
        fputs("</figure>\n", stream);
    }
    fputs("</div>\n", stream);
    WriteCaption(stream, caption);
    fputs("</figure>\n", stream);
}
