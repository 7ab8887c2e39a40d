// Folders that results go into.
#ifndef SELVAGE_REPORT_FOLDER_H
#define SELVAGE_REPORT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

// FOLDER/name; free() it. Never null.
char* Folder_Path(const char* folder, const char* name);

// Creates the folder unless it is there; its parent must be. False after a complaint.
bool Folder_Create(const char* folder);

// Whether files can be written into the folder, which need not exist; leaves nothing behind. False
// after a complaint.
bool Folder_IsWritable(const char* folder);

// The names in the folder that end in `ending`, sorted; at most `most`. Returns how many; free()
// each. None if the folder cannot be read.
size_t Folder_List(const char* folder, const char* ending, char** names, size_t most);

#endif
