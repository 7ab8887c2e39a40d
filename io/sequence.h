// Numbered files: names that differ in one number.
#ifndef SELVAGE_IO_SEQUENCE_H
#define SELVAGE_IO_SEQUENCE_H

#include "selvage/base.h"

// The position of the number in a name: name[0, first) and the text from `after` on are the same
// for all files.
typedef struct svNumberPlace {
    size_t first, after;
    size_t width; // of a pattern: the least number of digits
} svNumberPlace;

// The place of #### or %04d. False if the name is no pattern.
bool svNumberPlace_OfPattern(const char* name, svNumberPlace* place);

typedef struct svSequenceItem {
    size_t name; // in `names`
    svNumberPlace place;
} svSequenceItem;

// The files of a sequence in the order of their numbers.
typedef struct svSequence {
    svContext* context;
    char* folder; // with its slash; "" for the current one
    char* names;  // zero-terminated, one after the other
    size_t namesSize, namesCapacity;
    svSequenceItem* items;
    size_t count, capacity;
    char* path; // of the last svSequence_Path
    size_t pathCapacity;
} svSequence;

// Finds the files that svCache_Open describes. Destroy it in any case. SV_ERROR_FILE: there are
// none, the folder cannot be read, or two of them claim one number or two patterns fit.
svStatus svSequence_Find(svContext* context, const char* path, svSequence* sequence);
void svSequence_Destroy(svSequence* sequence);

// Folder and name of a file, until the next call.
const char* svSequence_Path(svSequence* sequence, size_t index);

// The number in its name.
double svSequence_Number(const svSequence* sequence, size_t index);

// The part of a path after its last slash.
const char* svBaseName(const char* path);

#endif
