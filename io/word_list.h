// "a, b or c": words in a message.
#ifndef SELVAGE_IO_WORD_LIST_H
#define SELVAGE_IO_WORD_LIST_H

#include <stdio.h>

// Writes the words to `text`, cut at `room` characters with the final zero.
static inline void svListWords(const char* const* words, size_t count, char* text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < room; ++i) {
        const char* before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        const int length = snprintf(text + used, room - used, "%s%s", before, words[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

#endif
