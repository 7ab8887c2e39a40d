// The picture that a command writes (--png): opened before the work begins, drawn at its end.
#ifndef SELVAGE_TOOL_STILL_FILE_H
#define SELVAGE_TOOL_STILL_FILE_H

#include "objects.h"
#include "report/output.h"
#include "viewer/still.h"

typedef struct StillFile {
    const char* path; // null: none
    int width, height;
    char up;
    bool dark;
    Output output;
} StillFile;

// The options of such a command, one after another, the first at any index.
enum { STILL_PNG, STILL_SIZE, STILL_DARK, STILL_OPTION_COUNT };

#define STILL_OPTIONS(first, what)                                                                 \
    [(first) + STILL_PNG] = {"png", OPTION_ONE, "FILE.png", what},                                 \
               [(first) + STILL_SIZE] = {"png-size", OPTION_ONE, "WxH",                            \
                                         "its width and height in pixels (default 1600x1000)"},    \
               [(first) + STILL_DARK] = {"png-dark", OPTION_FLAG, NULL, "on a dark ground"}

// `up`: "y" or "z"; null: z. False after a complaint.
bool StillFile_Parse(const Arguments* arguments, int first, const char* up, StillFile* file);

// Opens the file, if there is to be one. False after a complaint.
bool StillFile_Open(StillFile* file);

// Draws what `def` says in the size and on the ground asked for, and renames the file into place.
// False after a complaint.
bool StillFile_Write(StillFile* file, const StillDef* def);

// An unfinished file is removed.
void StillFile_Discard(StillFile* file);

// Names of the objects with " + " between them; the caller frees it.
char* StillFile_Names(const Objects* objects);

// The objects where they are at t0 (Objects_SetFrame) with a title and a text; nothing is red.
// False after a complaint.
bool StillFile_WriteObjects(StillFile* file, svContext* context, const Objects* objects,
                            const char* text);

#endif
