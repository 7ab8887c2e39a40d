// A film in, its HTML page out: the viewer's page with a description in JSON and the bytes in
// base64 where its mark is.

#include "page.h"
#include "web_page.h"

#include "report/base64.h"
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

static void WriteBase64(const uint8_t* bytes, size_t count, void* user) {
    Base64_Write(user, bytes, count);
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
    Base64_End(&base64);
    fputs("</script>", stream);
    fputs(at + strlen(mark), stream);
}
