// A film in, its HTML page out: the viewer's page with a description in JSON and the bytes in
// base64 where its mark is.

#include "page.h"
#include "web_page.h"

#include "report/program.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

bool ViewerPage_IsBuilt(void) {
    if (svWebPageSize == 0) {
        Terminal_Complain("built without the viewer: install nodejs and npm, and build again");
    }
    return svWebPageSize > 0;
}

size_t ViewerPage_Size(void) {
    return svWebPageSize;
}

typedef struct Base64 {
    FILE* stream;
    uint8_t rest[3]; // bytes that are not written yet
    size_t restCount;
} Base64;

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

static void EncodeRest(Base64* base64) {
    char text[4];
    EncodeThree(base64->rest, base64->restCount, text);
    fwrite(text, 1, sizeof(text), base64->stream);
    base64->restCount = 0;
}

static void WriteBase64(const uint8_t* bytes, size_t count, void* user) {
    Base64* base64 = user;
    size_t i = 0;
    while (i < count && (base64->restCount > 0 || count - i < 3)) {
        base64->rest[base64->restCount++] = bytes[i++];
        if (base64->restCount == 3) {
            EncodeRest(base64);
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

// JSON for a script element, which a '<' in a file name could end: it is written as \u003c.
static void WriteScriptText(FILE* stream, const char* text, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        if (text[i] == '<') {
            fputs("\\u003c", stream);
        } else {
            fputc(text[i], stream);
        }
    }
}

static void WriteDescription(FILE* stream, const Film* film, PageDescriber* describe, void* user) {
    char* text = NULL;
    size_t size = 0;
    FILE* memory = open_memstream(&text, &size);
    if (memory == NULL) {
        Terminal_Complain("out of memory");
        exit(EXIT_TROUBLE);
    }
    Json json = Json_Make(memory);
    Json_BeginObject(&json, NULL);
    describe(&json, user);
    Film_Describe(film, &json);
    Json_EndObject(&json);
    fclose(memory);
    WriteScriptText(stream, text, size);
    free(text);
}

void ViewerPage_Write(FILE* stream, const Film* film, PageDescriber* describe, void* user) {
    static const char mark[] = "<!--film-->";
    const char* page = (const char*)svWebPage;
    const char* at = strstr(page, mark);
    fwrite(page, 1, (size_t)(at - page), stream);
    fputs("<script type=\"application/json\" id=\"film\">", stream);
    WriteDescription(stream, film, describe, user);
    fputs("</script>\n<script type=\"text/plain\" id=\"film-bytes\">", stream);
    Base64 base64 = {.stream = stream};
    Film_WriteBytes(film, WriteBase64, &base64);
    if (base64.restCount > 0) {
        EncodeRest(&base64);
    }
    fputs("</script>", stream);
    fputs(at + strlen(mark), stream);
}
