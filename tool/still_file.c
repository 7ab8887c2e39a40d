// Options and meshes in, a PNG file out.

#include "still_file.h"

#include "report/png.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

// WxH. False: it is not.
static bool ReadSize(const char* text, int* width, int* height) {
    int sides[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        if (*text < '0' || *text > '9') {
            return false;
        }
        for (; *text >= '0' && *text <= '9' && sides[k] <= PICTURE_LARGEST; ++text) {
            sides[k] = 10 * sides[k] + (*text - '0');
        }
        if (sides[k] < STILL_LEAST || sides[k] > PICTURE_LARGEST) {
            return false;
        }
        if (k == 0 && *text++ != 'x') {
            return false;
        }
    }
    *width = sides[0];
    *height = sides[1];
    return *text == '\0';
}

bool StillFile_Parse(const Arguments* arguments, int first, const char* up, StillFile* file) {
    const Option* options = arguments->command->options + first;
    *file = (StillFile){
        .path = arguments->values[first + STILL_PNG][0],
        .width = STILL_WIDTH,
        .height = STILL_HEIGHT,
        .up = up != NULL ? *up : 'z',
        .dark = arguments->given[first + STILL_DARK],
    };
    const char* size = arguments->values[first + STILL_SIZE][0];
    if (size != NULL && !ReadSize(size, &file->width, &file->height)) {
        Terminal_Complain(
            "option --%s: '%s' is not a width and a height from %d to %d pixels, such "
            "as 1600x1000",
            options[STILL_SIZE].name, size, STILL_LEAST, PICTURE_LARGEST);
        return false;
    }
    for (int k = STILL_SIZE; k <= STILL_DARK; ++k) {
        if (arguments->given[first + k] && file->path == NULL) {
            Terminal_Complain("option --%s needs --png FILE.png", options[k].name);
            return false;
        }
    }
    return true;
}

bool StillFile_Open(StillFile* file) {
    return file->path == NULL || Output_Open(&file->output, file->path);
}

void StillFile_Discard(StillFile* file) {
    Output_Discard(&file->output);
}

bool StillFile_Write(StillFile* file, const StillDef* def) {
    StillDef sized = *def;
    sized.width = file->width;
    sized.height = file->height;
    sized.up = file->up;
    sized.dark = file->dark;
    Picture picture = Still_Render(&sized);
    size_t size;
    uint8_t* bytes = Png_Encode(&picture, &size);
    fwrite(bytes, 1, size, file->output.stream);
    free(bytes);
    Picture_Destroy(&picture);
    return Output_Close(&file->output);
}

char* StillFile_Names(const Objects* objects) {
    size_t room = 1;
    for (uint32_t i = 0; i < objects->count; ++i) {
        room += strlen(objects->items[i].name) + 3;
    }
    char* names = Terminal_Allocate(room, 1);
    size_t length = 0;
    for (uint32_t i = 0; i < objects->count; ++i) {
        const int added = snprintf(names + length, room - length, "%s%s", i > 0 ? " + " : "",
                                   objects->items[i].name);
        length += added > 0 ? (size_t)added : 0;
    }
    return names;
}

bool StillFile_WriteObjects(StillFile* file, svContext* context, const Objects* objects,
                            const char* text) {
    StillMesh* meshes = Terminal_Allocate(objects->count, sizeof(*meshes));
    for (uint32_t i = 0; i < objects->count; ++i) {
        const Object* object = &objects->items[i];
        const svTopology* topology = svMesh_GetTopology(object->mesh);
        meshes[i] = (StillMesh){.triangles = topology->triangles,
                                .triangleCount = topology->triangleCount,
                                .positions = object->frames[0].positions,
                                .still = objects->frameCount > 1 && object->frameCount == 1};
    }
    char* names = StillFile_Names(objects);
    StillDef def = Still_Default();
    def.meshes = meshes;
    def.meshCount = objects->count;
    def.title = names;
    def.text = text;
    def.context = context;
    const bool good = StillFile_Write(file, &def);
    free(names);
    free(meshes);
    return good;
}
