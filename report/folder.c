// Folders: created, tried, listed.

#include "folder.h"

#include "output.h"
#include "terminal.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char* Folder_Path(const char* folder, const char* name) {
    const size_t room = strlen(folder) + strlen(name) + 2;
    char* path = Terminal_Allocate(room, 1);
    snprintf(path, room, "%s/%s", folder, name);
    return path;
}

bool Folder_Create(const char* folder) {
    struct stat info;
    if (mkdir(folder, 0777) == 0) {
        return true;
    }
    const int error = errno;
    if (error == EEXIST && stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) {
        return true;
    }
    Terminal_Complain("cannot create the folder %s: %s", folder,
                      error == EEXIST ? "a file has this name" : strerror(error));
    return false;
}

bool Folder_IsWritable(const char* folder) {
    struct stat info;
    const bool isNew = stat(folder, &info) != 0;
    if (!Folder_Create(folder)) {
        return false;
    }
    Output output;
    char* path = Folder_Path(folder, "selvage-tries-to-write"); // no file of this name stays
    const bool writable = Output_Open(&output, path);
    if (writable) {
        Output_Discard(&output);
    }
    free(path);
    if (isNew) {
        (void)rmdir(folder);
    }
    return writable;
}

static int CompareNames(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

size_t Folder_List(const char* folder, const char* ending, char** names, size_t most) {
    DIR* directory = opendir(folder);
    size_t count = 0;
    if (directory == NULL) {
        return 0;
    }
    for (const struct dirent* entry; count < most && (entry = readdir(directory)) != NULL;) {
        const size_t length = strlen(entry->d_name), end = strlen(ending);
        if (length > end && strcmp(entry->d_name + length - end, ending) == 0) {
            names[count] = Terminal_Allocate(length + 1, 1);
            memcpy(names[count++], entry->d_name, length + 1);
        }
    }
    closedir(directory);
    qsort(names, count, sizeof(names[0]), CompareNames);
    return count;
}
