// selvage check: results of all frames in, text and JSON out.

#include "check.h"

#include "report/table.h"
#include "report/terminal.h"

#include <math.h>
#include <string.h>

#define FRAMES_SHOWN 10

static const char* const countNames[CHECK_QUERY_COUNT][2] = {
    [CHECK_TRIANGLES] = {"triangles", NULL},
    [CHECK_NEAR] = {"near_vf", "near_ee"},
    [CHECK_STEP] = {"vf", "ee"},
};

static uint64_t SumCounts(const Check* check, CheckQuery query, int kind) {
    uint64_t total = 0;
    for (size_t i = 0; i < check->frameCount; ++i) {
        total += check->frames[i].queries[query].counts[kind];
    }
    return total;
}

static bool AnyRan(const Check* check, CheckQuery query) {
    for (size_t i = 0; i < check->frameCount; ++i) {
        if (check->frames[i].queries[query].ran) {
            return true;
        }
    }
    return false;
}

static bool AnyLimited(const Check* check) {
    for (size_t i = 0; i < check->frameCount; ++i) {
        for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
            if (check->frames[i].queries[q].limited) {
                return true;
            }
        }
    }
    return false;
}

const char* Check_Verdict(const Check* check, svStatus status) {
    return status == SV_CANCELLED ? "cancelled"
           : AnyLimited(check)    ? "limit"
           : check->badCount > 0  ? "collisions"
                                  : "clean";
}

static void PrintWrapped(FILE* stream, char* text, int indent) {
    Terminal_Mask(text);
    Terminal_Wrap(stream, text, indent, Terminal_Columns(stream, 1000));
}

static void PrintCheckVerdict(Check* check, FILE* stream) {
    const CheckSettings* settings = check->settings;
    char text[1024], counts[2][TABLE_CELL];
    if (settings->sequence && check->badCount > 0) {
        const FrameResult* bad = &check->frames[check->firstBad];
        Cell_Count(counts[0], check->badCount);
        Cell_Count(counts[1], check->frameCount);
        snprintf(text, sizeof(text),
                 "collisions: %s of %s frames are bad, the first is frame %zu (%s)", counts[0],
                 counts[1], bad->frame, Object_FramePath(&check->objects.items[0], bad->frame));
    } else if (settings->sequence) {
        Cell_Count(counts[0], check->frameCount);
        snprintf(text, sizeof(text), "clean: %s frames, no collisions", counts[0]);
    } else {
        const char* what = settings->steps ? "from t0 to t1" : "of the mesh";
        snprintf(text, sizeof(text), "%s %s%s",
                 check->badCount == 0 ? "clean: no collisions" : "collisions", what,
                 check->badCount > 0 && settings->first ? " (the first)" : "");
    }
    PrintWrapped(stream, text, 0);
}

static void PrintPairCounts(const Check* check, FILE* stream) {
    static const char* const names[CHECK_QUERY_COUNT][2] = {
        [CHECK_TRIANGLES] = {"triangles at t0", NULL},
        [CHECK_NEAR] = {"near vertex-face", "near edge-edge"},
        [CHECK_STEP] = {"vertex-face", "edge-edge"},
    };
    Table table = Table_Make((const char* const[]){"", "pairs"}, 2);
    for (int q = CHECK_QUERY_COUNT - 1; q >= 0; --q) {
        for (int kind = 0; kind < 2 && AnyRan(check, (CheckQuery)q); ++kind) {
            if (names[q][kind] != NULL) {
                const bool alone = q == CHECK_TRIANGLES && !check->settings->steps;
                TableRow* row = Table_AddRow(&table, alone ? "triangles" : names[q][kind]);
                Cell_Count(row->cells[1], SumCounts(check, (CheckQuery)q, kind));
            }
        }
    }
    Table_Finish(&table, stream);
}

static void PrintFrames(const Check* check, FILE* stream) {
    const char* heads[TABLE_COLUMNS] = {"frame"};
    int columns = 1;
    const CheckQuery order[CHECK_QUERY_COUNT] = {CHECK_STEP, CHECK_TRIANGLES, CHECK_NEAR};
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        for (int kind = 0; kind < 2 && AnyRan(check, order[q]); ++kind) {
            if (countNames[order[q]][kind] != NULL) {
                heads[columns++] = countNames[order[q]][kind];
            }
        }
    }
    Table table = Table_Make(heads, columns);
    size_t shown = 0;
    for (size_t i = 0; i < check->frameCount; ++i) {
        const FrameResult* frame = &check->frames[i];
        if (!FrameResult_IsBad(frame) || shown++ >= FRAMES_SHOWN) {
            continue;
        }
        char name[32];
        snprintf(name, sizeof(name), "%zu", frame->frame);
        TableRow* row = Table_AddRow(&table, name);
        int column = 1;
        for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
            for (int kind = 0; kind < 2 && AnyRan(check, order[q]); ++kind) {
                if (countNames[order[q]][kind] != NULL) {
                    const QueryResult* result = &frame->queries[order[q]];
                    Cell_Count(row->cells[column++], result->counts[kind]);
                }
            }
        }
    }
    if (shown > 0) {
        Table_Print(&table, stream, Terminal_Columns(stream, 0));
    }
    Table_Destroy(&table);
    if (shown > FRAMES_SHOWN) {
        fprintf(stream, "and %zu more (--json lists all)\n", shown - FRAMES_SHOWN);
    }
}

static const char* MeetingText(uint8_t meeting) {
    return meeting == SV_TRIANGLES_TOUCHING   ? "touch"
           : meeting == SV_TRIANGLES_COPLANAR ? "overlap in a plane"
                                              : "cross";
}

// "edge (3, 8) of cloth.obj"; the object only if there are several.
static void FeatureText(const Check* check, const ShownPair* shown, bool second, char text[512]) {
    const uint32_t mesh = second ? shown->pair.meshB : shown->pair.meshA;
    const uint32_t id = second ? shown->pair.b : shown->pair.a;
    const Object* object = &check->objects.items[mesh];
    char name[64];
    if (shown->query != CHECK_TRIANGLES && shown->kind == SV_EDGE_EDGE) {
        const uint32_t* edge = svMesh_GetTopology(object->mesh)->edges + 2 * (size_t)id;
        snprintf(name, sizeof(name), "edge (%lu, %lu)", (unsigned long)edge[0],
                 (unsigned long)edge[1]);
    } else {
        const bool face = second || shown->query == CHECK_TRIANGLES;
        snprintf(name, sizeof(name), "%s %lu", face ? "face" : "vertex", (unsigned long)id);
    }
    const bool several = check->objects.count > 1;
    snprintf(text, 512, "%s%s%s", name, several ? " of " : "", several ? object->name : "");
}

// Zeroes coordinates that are rounding noise: below 1e-9 of the largest; six digits are shown.
static void RoundPoint(const double exact[3], double point[3]) {
    const double largest = fmax(fabs(exact[0]), fmax(fabs(exact[1]), fabs(exact[2])));
    for (int d = 0; d < 3; ++d) {
        point[d] = fabs(exact[d]) < 1e-9 * largest ? 0 : exact[d];
    }
}

static void PrintShown(const Check* check, const ShownPair* shown, FILE* stream) {
    char a[512], b[512], how[64], text[1536];
    FeatureText(check, shown, false, a);
    FeatureText(check, shown, true, b);
    if (shown->query == CHECK_STEP) {
        snprintf(how, sizeof(how), "t = %.6g", shown->time.lo);
    } else if (shown->query == CHECK_NEAR) {
        snprintf(how, sizeof(how), "distance %.6g", shown->distance);
    } else {
        snprintf(how, sizeof(how), "%s", MeetingText(shown->meeting));
    }
    double point[3];
    RoundPoint(shown->point, point);
    snprintf(text, sizeof(text), "%s - %s: %s, at (%.6g, %.6g, %.6g)", a, b, how, point[0],
             point[1], point[2]);
    Terminal_Mask(text);
    Terminal_WrapHanging(stream, text, 2, 6, Terminal_Columns(stream, 1000));
}

static void PrintOverlaps(const Check* check, FILE* stream) {
    for (size_t i = 0; i < check->frameCount; ++i) {
        const QueryResult* step = &check->frames[i].queries[CHECK_STEP];
        char text[160];
        if (step->overlapping) {
            snprintf(
                text, sizeof(text),
                "frame %zu: in contact at t0 already: only those pairs are reported (--overlap "
                "error)",
                check->frames[i].frame);
            PrintWrapped(stream, text, 0);
            return;
        }
        if (step->stats.overlaps > 0) {
            snprintf(text, sizeof(text),
                     "frame %zu: %llu pairs in contact at t0 are ignored (--overlap ignore)",
                     check->frames[i].frame, (unsigned long long)step->stats.overlaps);
            PrintWrapped(stream, text, 0);
            return;
        }
    }
}

void Check_Print(Check* check, FILE* stream) {
    PrintCheckVerdict(check, stream);
    if (check->settings->sequence) {
        PrintFrames(check, stream);
    } else {
        PrintPairCounts(check, stream);
    }
    PrintOverlaps(check, stream);
    if (check->shownCount > 0) {
        fputs(check->settings->sequence ? "first pairs of that frame:\n" : "first pairs:\n",
              stream);
    }
    for (size_t i = 0; i < check->shownCount; ++i) {
        PrintShown(check, &check->shown[i], stream);
    }
    char count[TABLE_CELL], text[160];
    Cell_Count(count, Objects_TriangleCount(&check->objects));
    const bool brief = check->seconds < 0.1;
    snprintf(text, sizeof(text), "%s triangles, %.3g %s", count,
             brief ? 1e3 * check->seconds : check->seconds, brief ? "ms" : "s");
    PrintWrapped(stream, text, 0);
}

static void WriteQuery(Json* json, const char* key, CheckQuery query, const QueryResult* result) {
    char hash[HASH_TEXT];
    Hash_Text(result->hash, hash);
    Json_BeginObject(json, key);
    for (int kind = 0; kind < 2; ++kind) {
        if (countNames[query][kind] != NULL) {
            Json_Count(json, countNames[query][kind], result->counts[kind]);
        }
    }
    Json_Text(json, "hash", hash);
    Json_Flag(json, "limited", result->limited);
    if (query == CHECK_STEP) {
        Json_Flag(json, "overlap_error", result->overlapping);
    }
    SceneStats_Write(&result->stats, json);
    Json_EndObject(json);
}

static void WriteShown(Json* json, const Check* check, const ShownPair* shown) {
    static const char* const kinds[CHECK_QUERY_COUNT][2] = {
        [CHECK_TRIANGLES] = {"triangles", "triangles"},
        [CHECK_NEAR] = {"near_vf", "near_ee"},
        [CHECK_STEP] = {"vf", "ee"},
    };
    static const char* const meetings[] = {"apart", "touching", "proper", "coplanar"};
    Json_BeginObject(json, NULL);
    Json_Text(json, "kind", kinds[shown->query][shown->kind]);
    for (int side = 0; side < 2; ++side) {
        const uint32_t mesh = side == 0 ? shown->pair.meshA : shown->pair.meshB;
        const uint32_t id = side == 0 ? shown->pair.a : shown->pair.b;
        Json_BeginObject(json, side == 0 ? "a" : "b");
        Json_Count(json, "object", mesh);
        if (shown->query != CHECK_TRIANGLES && shown->kind == SV_EDGE_EDGE) {
            const svTopology* topology = svMesh_GetTopology(check->objects.items[mesh].mesh);
            const uint32_t* edge = topology->edges + 2 * (size_t)id;
            const double ends[2] = {(double)edge[0], (double)edge[1]};
            Json_Numbers(json, "edge", ends, 2);
        } else {
            const bool face = side == 1 || shown->query == CHECK_TRIANGLES;
            Json_Count(json, face ? "face" : "vertex", id);
        }
        Json_EndObject(json);
    }
    if (shown->query == CHECK_STEP) {
        const double t[2] = {shown->time.lo, shown->time.hi};
        Json_Numbers(json, "t", t, 2);
    } else if (shown->query == CHECK_NEAR) {
        Json_Number(json, "distance", shown->distance);
    } else {
        Json_Text(json, "meeting", meetings[shown->meeting % 4]);
    }
    Json_Numbers(json, "point", shown->point, 3);
    Json_EndObject(json);
}

static void WriteObjects(Json* json, Check* check) {
    Json_BeginArray(json, "objects");
    for (uint32_t i = 0; i < check->objects.count; ++i) {
        const Object* object = &check->objects.items[i];
        const svTopology* topology = svMesh_GetTopology(object->mesh);
        Json_BeginObject(json, NULL);
        Json_BeginArray(json, "files");
        for (int f = 0; f < object->fileCount; ++f) {
            Json_Text(json, NULL, object->files[f]);
        }
        Json_EndArray(json);
        Json_Count(json, "frames", object->frameCount);
        Json_Count(json, "vertices", topology->vertexCount);
        Json_Count(json, "triangles", topology->triangleCount);
        Json_Count(json, "edges", topology->edgeCount);
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

static void WritePairCounts(Json* json, const Check* check) {
    Json_BeginObject(json, "counts");
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        for (int kind = 0; kind < 2 && AnyRan(check, (CheckQuery)q); ++kind) {
            if (countNames[q][kind] != NULL) {
                Json_Count(json, countNames[q][kind], SumCounts(check, (CheckQuery)q, kind));
            }
        }
    }
    Json_EndObject(json);
}

static void WriteFrameResults(Json* json, Check* check) {
    Json_BeginArray(json, "frames");
    for (size_t i = 0; i < check->frameCount; ++i) {
        const FrameResult* frame = &check->frames[i];
        Json_BeginObject(json, NULL);
        Json_Count(json, "frame", frame->frame);
        Json_Text(json, "file", Object_FramePath(&check->objects.items[0], frame->frame));
        Json_Flag(json, "bad", FrameResult_IsBad(frame));
        static const char* const keys[CHECK_QUERY_COUNT] = {"instant", "near", "step"};
        for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
            if (frame->queries[q].ran) {
                WriteQuery(json, keys[q], (CheckQuery)q, &frame->queries[q]);
            }
        }
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

// Top-level hash, of a single query: the step's, or the instant's if there is no step.
static void WriteHash(Json* json, const Check* check) {
    char hash[HASH_TEXT];
    if (check->settings->sequence || check->frameCount != 1) {
        Json_Null(json, "hash");
        return;
    }
    const QueryResult* queries = check->frames[0].queries;
    Hash_Text(queries[queries[CHECK_STEP].ran ? CHECK_STEP : CHECK_TRIANGLES].hash, hash);
    Json_Text(json, "hash", hash);
}

void Check_WriteJson(Check* check, svStatus status, FILE* stream) {
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", "check");
    Json_Text(&json, "verdict", Check_Verdict(check, status));
    WritePairCounts(&json, check);
    WriteHash(&json, check);
    if (check->firstBad != SIZE_MAX) {
        Json_Count(&json, "first_bad_frame", check->frames[check->firstBad].frame);
    } else {
        Json_Null(&json, "first_bad_frame");
    }
    Json_Count(&json, "bad_frames", check->badCount);
    WriteObjects(&json, check);
    SceneOptions_Write(&check->settings->scene, &json);
    Json_Number(&json, "seconds", check->seconds);
    Json_BeginArray(&json, "pairs");
    for (size_t i = 0; i < check->shownCount; ++i) {
        WriteShown(&json, check, &check->shown[i]);
    }
    Json_EndArray(&json);
    WriteFrameResults(&json, check);
    Json_EndObject(&json);
}
