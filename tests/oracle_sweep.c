// Compares the library with exact rational arithmetic on many random hard queries.
// usage: oracle_sweep [N] [--seed S] [--family NAME] [--part I/OF]
#include "support/compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Options {
    uint64_t queries, seed;
    const char* family; // null: all
    unsigned part, parts;
} Options;

static int Usage(void) {
    fputs(
        "usage: oracle_sweep [N] [--seed S] [--family NAME] [--part I/OF]\n"
        "N queries (1000000) of all families, or of one. To use two processors run parts 1/2 and\n"
        "2/2 side by side. The exit status is 1 if anything differs from the oracle.\n",
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
    *options = (Options){1000000, 1, NULL, 1, 1};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--family") == 0 && i + 1 < argc) {
            options->family = argv[++i];
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            if (!ReadNumber(argv[++i], &options->seed)) {
                return false;
            }
        } else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc) {
            if (sscanf(argv[++i], "%u/%u", &options->part, &options->parts) != 2) {
                return false;
            }
        } else if (!ReadNumber(argv[i], &options->queries)) {
            return false;
        }
    }
    return options->parts >= 1 && options->part >= 1 && options->part <= options->parts;
}

// What is run: 0 vertex-face, 1 edge-edge, 2 triangle pairs.
enum { KINDS = 3 };

static int FamilyCount(int kind) {
    return kind < ORACLE_KIND_COUNT ? movingFamilyCount : triangleFamilyCount;
}

static const char* FamilyName(int kind, int f) {
    return kind < ORACLE_KIND_COUNT ? movingFamilies[f].name : triangleFamilies[f].name;
}

static int FamilyShare(const Options* options, int kind, int f) {
    if (options->family != NULL) {
        return strcmp(options->family, FamilyName(kind, f)) == 0;
    }
    return kind < ORACLE_KIND_COUNT ? movingFamilies[f].share : triangleFamilies[f].share;
}

static void Progress(int kind, int f, uint64_t done, uint64_t count) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%-11s %-28s %9llu of %llu   ",
                kind < ORACLE_KIND_COUNT ? oracleKind_Name((oracleKind)kind) : "triangles",
                FamilyName(kind, f), (unsigned long long)done, (unsigned long long)count);
        if (done == count) {
            fputs("\r", stderr);
        }
    }
}

// Every family has its own seed, so that one can be run again alone.
static void RunFamily(const Options* options, int kind, int f, uint64_t count, Comparison* result) {
    enum { STEP = 4096, EVERY = 4 };
    // Mixed twice: nearby states of this generator are the same sequence, shifted.
    Random random = {options->seed};
    random.state = Random_Bits(&random) + (uint64_t)(kind * 1000 + f) * 1000 + options->part;
    random.state = Random_Bits(&random);
    for (uint64_t done = 0; done < count;) {
        int step = count - done < STEP ? (int)(count - done) : STEP;
        if (kind < ORACLE_KIND_COUNT) {
            compareMoving(&movingFamilies[f], (oracleKind)kind, &random, step, EVERY, result);
        } else {
            compareTriangles(&triangleFamilies[f], &random, step, EVERY, result);
        }
        done += (uint64_t)step;
        Progress(kind, f, done, count);
    }
}

static void PrintRow(int kind, const char* name, const Comparison* c) {
    static const char* const kinds[KINDS + 1] = {"vertex-face", "edge-edge", "triangles", ""};
    double share = c->queries > 0 ? 100.0 * (double)c->exact / (double)c->queries : 0.0;
    char exact[16] = "";
    if (kind != ORACLE_KIND_COUNT) { // the triangle test does not tell
        snprintf(exact, sizeof exact, "%.2f %%", share);
    }
    printf("%-11s %-28s %11llu %11llu %11llu %10s %10llu\n", kinds[kind], name,
           (unsigned long long)c->queries, (unsigned long long)c->contacts,
           (unsigned long long)c->brackets, exact, (unsigned long long)c->mismatches);
    fflush(stdout);
}

static void Add(Comparison* total, const Comparison* c) {
    total->queries += c->queries;
    total->contacts += c->contacts;
    total->exact += c->exact;
    total->brackets += c->brackets;
    total->mismatches += c->mismatches;
}

int main(int argc, char** argv) {
    Options options;
    Comparison total = {0};
    uint64_t shares = 0;
    if (!ReadOptions(argc, argv, &options)) {
        return Usage();
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int f = 0; f < FamilyCount(kind); ++f) {
            shares += (uint64_t)FamilyShare(&options, kind, f);
        }
    }
    if (shares == 0) {
        fprintf(stderr, "oracle_sweep: no family %s\n", options.family);
        return 2;
    }
    printf("%-11s %-28s %11s %11s %11s %10s %10s\n", "test", "family", "queries", "contacts",
           "first", "exact path", "mismatches");
    uint64_t before = 0; // shares so far: the counts are differences of rounded sums
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int f = 0; f < FamilyCount(kind); ++f) {
            Comparison result = {0};
            uint64_t after = before + (uint64_t)FamilyShare(&options, kind, f);
            uint64_t queries = options.queries / options.parts;
            uint64_t count = queries * after / shares - queries * before / shares;
            before = after;
            if (count > 0) {
                RunFamily(&options, kind, f, count, &result);
                PrintRow(kind, FamilyName(kind, f), &result);
                Add(&total, &result);
            }
        }
    }
    PrintRow(KINDS, "total", &total);
    printf("%llu queries, %llu mismatches\n", (unsigned long long)total.queries,
           (unsigned long long)total.mismatches);
    return total.mismatches > 0;
}
