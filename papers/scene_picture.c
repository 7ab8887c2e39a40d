// Steps of scenes in; pictures of their contacts, and pages that show them in motion, out.

#include "scene_picture.h"

#include "scene_contacts.h"

#include "report/table.h"
#include "report/terminal.h"
#include "viewer/page.h"
#include "viewer/still.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILM_LIMIT 20000000 // bytes of a film

SceneStep SceneStep_Of(const StepSource* source) {
    // Of the real scenes, y points up in two (papers/scenes/data_scene.h).
    const bool up = source->real && strcmp(source->name, "cloth-funnel") != 0;
    return (SceneStep){.name = source->name,
                       .triangles = source->triangles,
                       .triangleCount = source->triangleCount,
                       .vertexCount = source->vertexCount,
                       .x0 = source->x0,
                       .x1 = source->x1,
                       .pieces = source->pieces,
                       .pieceCount = source->pieceCount,
                       .number = source->step,
                       .up = up ? 'y' : 'z'};
}

void ScenePictures_Begin(ScenePictures* pictures, const char* paper,
                         const PaperSettings* settings) {
    *pictures = (ScenePictures){.paper = paper,
                                .wanted = settings->html != NULL,
                                .beside = settings->home != NULL && ViewerPage_Size() > 0};
}

static void DropKept(ScenePictures* pictures) {
    free(pictures->x[0]);
    free(pictures->x[1]);
    pictures->x[0] = pictures->x[1] = NULL;
    pictures->kept = (SceneStep){0};
    pictures->most = 0;
}

void ScenePictures_Destroy(ScenePictures* pictures) {
    for (int i = 0; i < pictures->count; ++i) {
        Picture_Destroy(&pictures->items[i].picture);
        free(pictures->items[i].page);
    }
    DropKept(pictures);
    *pictures = (ScenePictures){0};
}

void ScenePictures_Offer(ScenePictures* pictures, const SceneStep* step, uint64_t contacts) {
    const bool first = pictures->x[0] == NULL;
    // The first of those with most; but where none has any, the last.
    const bool better = first || contacts > pictures->most || pictures->most == 0;
    if (!pictures->wanted || !better) {
        return;
    }
    const double(*from[2])[3] = {step->x0, step->x1};
    for (int t = 0; t < 2; ++t) {
        if (first) {
            pictures->x[t] = Terminal_Allocate(step->vertexCount, sizeof(*pictures->x[t]));
        }
        if (step->vertexCount > 0) {
            memcpy(pictures->x[t], from[t], step->vertexCount * sizeof(*pictures->x[t]));
        }
    }
    pictures->kept = *step;
    pictures->kept.x0 = (const double(*)[3])pictures->x[0];
    pictures->kept.x1 = (const double(*)[3])pictures->x[1];
    pictures->most = contacts;
}

// As they are at the beginning of the step; where nothing collides yet, shortly before it does.
static Picture DrawStep(const StepContacts* contacts, char up) {
    StillMesh meshes[STEP_PARTS];
    double* x[STEP_PARTS];
    const double t =
        contacts->counts[FILM_TRIANGLES] == 0 && contacts->first < 1 ? 0.8 * contacts->first : 0;
    for (uint32_t i = 0; i < contacts->partCount; ++i) {
        const StepPart* part = &contacts->parts[i];
        const svTopology* topology = svMesh_GetTopology(part->mesh);
        const double *x0 = part->x[0].data, *x1 = part->x[1].data;
        x[i] = Terminal_Allocate(topology->vertexCount, 3 * sizeof(double));
        for (size_t k = 0; k < 3 * (size_t)topology->vertexCount; ++k) {
            x[i][k] = (1 - t) * x0[k] + t * x1[k];
        }
        meshes[i] = (StillMesh){.triangles = topology->triangles,
                                .triangleCount = topology->triangleCount,
                                .positions = svPositions_Double(x[i], topology->vertexCount),
                                .marks = part->marks};
    }
    double(*places)[3] = Terminal_Allocate(contacts->pairCount, sizeof(*places));
    for (size_t i = 0; i < contacts->pairCount; ++i) {
        memcpy(places[i], contacts->pairs[i].point, sizeof(*places));
    }
    StillDef def = Still_Default();
    def.width = SCENE_PICTURE_WIDTH;
    def.height = SCENE_PICTURE_HEIGHT;
    def.up = up;
    def.meshes = meshes;
    def.meshCount = contacts->partCount;
    def.places = (const double(*)[3])places;
    def.placeCount = contacts->pairCount;
    def.inset = true;
    def.context = contacts->context;
    const Picture picture = Still_Render(&def);
    free(places);
    for (uint32_t i = 0; i < contacts->partCount; ++i) {
        free(x[i]);
    }
    return picture;
}

typedef struct StepPage {
    const ScenePictures* pictures;
    const ScenePicture* picture;
} StepPage;

static void DescribeStep(Json* json, void* user) {
    const StepPage* page = user;
    char title[120], statement[80];
    snprintf(title, sizeof(title), "%s: %s", page->pictures->paper, page->picture->name);
    snprintf(statement, sizeof(statement), "Step %lu", (unsigned long)page->picture->number);
    Json_Text(json, "version", svVersion());
    Json_Text(json, "title", title);
    Json_Text(json, "statement", statement);
    Json_Flag(json, "sequence", false);
    Json_Text(json, "up", (const char[]){page->pictures->kept.up, '\0'});
}

// The viewer's page of a step, in memory: its file is written with the paper's page.
static void MakeStepPage(const ScenePictures* pictures, const StepContacts* contacts,
                         ScenePicture* picture) {
    static const uint64_t none[FILM_KIND_COUNT];
    svPositions x[2][STEP_PARTS];
    Film* film = Film_Create(FILM_LIMIT, 2);
    for (uint32_t i = 0; i < contacts->partCount; ++i) {
        const StepPart* part = &contacts->parts[i];
        const svTopology* topology = svMesh_GetTopology(part->mesh);
        Film_AddObject(film, part->name, topology, false);
        x[0][i] = part->x[0];
        x[1][i] = part->x[1];
    }
    for (uint32_t i = 0; i < contacts->partCount; ++i) {
        const svTopology* topology = svMesh_GetTopology(contacts->parts[i].mesh);
        memcpy(Film_Marks(film, i), contacts->parts[i].marks, topology->triangleCount);
    }
    for (size_t i = 0; i < contacts->pairCount; ++i) {
        Film_AddPair(film, &contacts->pairs[i]);
    }
    Film_AddFrame(film, 0, x[0], contacts->counts);
    Film_AddFrame(film, 1, x[1], none);
    size_t needed = 0;
    FILE* stream = Film_Finish(film, &needed)
                       ? open_memstream(&picture->page, &picture->pageSize)
                       : NULL; // too large for a page, or no memory: the picture is enough
    if (stream != NULL) {
        StepPage page = {pictures, picture};
        ViewerPage_Write(stream, film, DescribeStep, &page);
        fclose(stream);
    }
    Film_Destroy(film);
}

static svStatus DrawKept(ScenePictures* pictures, svContext* context) {
    StepContacts contacts;
    const SceneStep* step = &pictures->kept;
    const svStatus status = StepContacts_Find(context, step, &contacts);
    if (status == SV_OK) {
        ScenePicture* picture = &pictures->items[pictures->count++];
        *picture = (ScenePicture){.triangleCount = step->triangleCount, .number = step->number};
        snprintf(picture->name, sizeof(picture->name), "%s", step->name);
        picture->contacts[SV_VERTEX_FACE] = contacts.counts[FILM_VF];
        picture->contacts[SV_EDGE_EDGE] = contacts.counts[FILM_EE];
        picture->crossing = contacts.counts[FILM_TRIANGLES];
        picture->picture = DrawStep(&contacts, step->up);
        if (pictures->beside) {
            MakeStepPage(pictures, &contacts, picture);
        }
    }
    StepContacts_Free(&contacts);
    return status;
}

// In a context of its own, which keeps warnings of meshes to itself.
svStatus ScenePictures_Draw(ScenePictures* pictures, svContext* context) {
    svStatus status = SV_OK;
    if (pictures->x[0] != NULL && pictures->count < SCENE_PICTURE_MOST) {
        const svContextDef def = svDefaultContextDef();
        svContext* own = NULL;
        Terminal_Progress("%s: picture", pictures->kept.name);
        status = svContext_Create(&def, &own);
        if (status == SV_OK) {
            status = DrawKept(pictures, own);
        }
        if (status != SV_OK && own != NULL) {
            svContext_Message(context, SV_ERROR, "%s", svContext_LastError(own));
        }
        svContext_Destroy(own);
        Terminal_Progress(NULL);
    }
    DropKept(pictures);
    return status;
}

// The folder of a path with its slash; "" if it has none.
static int FolderLength(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash - path + 1) : 0;
}

// Writes the viewer's page of a picture beside the paper's; its name, or "" without one.
static void WriteBeside(const ScenePictures* pictures, const ScenePicture* picture,
                        const Page* page, char name[120]) {
    char path[4096];
    Output output;
    name[0] = '\0';
    if (picture->page == NULL || page->output.path == NULL) {
        return;
    }
    snprintf(name, 120, "%s-%s.html", pictures->paper, picture->name);
    const int length = snprintf(path, sizeof(path), "%.*s%s", FolderLength(page->output.path),
                                page->output.path, name);
    if (length < 0 || (size_t)length >= sizeof(path) || !Output_Open(&output, path)) {
        name[0] = '\0';
        return;
    }
    fwrite(picture->page, 1, picture->pageSize, output.stream);
    if (!Output_Close(&output)) {
        name[0] = '\0';
    }
}

static void TellPicture(const ScenePicture* picture, bool linked, char* text, size_t room) {
    char triangles[TABLE_CELL], contacts[TABLE_CELL], crossing[TABLE_CELL];
    Cell_Count(triangles, picture->triangleCount);
    Cell_Count(contacts, picture->contacts[0] + picture->contacts[1]);
    Cell_Count(crossing, picture->crossing);
    const bool crosses = picture->crossing > 0;
    snprintf(text, room, "%s: %s triangles. Step %lu: %s contacts%s%s%s.%s", picture->name,
             triangles, (unsigned long)picture->number,
             picture->contacts[0] + picture->contacts[1] > 0 ? contacts : "no", crosses ? "; " : "",
             crosses ? crossing : "",
             crosses ? " pairs of triangles intersect at its beginning" : "",
             linked ? " A click shows it in motion." : "");
}

void ScenePictures_AddToPage(const ScenePictures* pictures, Page* page, const char* lead) {
    PagePicture items[SCENE_PICTURE_MOST];
    char names[SCENE_PICTURE_MOST][120], texts[SCENE_PICTURE_MOST][240];
    for (int i = 0; i < pictures->count; ++i) {
        const ScenePicture* picture = &pictures->items[i];
        WriteBeside(pictures, picture, page, names[i]);
        TellPicture(picture, names[i][0] != '\0', texts[i], sizeof(texts[i]));
        items[i] = (PagePicture){.picture = &picture->picture,
                                 .alt = "the scene, with the faces in contact in red",
                                 .caption = texts[i],
                                 .link = names[i][0] != '\0' ? names[i] : NULL};
    }
    if (pictures->count > 0) {
        Page_Paragraph(page, lead);
        Page_Pictures(page, items, pictures->count, NULL);
    }
}

Picture ScenePictures_Copy(const ScenePictures* pictures, const char* name) {
    if (pictures->count == 0) {
        return (Picture){0};
    }
    const Picture* from = &pictures->items[0].picture;
    for (int i = 0; i < pictures->count; ++i) {
        if (strcmp(pictures->items[i].name, name) == 0) {
            from = &pictures->items[i].picture;
        }
    }
    Picture copy = Picture_Create(from->width, from->height);
    memcpy(copy.rgb, from->rgb, 3 * (size_t)from->width * (size_t)from->height);
    return copy;
}
