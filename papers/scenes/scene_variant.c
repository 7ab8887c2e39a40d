// A built-in scene and changed keys in, an opened scene out: the JSON text is edited, then read.

#include "scene_variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Give up on stability beyond this many substeps per frame.
enum { SUBSTEPS_MAX = 8192 };

// The end of the string literal that begins at `text`.
static const char* EndOfString(const char* text) {
    for (++text; *text != '\0' && *text != '"'; ++text) {
        text += *text == '\\' && text[1] != '\0';
    }
    return *text == '"' ? text + 1 : text;
}

// The end of a member: the first comma or closing brace outside of values.
static const char* EndOfMember(const char* text) {
    for (int depth = 0; *text != '\0';) {
        if (*text == '"') {
            text = EndOfString(text);
            continue;
        }
        if (depth == 0 && (*text == ',' || *text == '}')) {
            break;
        }
        depth += (*text == '{' || *text == '[') - (*text == '}' || *text == ']');
        ++text;
    }
    return text;
}

// The end of the object that begins at `text`.
static const char* EndOfObject(const char* text) {
    int depth = 0;
    do {
        if (*text == '"') {
            text = EndOfString(text);
            continue;
        }
        depth += (*text == '{') - (*text == '}');
        ++text;
    } while (depth > 0 && *text != '\0');
    return text;
}

static bool IsKey(const char* text, const char* const* keys, int keyCount) {
    for (int i = 0; i < keyCount; ++i) {
        const size_t length = strlen(keys[i]);
        if (text[0] == '"' && strncmp(text + 1, keys[i], length) == 0 && text[length + 1] == '"') {
            return true;
        }
    }
    return false;
}

char* SceneVariant_Edit(const char* text, const char* const* keys, int keyCount,
                        const char* members) {
    // A member may gain a line break.
    char* edited = malloc(2 * strlen(text) + strlen(members) + 8);
    if (edited == NULL) {
        return NULL;
    }
    char* out = edited + sprintf(edited, "{%s", members);
    text = strchr(text, '{');
    while (text != NULL && *text != '\0' && *text != '}') {
        ++text; // the brace, or the comma
        text += strspn(text, " \t\r\n");
        const char* end = EndOfMember(text);
        if (!IsKey(text, keys, keyCount) && end > text) {
            out += sprintf(out, ",\n%.*s", (int)(end - text), text);
        }
        text = end;
    }
    memcpy(out, "}", 2);
    return edited;
}

static const char* FindText(const char* name) {
    for (size_t i = 0; i < svBuiltInScene_Count(); ++i) {
        const svBuiltInScene scene = svBuiltInScene_Get(i);
        if (strcmp(scene.name, name) == 0) {
            return scene.text;
        }
    }
    return NULL;
}

// Springs of 20 N/m for a strain of 1 along the threads, held by a strain limit of 10 % (Provot's
// critical deformation rate).
static const char* const softKeys[] = {"stretchStiffness", "shearStiffness", "bendSpring",
                                       "strainLimit", "damping"};
static const char softMembers[] =
    "\"stretchStiffness\": 20, \"shearStiffness\": 5, \"bendSpring\": 0.02, "
    "\"strainLimit\": 0.1, \"damping\": 0.0001";

// A copy of the scene whose first cloth, the first object of the list "cloths", has soft springs.
// From malloc; null: out of memory.
static char* SoftenCloth(const char* text) {
    const char* list = strstr(text, "\"cloths\"");
    const char* begin = list != NULL ? strchr(list, '{') : NULL;
    if (begin == NULL) {
        return strdup(text); // for the reader to complain about
    }
    const char* end = EndOfObject(begin);
    char* cloth = malloc((size_t)(end - begin) + 1);
    char* softened = malloc(2 * strlen(text) + sizeof(softMembers) + 8);
    char* edited = NULL;
    if (cloth != NULL && softened != NULL) {
        memcpy(cloth, begin, (size_t)(end - begin));
        cloth[end - begin] = '\0';
        edited =
            SceneVariant_Edit(cloth, softKeys, sizeof(softKeys) / sizeof(softKeys[0]), softMembers);
    }
    if (edited != NULL) {
        sprintf(softened, "%.*s%s%s", (int)(begin - text), text, edited, end);
    } else {
        free(softened);
        softened = NULL;
    }
    free(cloth);
    free(edited);
    return softened;
}

// Keys that replace the scene's own.
typedef struct Changes {
    const char* keys[4];
    int count;
    char members[160];
} Changes;

static void Change(Changes* changes, const char* key, const char* value) {
    const size_t length = strlen(changes->members);
    snprintf(changes->members + length, sizeof(changes->members) - length, "%s\"%s\": %s",
             length > 0 ? ", " : "", key, value);
    changes->keys[changes->count++] = key;
}

static svStatus OpenOnce(svContext* context, const char* name, const char* text,
                         const SceneVariant* variant, uint32_t substeps, svSimScene* scene) {
    Changes changes = {0};
    char value[32];
    Change(&changes, "about", "\"a variant\"");
    if (!variant->collisions) {
        Change(&changes, "collisions", "false");
    }
    if (variant->integrator != SV_INTEGRATOR_ENUM_COUNT) {
        snprintf(value, sizeof(value), "\"%s\"", svIntegrator_Name(variant->integrator));
        Change(&changes, "integrator", value);
    }
    if (substeps > 0) {
        snprintf(value, sizeof(value), "%u", substeps);
        Change(&changes, "substeps", value);
    }
    char* own = variant->soft ? SoftenCloth(text) : NULL;
    char* edited = NULL;
    if (!variant->soft || own != NULL) {
        edited = SceneVariant_Edit(own != NULL ? own : text, changes.keys, changes.count,
                                   changes.members);
    }
    free(own);
    if (edited == NULL) {
        return SV_ERROR_MEMORY;
    }
    const svStatus status =
        svSimScene_ReadMemory(context, name, edited, strlen(edited), NULL, scene);
    free(edited);
    return status;
}

svStatus SceneVariant_Open(svContext* context, const char* name, const SceneVariant* variant,
                           svSimScene* scene) {
    const char* text = FindText(name);
    if (text == NULL) {
        svContext_Message(context, SV_ERROR, "there is no built-in scene %s", name);
        return SV_ERROR_ARGUMENT;
    }
    uint32_t substeps = 0; // as the scene says
    svStatus status = OpenOnce(context, name, text, variant, substeps, scene);
    while (status == SV_ERROR_STEP && substeps < SUBSTEPS_MAX) {
        substeps = substeps == 0 ? 1 : 2 * substeps;
        status = OpenOnce(context, name, text, variant, substeps, scene);
    }
    return status;
}
