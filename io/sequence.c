// Numbered files: names that differ in one number.

#include "sequence.h"

#include "decimal.h"
#include "mesh_format.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* svBaseName(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool svNumberPlace_OfPattern(const char* name, svNumberPlace* place) {
    const char* hash = strchr(name, '#');
    if (hash != NULL) {
        place->first = (size_t)(hash - name);
        place->width = strspn(hash, "#");
        place->after = place->first + place->width;
        return strchr(name + place->after, '#') == NULL;
    }
    const char* percent = strchr(name, '%');
    if (percent == NULL) {
        return false;
    }
    const char* p = percent + 1;
    place->width = 0;
    for (; svIsDigit(*p) && place->width < 100; ++p) {
        place->width = place->width * 10 + (size_t)(*p - '0');
    }
    place->first = (size_t)(percent - name);
    place->after = (size_t)(p + 1 - name);
    return *p == 'd' && place->width <= 20 && strchr(p, '%') == NULL;
}

// The place of the last number in front of the extension. False if there is none.
static bool PlaceOfMember(const char* name, svNumberPlace* place) {
    const char* dot = strrchr(name, '.');
    size_t after = dot == NULL ? strlen(name) : (size_t)(dot - name);
    while (after > 0 && !svIsDigit(name[after - 1])) {
        --after;
    }
    size_t first = after;
    while (first > 0 && svIsDigit(name[first - 1])) {
        --first;
    }
    *place = (svNumberPlace){first, after, 0};
    return after > first;
}

// What the names must look like: start, number, end. A null end stands for that of any mesh file.
typedef struct NameFilter {
    const char* start;
    size_t startSize;
    const char* end;
    bool anyStart; // a folder was given
} NameFilter;

static bool Matches(const NameFilter* filter, const char* name, svNumberPlace* place) {
    if (filter->anyStart) {
        return svMeshFormat_OfName(name) != SV_MESH_AUTO && PlaceOfMember(name, place);
    }
    if (strncmp(name, filter->start, filter->startSize) != 0) {
        return false;
    }
    place->first = filter->startSize;
    place->after = place->first + strspn(name + place->first, "0123456789");
    place->width = 0;
    if (place->after == place->first) {
        return false;
    }
    const char* end = name + place->after;
    return filter->end != NULL ? strcmp(end, filter->end) == 0 : svIsMeshExtension(end);
}

static svStatus FailListing(svContext* context, const char* path) {
    svContext_Message(context, SV_ERROR, "%s: out of memory while listing files",
                      svShortName(path));
    return SV_ERROR_MEMORY;
}

static svStatus AppendName(svSequence* sequence, const char* name, svNumberPlace place) {
    const size_t bytes = strlen(name) + 1;
    void* names = sequence->names;
    svStatus status = svContext_Grow(sequence->context, &names, &sequence->namesCapacity,
                                     sequence->namesSize + bytes, 1);
    sequence->names = names;
    void* items = sequence->items;
    if (status == SV_OK) {
        status = svContext_Grow(sequence->context, &items, &sequence->capacity, sequence->count + 1,
                                sizeof(svSequenceItem));
        sequence->items = items;
    }
    // The path buffer always fits the longest name, so that asking for a path cannot fail.
    void* path = sequence->path;
    if (status == SV_OK) {
        status = svContext_Grow(sequence->context, &path, &sequence->pathCapacity,
                                strlen(sequence->folder) + bytes, 1);
        sequence->path = path;
    }
    if (status != SV_OK) {
        return FailListing(sequence->context, name);
    }
    memcpy(sequence->names + sequence->namesSize, name, bytes);
    sequence->items[sequence->count++] = (svSequenceItem){sequence->namesSize, place};
    sequence->namesSize += bytes;
    return SV_OK;
}

// Names that fit a folder or a bare start must still belong together: the same start and end.
static bool SamePattern(const svSequence* sequence, size_t a, size_t b) {
    const svSequenceItem* x = &sequence->items[a];
    const svSequenceItem* y = &sequence->items[b];
    return x->place.first == y->place.first &&
           memcmp(sequence->names + x->name, sequence->names + y->name, x->place.first) == 0 &&
           strcmp(sequence->names + x->name + x->place.after,
                  sequence->names + y->name + y->place.after) == 0;
}

static svStatus ListFolder(svSequence* sequence, const char* path, const NameFilter* filter) {
    DIR* folder = opendir(sequence->folder[0] == '\0' ? "." : sequence->folder);
    if (folder == NULL) {
        return svFailFile(sequence->context, path, "cannot list the folder", errno);
    }
    svStatus status = SV_OK;
    const struct dirent* entry;
    while (status == SV_OK && (errno = 0, entry = readdir(folder)) != NULL) {
        svNumberPlace place;
        if (!Matches(filter, entry->d_name, &place)) {
            continue;
        }
        status = AppendName(sequence, entry->d_name, place);
        if (status == SV_OK && !SamePattern(sequence, 0, sequence->count - 1)) {
            svContext_Message(sequence->context, SV_ERROR,
                              "%s: %s and %s are of different sequences; name one of the files",
                              svShortName(path), sequence->names, entry->d_name);
            status = SV_ERROR_FILE;
        }
    }
    closedir(folder);
    return status;
}

// A run of digits without its leading zeros.
typedef struct Digits {
    const char* at;
    size_t count;
} Digits;

static Digits DigitsOf(const char* name, svNumberPlace place) {
    Digits digits = {name + place.first, place.after - place.first};
    while (digits.count > 0 && *digits.at == '0') {
        ++digits.at;
        --digits.count;
    }
    return digits;
}

static int CompareNumbers(const char* a, svNumberPlace aPlace, const char* b,
                          svNumberPlace bPlace) {
    const Digits x = DigitsOf(a, aPlace);
    const Digits y = DigitsOf(b, bPlace);
    if (x.count != y.count) {
        return x.count < y.count ? -1 : 1;
    }
    return memcmp(x.at, y.at, x.count);
}

// Heap sort: the order depends on the names' memory, which qsort could not be told about.
static void SiftNameDown(svSequence* sequence, size_t root, size_t count) {
    const char* names = sequence->names;
    svSequenceItem* items = sequence->items;
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count &&
            CompareNumbers(names + items[child].name, items[child].place,
                           names + items[child + 1].name, items[child + 1].place) < 0) {
            ++child;
        }
        if (CompareNumbers(names + items[root].name, items[root].place, names + items[child].name,
                           items[child].place) >= 0) {
            return;
        }
        const svSequenceItem swapped = items[root];
        items[root] = items[child];
        items[child] = swapped;
        root = child;
    }
}

static svStatus SortNames(svSequence* sequence, const char* path) {
    svSequenceItem* items = sequence->items;
    for (size_t i = sequence->count / 2; i-- > 0;) {
        SiftNameDown(sequence, i, sequence->count);
    }
    for (size_t end = sequence->count; end-- > 1;) {
        const svSequenceItem greatest = items[0];
        items[0] = items[end];
        items[end] = greatest;
        SiftNameDown(sequence, 0, end);
    }
    for (size_t i = 1; i < sequence->count; ++i) {
        const char* a = sequence->names + items[i - 1].name;
        const char* b = sequence->names + items[i].name;
        if (CompareNumbers(a, items[i - 1].place, b, items[i].place) == 0) {
            svContext_Message(sequence->context, SV_ERROR, "%s: %s and %s have the same number",
                              svShortName(path), a, b);
            return SV_ERROR_FILE;
        }
    }
    return SV_OK;
}

// Copies the folder part of the path; all of it, and a slash, if the path is a folder.
static svStatus SetFolder(svSequence* sequence, const char* path, bool isFolder) {
    const size_t length = isFolder ? strlen(path) : (size_t)(svBaseName(path) - path);
    const bool addSlash = isFolder && length > 0 && path[length - 1] != '/';
    sequence->folder = svContext_Allocate(sequence->context, length + 2);
    if (sequence->folder == NULL) {
        return FailListing(sequence->context, path);
    }
    memcpy(sequence->folder, path, length);
    sequence->folder[length] = '/';
    sequence->folder[length + (addSlash ? 1 : 0)] = '\0';
    return SV_OK;
}

svStatus svSequence_Find(svContext* context, const char* path, svSequence* sequence) {
    memset(sequence, 0, sizeof(*sequence));
    sequence->context = context;
    const char* base = svBaseName(path);
    struct stat info;
    const bool exists = stat(path, &info) == 0;
    const bool isFolder = exists && S_ISDIR(info.st_mode);
    svStatus status = SetFolder(sequence, path, isFolder);
    if (status != SV_OK) {
        return status;
    }
    svNumberPlace place = {0, 0, 0};
    NameFilter filter = {base, strlen(base), NULL, isFolder};
    if (exists && !isFolder && !PlaceOfMember(base, &place)) {
        return AppendName(sequence, base, (svNumberPlace){0, 0, 0}); // a sequence of its own
    }
    if (!isFolder && (exists || svNumberPlace_OfPattern(base, &place))) {
        filter = (NameFilter){base, place.first, base + place.after, false};
    }
    status = ListFolder(sequence, path, &filter);
    if (status == SV_OK && sequence->count == 0) {
        svContext_Message(context, SV_ERROR, "%s: no such file, and no numbered mesh files of it",
                          svShortName(path));
        status = SV_ERROR_FILE;
    }
    return status == SV_OK ? SortNames(sequence, path) : status;
}

void svSequence_Destroy(svSequence* sequence) {
    if (sequence->context == NULL) {
        return;
    }
    svContext_Release(sequence->context, sequence->folder);
    svContext_Release(sequence->context, sequence->names);
    svContext_Release(sequence->context, sequence->items);
    svContext_Release(sequence->context, sequence->path);
    memset(sequence, 0, sizeof(*sequence));
}

const char* svSequence_Path(svSequence* sequence, size_t index) {
    const size_t folder = strlen(sequence->folder);
    const char* name = sequence->names + sequence->items[index].name;
    memcpy(sequence->path, sequence->folder, folder);
    memcpy(sequence->path + folder, name, strlen(name) + 1);
    return sequence->path;
}

double svSequence_Number(const svSequence* sequence, size_t index) {
    const svSequenceItem* item = &sequence->items[index];
    double number = 0.0;
    for (size_t i = item->place.first; i < item->place.after; ++i) {
        number = number * 10.0 + (sequence->names[item->name + i] - '0');
    }
    return number;
}
