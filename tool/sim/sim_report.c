// selvage sim: frame records in; summary table and log.json out.

#include "sim_run.h"

#include "report/json.h"
#include "report/table.h"
#include "report/terminal.h"
#include "tool/scene_options.h"

static const char* const stageNames[SIM_STAGE_COUNT] = {
    [SIM_SOLVE] = "solve",   [SIM_PROXIMITY] = "proximity", [SIM_PROJECT] = "project",
    [SIM_DETECT] = "detect", [SIM_FAIL_SAFE] = "fail-safe", [SIM_TOTAL] = "total"};

static const char* const stageKeys[SIM_STAGE_COUNT] = {
    [SIM_SOLVE] = "solve",   [SIM_PROXIMITY] = "proximity", [SIM_PROJECT] = "project",
    [SIM_DETECT] = "detect", [SIM_FAIL_SAFE] = "fail_safe", [SIM_TOTAL] = "total"};

static double StageSeconds(const svSimStats* stats, SimStage stage) {
    switch (stage) {
    case SIM_SOLVE:
        return stats->solveSeconds;
    case SIM_PROXIMITY:
        return stats->proximitySeconds;
    case SIM_PROJECT:
        return stats->projectSeconds;
    case SIM_DETECT:
        return stats->detectSeconds;
    case SIM_FAIL_SAFE:
        return stats->failSafeSeconds;
    default:
        return stats->totalSeconds;
    }
}

static double Energy(const svSimStats* stats) {
    return stats->kineticEnergy + stats->gravityEnergy + stats->elasticEnergy +
           stats->contactEnergy;
}

static void AddFrame(SimSummary* summary, const svSimStats* stats) {
    const uint64_t frame = ++summary->frames;
    for (int s = 0; s < SIM_STAGE_COUNT; ++s) {
        const double seconds = StageSeconds(stats, (SimStage)s);
        summary->sum[s] += seconds;
        summary->worst[s] = seconds > summary->worst[s] ? seconds : summary->worst[s];
    }
    summary->nearPairs += stats->nearPairs;
    summary->contacts += stats->contacts;
    summary->mostContacts =
        stats->contacts > summary->mostContacts ? stats->contacts : summary->mostContacts;
    summary->rounds += stats->rounds;
    summary->zones += stats->zones;
    summary->zoneParticles += stats->zoneParticles;
    summary->cuts += stats->cuts;
    summary->parts += stats->parts;
    summary->newtonIterations += stats->newtonIterations;
    summary->solverIterations += stats->solverIterations;
    summary->halvings += stats->halvings;
    summary->shortened += stats->shortened;
    summary->unsolved += stats->unsolved;
    if (stats->worstStretch > summary->worstStretch) {
        summary->worstStretch = stats->worstStretch;
        summary->worstStretchFrame = frame;
    }
    if (frame == 1 || Energy(stats) > summary->largestEnergy) {
        summary->largestEnergy = Energy(stats);
    }
}

bool SimRun_Summarize(SimRun* run, SimSummary* summary) {
    *summary = (SimSummary){0};
    const FrameLog* log = SimRun_Log(run);
    uint64_t r = 0;
    for (; r < run->folder.checkpoint.recordCount; ++r) {
        if (!SimFolder_ReadRecord(&run->folder, r, run->record)) {
            return false;
        }
        if (log->frame > run->scene.frameCount) { // of a run that was to have more frames
            break;
        }
        if (log->ends && log->frame > 0) {
            AddFrame(summary, &log->stats);
        }
        if (log->intersections > 0 && summary->badFrames++ == 0) {
            summary->firstBad = log->frame;
            summary->bad = *log;
        }
    }
    run->cacheFrames = r;
    return true;
}

static double FramesPerSecond(const SimSummary* summary) {
    return summary->sum[SIM_TOTAL] > 0 ? (double)summary->frames / summary->sum[SIM_TOTAL] : 0;
}

static const char* NameOf(const SimRun* run, uint32_t piece) {
    return SimPiece_Mesh(run, &run->pieces[piece]).name;
}

static void PrintParagraph(FILE* stream, char* text) {
    Terminal_Mask(text);
    Terminal_Wrap(stream, text, 0, Terminal_Columns(stream, 1000));
}

static void PrintHead(const SimRun* run, FILE* stream) {
    size_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        const bool cloth = !run->pieces[i].obstacle;
        vertices += cloth ? run->pieces[i].vertexCount : 0;
        triangles += cloth ? SimPiece_Mesh(run, &run->pieces[i]).triangleCount : 0;
    }
    char text[320], counts[4][TABLE_CELL], states[64] = "";
    Cell_Count(counts[0], run->scene.frameCount);
    Cell_Count(counts[1], vertices);
    Cell_Count(counts[2], triangles);
    if (run->settings->substepsOut) {
        Cell_Count(counts[3], run->cacheFrames);
        snprintf(states, sizeof(states), " (%s in the caches)", counts[3]);
    }
    snprintf(text, sizeof(text), "%s: %s frames%s, cloth of %s vertices and %s triangles",
             run->scene.name, counts[0], states, counts[1], counts[2]);
    PrintParagraph(stream, text);
}

static void PrintStages(const SimSummary* summary, FILE* stream) {
    Table table = Table_Make((const char* const[]){"ms a frame", "mean", "worst"}, 3);
    for (int s = 0; s < SIM_STAGE_COUNT; ++s) {
        TableRow* row = Table_AddRow(&table, stageNames[s]);
        Cell_Number(row->cells[1], 1e3 * summary->sum[s] / (double)summary->frames, 3);
        Cell_Number(row->cells[2], 1e3 * summary->worst[s], 3);
    }
    Table_Finish(&table, stream);
}

static void PrintSummaryLine(FILE* stream, const char* name, const char* text) {
    const int columns = Terminal_Columns(stream, 1000);
    char line[128];
    snprintf(line, sizeof(line), "%-14s%s", name, text);
    Terminal_WrapHanging(stream, line, 0, columns < 40 ? 2 : 14, columns);
}

static void PrintContactCounts(const SimSummary* summary, FILE* stream) {
    char text[96], counts[2][TABLE_CELL];
    Cell_Count(counts[0], summary->nearPairs);
    PrintSummaryLine(stream, "near pairs", counts[0]);
    Cell_Count(counts[0], summary->contacts);
    Cell_Count(counts[1], summary->mostContacts);
    snprintf(text, sizeof(text), "%s, at most %s a frame", counts[0], counts[1]);
    PrintSummaryLine(stream, "contacts", text);
    Cell_Count(counts[0], summary->zones);
    PrintSummaryLine(stream, "zones", counts[0]);
    Cell_Count(counts[0], summary->unsolved);
    Cell_Count(counts[1], summary->parts);
    snprintf(text, sizeof(text), "%s of %s steps and parts of steps", counts[0], counts[1]);
    PrintSummaryLine(stream, "unsolved", text);
    snprintf(text, sizeof(text), "%.2f %% (frame %llu)", 100 * summary->worstStretch,
             (unsigned long long)summary->worstStretchFrame);
    PrintSummaryLine(stream, "worst stretch", text);
    snprintf(text, sizeof(text), "%.1f", FramesPerSecond(summary));
    PrintSummaryLine(stream, "frames/s", text);
}

static void PrintVerified(const SimRun* run, const SimSummary* summary, FILE* stream) {
    if (!run->settings->verify) {
        PrintSummaryLine(stream, "verified", "no (--verify)");
        return;
    }
    if (summary->badFrames == 0) {
        PrintSummaryLine(stream, "verified", "no intersections");
        return;
    }
    char text[512], counts[2][TABLE_CELL];
    Cell_Count(counts[0], summary->badFrames);
    Cell_Count(counts[1], summary->bad.intersections);
    const svFeaturePair* pair = &summary->bad.pair;
    snprintf(text, sizeof(text),
             "intersections: in %s frames, first in frame %llu: face %lu of %s and face %lu of %s "
             "(pairs there: %s)",
             counts[0], (unsigned long long)summary->firstBad, (unsigned long)pair->a,
             NameOf(run, pair->meshA), (unsigned long)pair->b, NameOf(run, pair->meshB), counts[1]);
    PrintParagraph(stream, text);
}

void SimRun_Print(const SimRun* run, const SimSummary* summary, FILE* stream) {
    PrintHead(run, stream);
    PrintStages(summary, stream);
    PrintContactCounts(summary, stream);
    PrintVerified(run, summary, stream);
}

static void WriteSummary(Json* json, const SimRun* run, const SimSummary* summary) {
    Json_BeginObject(json, "summary");
    Json_Count(json, "frames", summary->frames);
    Json_Number(json, "seconds", summary->sum[SIM_TOTAL]);
    Json_Number(json, "frames_per_second", FramesPerSecond(summary));
    for (int worst = 0; worst < 2; ++worst) {
        Json_BeginObject(json, worst ? "worst_ms" : "mean_ms");
        for (int s = 0; s < SIM_STAGE_COUNT; ++s) {
            const double mean = summary->sum[s] / (double)summary->frames;
            Json_Number(json, stageKeys[s], 1e3 * (worst ? summary->worst[s] : mean));
        }
        Json_EndObject(json);
    }
    Json_Count(json, "near_pairs", summary->nearPairs);
    Json_Count(json, "contacts", summary->contacts);
    Json_Count(json, "rounds", summary->rounds);
    Json_Count(json, "zones", summary->zones);
    Json_Count(json, "zone_particles", summary->zoneParticles);
    Json_Count(json, "cuts", summary->cuts);
    Json_Count(json, "parts", summary->parts);
    Json_Count(json, "newton_iterations", summary->newtonIterations);
    Json_Count(json, "solver_iterations", summary->solverIterations);
    Json_Count(json, "halvings", summary->halvings);
    Json_Count(json, "shortened", summary->shortened);
    Json_Count(json, "unsolved", summary->unsolved);
    Json_Number(json, "worst_stretch", summary->worstStretch);
    Json_Count(json, "worst_stretch_frame", summary->worstStretchFrame);
    Json_Number(json, "largest_energy", summary->largestEnergy);
    Json_Flag(json, "verified", run->settings->verify);
    if (run->settings->verify) {
        Json_Count(json, "intersecting_frames", summary->badFrames);
    }
    Json_EndObject(json);
}

static void WriteMeshes(Json* json, const SimRun* run) {
    Json_BeginArray(json, "meshes");
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        const SimPiece* piece = &run->pieces[i];
        const svSimMesh mesh = SimPiece_Mesh(run, piece);
        char name[SIM_FILE_NAME];
        Json_BeginObject(json, NULL);
        Json_Text(json, "name", mesh.name);
        Json_Text(json, "kind", piece->obstacle ? "obstacle" : "cloth");
        Json_Count(json, "vertices", piece->vertexCount);
        Json_Count(json, "triangles", mesh.triangleCount);
        (void)SimPiece_File(run, piece, 0, name);
        Json_Text(json, "mesh", name);
        SimPiece_Cache(run, piece, name);
        if (piece->cached) {
            Json_Text(json, "cache", name);
        } else {
            Json_Null(json, "cache");
        }
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

// The first intersecting pair of a frame.
static void WriteFirstPair(Json* json, const SimRun* run, const svFeaturePair* pair) {
    Json_BeginArray(json, "first_pair");
    for (int side = 0; side < 2; ++side) {
        Json_BeginObject(json, NULL);
        Json_Text(json, "mesh", NameOf(run, side == 0 ? pair->meshA : pair->meshB));
        Json_Count(json, "face", side == 0 ? pair->a : pair->b);
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

static void WriteStats(Json* json, const svSimStats* stats) {
    Json_Count(json, "near_pairs", stats->nearPairs);
    Json_Count(json, "contacts", stats->contacts);
    Json_Count(json, "rounds", stats->rounds);
    Json_Count(json, "zones", stats->zones);
    Json_Count(json, "zone_particles", stats->zoneParticles);
    Json_Count(json, "cuts", stats->cuts);
    Json_Count(json, "parts", stats->parts);
    Json_Count(json, "newton_iterations", stats->newtonIterations);
    Json_Count(json, "solver_iterations", stats->solverIterations);
    Json_Count(json, "halvings", stats->halvings);
    Json_Count(json, "shortened", stats->shortened);
    Json_Count(json, "unsolved", stats->unsolved);
    Json_Number(json, "kinetic_energy", stats->kineticEnergy);
    Json_Number(json, "gravity_energy", stats->gravityEnergy);
    Json_Number(json, "elastic_energy", stats->elasticEnergy);
    Json_Number(json, "contact_energy", stats->contactEnergy);
    Json_Number(json, "worst_stretch", stats->worstStretch);
    Json_BeginObject(json, "ms");
    for (int s = 0; s < SIM_STAGE_COUNT; ++s) {
        Json_Number(json, stageKeys[s], 1e3 * StageSeconds(stats, (SimStage)s));
    }
    Json_EndObject(json);
}

// The frame that a record of the caches ends.
static void WriteFrameLog(Json* json, const SimRun* run, uint64_t cacheFrame) {
    const FrameLog* log = SimRun_Log(run);
    Json_BeginObject(json, NULL);
    Json_Count(json, "frame", log->frame);
    Json_Number(json, "time", log->time);
    if (run->settings->substepsOut) {
        Json_Count(json, "cache_frame", cacheFrame);
    }
    if (log->frame > 0) {
        WriteStats(json, &log->stats);
    }
    if (run->settings->verify) {
        Json_Count(json, "intersections", log->intersections);
    }
    if (log->intersections > 0) {
        WriteFirstPair(json, run, &log->pair);
    }
    Json_EndObject(json);
}

static bool WriteFrameLogs(Json* json, const SimRun* run) {
    bool good = true;
    Json_BeginArray(json, "frames");
    for (uint64_t r = 0; r < run->cacheFrames && good; ++r) {
        good = SimFolder_ReadRecord(&run->folder, r, run->record);
        if (SimRun_Log(run)->ends) {
            WriteFrameLog(json, run, r);
        }
    }
    Json_EndArray(json);
    return good;
}

// With --substeps-out the frames of the caches are not evenly spaced in time.
static bool WriteCacheTimes(Json* json, const SimRun* run) {
    bool good = true;
    Json_BeginArray(json, "cache_times");
    for (uint64_t r = 0; r < run->cacheFrames && good; ++r) {
        good = SimFolder_ReadRecord(&run->folder, r, run->record);
        Json_Number(json, NULL, SimRun_Log(run)->time);
    }
    Json_EndArray(json);
    return good;
}

// All file names, one per line: --restart reads them.
static void WriteFiles(Json* json, const SimRun* run) {
    Json_BeginArray(json, "files");
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        char name[SIM_FILE_NAME];
        for (uint64_t n = 0; SimPiece_File(run, &run->pieces[i], n, name); ++n) {
            Json_Text(json, NULL, name);
        }
    }
    Json_EndArray(json);
}

bool SimRun_WriteLog(const SimRun* run, const SimSummary* summary, FILE* stream) {
    static const char* const formats[SIM_FORMAT_COUNT] = {"pc2", "ply", "obj"};
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion()); // sim_folder.c recognises a log by its first lines
    Json_Text(&json, "command", "sim");
    char identity[HASH_TEXT];
    Hash_Text(SimCheckpoint_Hash(&run->wanted), identity);
    Json_Text(&json, "identity", identity);
    Json_Text(&json, "scene", run->settings->scene);
    Json_Text(&json, "name", run->scene.name);
    Json_Number(&json, "resolution", run->settings->resolution);
    Json_Text(&json, "format", formats[run->settings->format]);
    Json_Number(&json, "frame_rate", run->scene.frameRate);
    Json_Count(&json, "substeps", run->scene.substeps);
    Json_Flag(&json, "substeps_out", run->settings->substepsOut);
    WriteSummary(&json, run, summary);
    WriteMeshes(&json, run);
    bool good = WriteFrameLogs(&json, run);
    if (run->settings->substepsOut) {
        good = good && WriteCacheTimes(&json, run);
    }
    WriteFiles(&json, run);
    Json_EndObject(&json);
    return good;
}
