// How obstacles move: the keys of the file, or keys that follow from speeds and swings.

#include "scene_spec.h"

#include <math.h>
#include <string.h>

// Curves are sampled so often, always at the same times: a longer scene begins like a shorter one.
static const double SAMPLE = 1.0 / 60;
// For so long a constant speed goes on, whatever the length of the scene; a swing for at least a
// minute, and at most so long.
static const double HOUR = 3600, MINUTE = 60;

typedef struct Motion {
    const svSceneSpec* spec;
    const svPartSpec* part;
    svMotionKey* keys;
    size_t count, capacity;
} Motion;

static double Radians(double degrees) {
    return degrees * (atan(1.0) / 45);
}

static svStatus AddKey(Motion* motion, const svMotionKey* key) {
    const svJson* json = &motion->spec->json;
    void* data = motion->keys;
    if (svContext_Grow(json->context, &data, &motion->capacity, motion->count + 1, sizeof(*key)) !=
        SV_OK) {
        return svJson_Fail(json, motion->part->node, SV_ERROR_MEMORY, "out of memory");
    }
    motion->keys = data;
    motion->keys[motion->count++] = *key;
    return SV_OK;
}

static svStatus ReadKeys(Motion* motion) {
    const svJson* json = &motion->spec->json;
    static const char* const others[] = {"velocity", "spinDegrees", "ease", "swing"};
    for (int i = 0; i < 4; ++i) {
        const uint32_t other = svJson_Find(json, motion->part->node, others[i]);
        if (other != SV_NONE) {
            return svJson_Fail(json, other, SV_ERROR_FORMAT, "must not be there beside \"keys\"");
        }
    }
    for (uint32_t i = json->nodes[motion->part->keys].first; i != SV_NONE;
         i = json->nodes[i].next) {
        svMotionKey key = {0};
        svStatus status = svFields_Read(json, i, &svKeyTable, NULL, &key);
        if (status == SV_OK && motion->count > 0 &&
            !(key.time > motion->keys[motion->count - 1].time)) {
            status = svJson_Fail(json, svJson_Find(json, i, "time"), SV_ERROR_FORMAT,
                                 "must be later than the key before");
        }
        for (int k = 0; k < 3; ++k) {
            key.turn[k] = Radians(key.turn[k]);
        }
        if (status == SV_OK) {
            status = AddKey(motion, &key);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

// Where speeds and swing have brought the obstacle by a time.
static svMotionKey Sample(const svPartSpec* part, const svSwingSpec* swing, double time) {
    svMotionKey key = {.time = time};
    // The speed rises evenly from 0 until `ease`; so much time has passed at full speed.
    const double ease = part->ease;
    const double passed = time < ease ? time * time / (2 * ease) : time - ease / 2;
    // There and back in a period, from rest to rest.
    const double turn = 8 * atan(1.0);
    const double since = time > swing->delay ? time - swing->delay : 0;
    const double there = swing->period > 0 ? (1 - cos(turn * since / swing->period)) / 2 : 0;
    for (int k = 0; k < 3; ++k) {
        key.move[k] = passed * part->velocity[k] + there * swing->move[k];
        key.turn[k] = Radians(passed * part->spinDegrees[k] + there * swing->turnDegrees[k]);
    }
    return key;
}

svStatus svSceneSpec_MakeMotion(const svSceneSpec* spec, const svPartSpec* part, double seconds,
                                svMotionKey** keys, size_t* count) {
    const svJson* json = &spec->json;
    Motion motion = {.spec = spec, .part = part};
    svSwingSpec swing = {0};
    svStatus status = SV_OK;
    bool moves = false;
    for (int k = 0; k < 3; ++k) {
        moves = moves || part->velocity[k] != 0 || part->spinDegrees[k] != 0;
    }
    if (part->swing != SV_NONE) {
        status = svFields_Read(json, part->swing, &svSwingTable, NULL, &swing);
    }
    if (status == SV_OK && part->keys != SV_NONE) {
        status = ReadKeys(&motion);
    } else if (status == SV_OK && (moves || part->swing != SV_NONE)) {
        const double curved =
            part->swing != SV_NONE ? fmin(fmax(seconds, MINUTE), HOUR) : part->ease;
        const double samples = ceil(curved / SAMPLE);
        for (uint32_t i = 0; i <= samples && status == SV_OK; ++i) {
            const svMotionKey key = Sample(part, &swing, i * SAMPLE);
            status = AddKey(&motion, &key);
        }
        if (status == SV_OK && part->swing == SV_NONE) {
            const svMotionKey last = Sample(part, &swing, HOUR);
            status = AddKey(&motion, &last);
        }
    }
    if (status != SV_OK) {
        svContext_Release(json->context, motion.keys);
        return status;
    }
    *keys = motion.keys;
    *count = motion.count;
    return SV_OK;
}
