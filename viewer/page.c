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
    int restCount;
} Base64;

static void PutBase64(Base64* base64) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint32_t bits = (uint32_t)base64->rest[0] << 16 | (uint32_t)base64->rest[1] << 8 |
                          (uint32_t)base64->rest[2];
    const char text[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                          base64->restCount > 1 ? digits[bits >> 6 & 63] : '=',
                          base64->restCount > 2 ? digits[bits & 63] : '='};
    fwrite(text, 1, sizeof(text), base64->stream);
    *base64 = (Base64){base64->stream, {0}, 0};
}

static void WriteBase64(const uint8_t* bytes, size_t count, void* user) {
    Base64* base64 = user;
    for (size_t i = 0; i < count; ++i) {
        base64->rest[base64->restCount++] = bytes[i];
        if (base64->restCount == 3) {
            PutBase64(base64);
        }
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
        PutBase64(&base64);
    }
    fputs("</script>", stream);
    fputs(at + strlen(mark), stream);
}
