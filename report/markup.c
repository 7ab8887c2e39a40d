// Plain text in, escaped text for HTML and SVG out.

#include "markup.h"

#include "json.h"

void Markup_Text(FILE* stream, const char* text) {
    static const char replacement[] = "\xEF\xBF\xBD"; // U+FFFD
    while (text != NULL && *text != '\0') {
        const int length = Json_CharacterLength(text);
        const unsigned char c = (unsigned char)*text;
        const bool control = (c < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
        if (length == 0 || control) {
            fputs(replacement, stream);
        } else if (c == '&') {
            fputs("&amp;", stream);
        } else if (c == '<') {
            fputs("&lt;", stream);
        } else if (c == '>') {
            fputs("&gt;", stream);
        } else if (c == '"') {
            fputs("&quot;", stream);
        } else {
            fwrite(text, 1, (size_t)length, stream);
        }
        text += length > 0 ? length : 1;
    }
}
