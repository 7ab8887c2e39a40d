// What makes a run of `selvage sim` the same run: the identity of a checkpoint.

#include "sim_run.h"

#include "report/terminal.h"

#include <string.h>

// FNV-1a on 8-byte words, with a shift that carries high bits to low ones.
uint64_t SimHash(uint64_t hash, const void* bytes, size_t size) {
    const unsigned char* from = bytes;
    while (size > 0) {
        uint64_t word = 0;
        const size_t part = size < sizeof(word) ? size : sizeof(word);
        memcpy(&word, from, part);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
        from += part;
        size -= part;
    }
    return hash;
}

uint64_t SimCheckpoint_Hash(const SimCheckpoint* wanted) {
    const uint64_t hash = SimHash(SIM_HASH_SEED, &wanted->identity, sizeof(wanted->identity));
    return SimHash(hash, &wanted->placing, sizeof(wanted->placing));
}

static const char* TellObstacles(uint32_t found, uint32_t wanted) {
    if (found == SIM_MOVING) {
        return wanted == SIM_ALL ? "without --obstacles" : "without --no-obstacles";
    }
    return found == SIM_ALL ? "with --obstacles" : "with --no-obstacles";
}

bool SimCheckpoint_IsSameRun(const SimCheckpoint* found, const SimCheckpoint* wanted,
                             const char* path) {
    const SimIdentity *a = &found->identity, *b = &wanted->identity;
    const char* why = NULL;
    if (memcmp(a->version, b->version, sizeof(a->version)) != 0) {
        why = "of another version of selvage";
    } else if (a->sceneHash != b->sceneHash) {
        why = "of another scene";
    } else if (a->resolution != b->resolution) {
        why = "with another --resolution";
    } else if (a->format != b->format) {
        why = "with another --format";
    } else if (a->obstacles != b->obstacles) {
        why = TellObstacles(a->obstacles, b->obstacles);
    } else if (a->verify != b->verify) {
        why = a->verify != 0 ? "with --verify" : "without --verify";
    } else if (a->substepsOut != b->substepsOut) {
        why = a->substepsOut != 0 ? "with --substeps-out" : "without --substeps-out";
    } else if (a->startHash != b->startHash || found->recordBytes != wanted->recordBytes) {
        why = "of other meshes or caches";
    } else if (found->placing != 0 && found->placing != wanted->placing) {
        why = "with another --frames, whose files are being written";
    }
    if (why != NULL) {
        Terminal_Complain("%s holds an unfinished run %s: give the same options, or --restart to "
                          "discard it",
                          path, why);
    }
    return why == NULL;
}
