#include "support/markup.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { DEPTH = 64, NAME = 32, ATTRIBUTES = 32 };

typedef struct Reader {
    const char* at;
    char open[DEPTH][NAME];
    int depth;
    bool rooted; // the root element has begun
    const char* fault;
} Reader;

static void Refuse(Reader* reader, const char* fault) {
    reader->fault = reader->fault == NULL ? fault : reader->fault;
}

static bool IsNameLetter(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == ':' || c == '_';
}

static void ReadName(Reader* reader, char name[NAME]) {
    int length = 0;
    while (IsNameLetter(*reader->at) && length < NAME - 1) {
        name[length++] = *reader->at++;
    }
    name[length] = '\0';
    if (length == 0 || IsNameLetter(*reader->at)) {
        Refuse(reader, "no name, or a long one");
    }
}

// One character of text, or an entity.
static void ReadCharacter(Reader* reader) {
    static const char* const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    const unsigned char c = (unsigned char)*reader->at;
    if (c == '&') {
        for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); ++i) {
            if (strncmp(reader->at, entities[i], strlen(entities[i])) == 0) {
                reader->at += strlen(entities[i]);
                return;
            }
        }
        Refuse(reader, "ampersand");
    }
    if (c == '<' || (c < 0x20 && c != '\n' && c != '\t')) {
        Refuse(reader, "a character that is none");
    }
    ++reader->at;
}

static void SkipBlanks(Reader* reader) {
    while (*reader->at == ' ' || *reader->at == '\n') {
        ++reader->at;
    }
}

static void ReadAttributes(Reader* reader) {
    char names[ATTRIBUTES][NAME];
    int count = 0;
    for (SkipBlanks(reader); IsNameLetter(*reader->at) && reader->fault == NULL;
         SkipBlanks(reader)) {
        if (count == ATTRIBUTES) {
            Refuse(reader, "too many attributes");
            return;
        }
        ReadName(reader, names[count]);
        for (int i = 0; i < count; ++i) {
            if (strcmp(names[i], names[count]) == 0) {
                Refuse(reader, "an attribute twice");
            }
        }
        ++count;
        if (strncmp(reader->at, "=\"", 2) != 0) {
            Refuse(reader, "an attribute without a quoted value");
            return;
        }
        reader->at += 2;
        while (*reader->at != '"' && *reader->at != '\0' && reader->fault == NULL) {
            ReadCharacter(reader);
        }
        if (*reader->at == '\0') {
            Refuse(reader, "a value that does not end");
            return;
        }
        ++reader->at;
    }
}

static void ReadOpening(Reader* reader) {
    if (reader->depth == DEPTH || (reader->depth == 0 && reader->rooted)) {
        Refuse(reader, "a second root, or too deep");
        return;
    }
    reader->rooted = true;
    char* name = reader->open[reader->depth];
    ReadName(reader, name);
    ReadAttributes(reader);
    if (strncmp(reader->at, "/>", 2) == 0) {
        reader->at += 2;
        return;
    }
    if (*reader->at != '>') {
        Refuse(reader, "a tag that does not end");
        return;
    }
    ++reader->at;
    ++reader->depth;
    if (strcmp(name, "style") == 0) {
        const char* end = strstr(reader->at, "</style>");
        reader->at = end != NULL ? end : reader->at + strlen(reader->at);
    }
}

static void ReadClosing(Reader* reader) {
    char name[NAME];
    ReadName(reader, name);
    if (reader->depth == 0 || strcmp(reader->open[reader->depth - 1], name) != 0) {
        Refuse(reader, "a closing tag of nothing that is open");
        return;
    }
    --reader->depth;
    if (*reader->at++ != '>') {
        Refuse(reader, "a closing tag that does not end");
    }
}

const char* Markup_Fault(const char* text) {
    static const char doctype[] = "<!DOCTYPE html>\n";
    Reader reader = {.at = text};
    if (strncmp(text, doctype, strlen(doctype)) == 0) {
        reader.at += strlen(doctype);
    }
    while (*reader.at != '\0' && reader.fault == NULL) {
        if (strncmp(reader.at, "</", 2) == 0) {
            reader.at += 2;
            ReadClosing(&reader);
        } else if (*reader.at == '<') {
            ++reader.at;
            ReadOpening(&reader);
        } else {
            if (reader.depth == 0 && *reader.at != '\n') {
                Refuse(&reader, "text outside of the root");
            }
            ReadCharacter(&reader);
        }
    }
    if (reader.depth > 0 || !reader.rooted) {
        Refuse(&reader, "something stays open, or there is nothing");
    }
    return reader.fault;
}

int Markup_Count(const char* text, const char* part) {
    int count = 0;
    for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        ++count;
    }
    return count;
}
