// A cursor over the text of a file: blanks, lines, words and numbers, and messages that name the
// line.
#ifndef SELVAGE_IO_TEXT_H
#define SELVAGE_IO_TEXT_H

#include "source.h"

typedef struct svText {
    const svSource* source;
    const char* at;
    const char* end;
    size_t line;       // from 1
    char newline;      // '\n', or '\r' in a file that has no '\n'
    bool comments;     // '#' starts a comment that runs to the end of the line
    bool continuation; // a backslash at the end of a line joins the next one to it
} svText;

// Starts at byte `offset`, which is counted as line 1.
svText svText_Make(const svSource* source, size_t offset);

// Moves over blanks (and joined line ends) within the line.
void svText_SkipBlanksSlow(svText* text);
static inline void svText_SkipBlanks(svText* text) {
    if (text->at < text->end && *text->at == ' ') {
        ++text->at;
    }
    // Most often a digit, a sign or a letter follows at once.
    if (text->at < text->end && ((unsigned char)*text->at <= ' ' || *text->at == '\\')) {
        svText_SkipBlanksSlow(text);
    }
}

// After blanks: whether the line (or its part before a comment) ends here.
static inline bool svText_AtLineEnd(const svText* text) {
    return text->at == text->end || *text->at == text->newline ||
           (*text->at == '#' && text->comments);
}

// Moves to the start of the next line, or to the end.
void svText_NextLine(svText* text);

// Moves over blanks, comments and line ends to the next word. False at the end of the file.
bool svText_NextWordLine(svText* text);

// The word at the cursor: up to the next blank, line end or comment. Moves past it.
typedef struct svWord {
    const char* at;
    size_t size;
} svWord;
svWord svText_Word(svText* text);
bool svWord_Is(svWord word, const char* text);
bool svWord_IsAnyCase(svWord word, const char* lower);

// Skips blanks and reads a number in this line. `what` names it in the message: "x coordinate".
// Numbers that round to infinity are an error; nan and inf are read where they are written so. For
// SV_FLOAT the decimal is rounded to a float.
svStatus svText_Number(svText* text, const char* what, svScalar scalar, double* value);

// Skips blanks and reads an integer of at most 18 digits in this line. Only blanks, the line end or
// one of `after` (a string) may follow.
svStatus svText_Integer(svText* text, const char* what, const char* after, int64_t* value);

// "name:LINE: expected WHAT, found ..." with the word at the cursor, and SV_ERROR_FORMAT.
svStatus svText_Expected(const svText* text, const char* what);

// "name:LINE: ..." and SV_ERROR_FORMAT.
svStatus svText_Fail(const svText* text, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// The bytes from the cursor to the end.
static inline size_t svText_Left(const svText* text) {
    return (size_t)(text->end - text->at);
}

#endif
