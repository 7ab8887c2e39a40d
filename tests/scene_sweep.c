// Compares whole scenes with brute force over all pairs, on many random scenes.
// usage: scene_sweep [N] [--seed S] [--mode NAME] [--family NAME] [--part I/OF]
#include "support/compare_scenes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    uint64_t scenes, seed;
    const char *mode, *family; // null: all
    unsigned part, parts;
} Options;

static int Usage(void) {
    fputs(
        "usage: scene_sweep [N] [--seed S] [--mode NAME] [--family NAME] [--part I/OF]\n"
        "N random scenes (10000) of all modes and families, or of one; the first has seed S (1).\n"
        "To use two processors run parts 1/2 and 2/2 side by side. The exit status is 1 if\n"
        "anything differs from brute force.\n",
        stderr);
    return 2;
}

static bool ReadNumber(const char* text, uint64_t* number) {
    char* end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    return errno == 0 && end != text && *end == '\0' && text[0] != '-';
}

static bool ReadOptions(int argc, char** argv, Options* options) {
    *options = (Options){10000, 1, NULL, NULL, 1, 1};
    for (int i = 1; i < argc; ++i) {
        const bool more = i + 1 < argc;
        bool good = true;
        if (strcmp(argv[i], "--family") == 0 && more) {
            options->family = argv[++i];
        } else if (strcmp(argv[i], "--mode") == 0 && more) {
            options->mode = argv[++i];
        } else if (strcmp(argv[i], "--seed") == 0 && more) {
            good = ReadNumber(argv[++i], &options->seed);
        } else if (strcmp(argv[i], "--part") == 0 && more) {
            good = sscanf(argv[++i], "%u/%u", &options->part, &options->parts) == 2;
        } else {
            good = ReadNumber(argv[i], &options->scenes);
        }
        if (!good) {
            return false;
        }
    }
    return options->parts >= 1 && options->part >= 1 && options->part <= options->parts;
}

static bool IsChosen(const Options* options, int mode, int family) {
    return (options->mode == NULL || strcmp(options->mode, SceneMode_Name((SceneMode)mode)) == 0) &&
           (options->family == NULL || strcmp(options->family, sceneFamilies[family].name) == 0);
}

static void PrintRow(const char* mode, const char* family, const SceneComparison* c) {
    printf("%-10s %-13s %9llu %12llu %9llu %10llu\n", mode, family, (unsigned long long)c->scenes,
           (unsigned long long)c->pairs, (unsigned long long)c->optional,
           (unsigned long long)c->mismatches);
    fflush(stdout);
}

static void Run(const Options* options, const LiveContexts* contexts, uint64_t kinds,
                SceneComparison* total) {
    for (int mode = 0; mode < SCENE_MODE_COUNT; ++mode) {
        for (int family = 0; family < sceneFamilyCount; ++family) {
            SceneComparison comparison = {0};
            if (!IsChosen(options, mode, family)) {
                continue;
            }
            // Until the share of this kind is done: a scene that moves on counts several times.
            const uint64_t share = options->scenes / kinds / options->parts + 1;
            for (uint64_t i = options->part - 1; comparison.scenes < share; i += options->parts) {
                compareScene(contexts, (SceneMode)mode, family, options->seed + i, &comparison);
            }
            PrintRow(SceneMode_Name((SceneMode)mode), sceneFamilies[family].name, &comparison);
            total->scenes += comparison.scenes;
            total->pairs += comparison.pairs;
            total->optional += comparison.optional;
            total->mismatches += comparison.mismatches;
        }
    }
}

int main(int argc, char** argv) {
    Options options;
    LiveContexts contexts;
    SceneComparison total = {0};
    uint64_t kinds = 0;
    if (!ReadOptions(argc, argv, &options)) {
        return Usage();
    }
    for (int i = 0; i < SCENE_MODE_COUNT * sceneFamilyCount; ++i) {
        kinds += IsChosen(&options, i / sceneFamilyCount, i % sceneFamilyCount);
    }
    if (kinds == 0) {
        fputs("scene_sweep: no such mode or family\n", stderr);
        return 2;
    }
    if (!LiveContexts_Open(&contexts)) {
        fputs("scene_sweep: out of memory\n", stderr);
        return 2;
    }
    printf("%-10s %-13s %9s %12s %9s %10s\n", "mode", "family", "scenes", "pairs", "optional",
           "mismatches");
    Run(&options, &contexts, kinds, &total);
    LiveContexts_Close(&contexts);
    PrintRow("total", "", &total);
    printf("%llu scenes, %llu mismatches\n", (unsigned long long)total.scenes,
           (unsigned long long)total.mismatches);
    return total.mismatches > 0;
}
