// Text in, what a terminal can safely show out: messages, masked text, wrapped paragraphs.

#include "terminal.h"

#include "json.h"
#include "program.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/ioctl.h>
#include <unistd.h>
#define HAVE_TERMINAL_SIZE 1
#endif

// Limits of the layout width.
#define COLUMNS_MIN 20
#define COLUMNS_MAX 1000

int Terminal_Columns(FILE* stream, int fallback) {
    const char* variable = getenv("COLUMNS");
    if (variable != NULL) {
        const long columns = strtol(variable, NULL, 10);
        if (columns > 0) {
            return columns < COLUMNS_MIN   ? COLUMNS_MIN
                   : columns > COLUMNS_MAX ? COLUMNS_MAX
                                           : (int)columns;
        }
    }
#ifdef HAVE_TERMINAL_SIZE
    struct winsize size;
    if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= COLUMNS_MIN) {
        return size.ws_col;
    }
#else
    (void)stream;
#endif
    return fallback;
}

void Terminal_Mask(char* text) {
    while (*text != '\0') {
        const int length = Json_CharacterLength(text);
        const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
        // U+0080 to U+009F: C1 controls, which some terminals obey.
        const bool control =
            first < 0x20 || first == 0x7F || (length == 2 && first == 0xC2 && second < 0xA0);
        const int bytes = length == 0 ? 1 : length;
        if (control || length == 0) {
            memset(text, '?', (size_t)bytes);
        }
        text += bytes;
    }
}

void Terminal_PrintMasked(FILE* stream, const char* text) {
    const size_t length = strlen(text) + 1;
    char* copy = Terminal_Allocate(length, 1);
    memcpy(copy, text, length);
    Terminal_Mask(copy);
    fputs(copy, stream);
    free(copy);
}

void Terminal_Complain(const char* format, ...) {
    char text[8192]; // a path and a sentence
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    Terminal_Mask(text);
    fprintf(stderr, "selvage: %s\n", text);
}

static void (*progressHead)(char* text, size_t room);

void Terminal_HeadProgress(void (*tellHead)(char* text, size_t room)) {
    progressHead = tellHead;
}

void Terminal_Progress(const char* format, ...) {
#ifdef HAVE_TERMINAL_SIZE
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    char text[512] = "";
    if (format != NULL) {
        va_list arguments;
        if (progressHead != NULL) {
            progressHead(text, sizeof(text));
        }
        const size_t head = strlen(text);
        va_start(arguments, format);
        vsnprintf(text + head, sizeof(text) - head, format, arguments);
        va_end(arguments);
    }
    Terminal_Mask(text);
    // Carriage return, erase line; truncated to one line.
    fprintf(stderr, "\r\033[K%.*s", Terminal_Columns(stderr, 80) - 1, text);
    fflush(stderr);
#else
    (void)format;
#endif
}

void* Terminal_Allocate(size_t count, size_t size) {
    void* memory = calloc(count == 0 ? 1 : count, size);
    if (memory == NULL) {
        Terminal_Complain("out of memory");
        exit(EXIT_TROUBLE);
    }
    return memory;
}

int Terminal_Width(const char* text) {
    int width = 0;
    for (; *text != '\0'; ++text) {
        width += ((unsigned char)*text & 0xC0) != 0x80; // continuation bytes take no room
    }
    return width;
}

void Terminal_Wrap(FILE* stream, const char* text, int indent, int columns) {
    Terminal_WrapHanging(stream, text, indent, indent, columns);
}

void Terminal_WrapHanging(FILE* stream, const char* text, int first, int others, int columns) {
    while (*text != '\0') {
        const size_t line = strcspn(text, "\n");
        size_t at = 0;
        while (at < line) {
            const int indent = at == 0 ? first : others;
            const int room = columns - indent < COLUMNS_MIN ? COLUMNS_MIN : columns - indent;
            size_t length = line - at;
            if (length > (size_t)room) {
                length = (size_t)room;
                while (length > 0 && text[at + length] != ' ') {
                    --length;
                }
                length = length == 0 ? strcspn(text + at, " \n") : length;
            }
            fprintf(stream, "%*s%.*s\n", indent, "", (int)length, text + at);
            at += length;
            while (at < line && text[at] == ' ') {
                ++at;
            }
        }
        if (line == 0) {
            fputc('\n', stream);
        }
        text += line + (text[line] == '\n');
    }
}

int Terminal_TextColumns(FILE* stream) {
    enum { MOST = 100 };
    const int columns = Terminal_Columns(stream, MOST);
    return columns > MOST ? MOST : columns;
}

void Terminal_Heading(FILE* stream, const char* text) {
    fputc('\n', stream);
    Terminal_Wrap(stream, text, 0, Terminal_TextColumns(stream));
}
