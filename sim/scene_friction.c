// Which pairs of cloths and obstacles have a friction of their own.

#include "scene_spec.h"

#include <string.h>

// The part of that name; SV_NONE after a message that suggests another.
static uint32_t FindNamedPart(const svSceneSpec* spec, uint32_t node) {
    const svJson* json = &spec->json;
    if (json->nodes[node].kind != SV_JSON_TEXT) {
        svJson_Fail(json, node, SV_ERROR_FORMAT, "must be the name of a cloth or an obstacle");
        return SV_NONE;
    }
    const char* names[2 * SV_MAX_PARTS + 1];
    uint32_t count = 0;
    for (; count < spec->partCount; ++count) {
        names[count] = spec->parts[count].name;
        if (strcmp(names[count], json->nodes[node].text) == 0) {
            return count;
        }
    }
    names[count] = NULL;
    const char* nearest = svFields_Nearest(json->nodes[node].text, names);
    svJson_Fail(json, node, SV_ERROR_FORMAT, "there is no cloth or obstacle \"%.40s\"%s%s%s",
                json->nodes[node].text, nearest != NULL ? "; did you mean \"" : "",
                nearest != NULL ? nearest : "", nearest != NULL ? "\"?" : "");
    return SV_NONE;
}

static svStatus SetFriction(const svSceneSpec* spec, uint32_t node, svSim* sim) {
    const svJson* json = &spec->json;
    svFrictionSpec pair = {.between = SV_NONE};
    const svStatus status = svFields_Read(json, node, &svFrictionTable, NULL, &pair);
    if (status != SV_OK) {
        return status;
    }
    if (json->nodes[pair.between].count != 2) {
        return svJson_Fail(json, pair.between, SV_ERROR_FORMAT, "must be a list of two names");
    }
    const uint32_t first = json->nodes[pair.between].first;
    uint32_t a = FindNamedPart(spec, first);
    uint32_t b = a == SV_NONE ? SV_NONE : FindNamedPart(spec, json->nodes[first].next);
    if (b == SV_NONE) {
        return SV_ERROR_FORMAT;
    }
    const uint32_t obstacles = spec->obstacleCount; // come first
    if (a < obstacles && b < obstacles) {
        return svJson_Fail(json, pair.between, SV_ERROR_FORMAT,
                           "must name a cloth: obstacles do not touch each other");
    }
    if (a >= obstacles && b >= obstacles) {
        return svSim_SetClothFriction(sim, a - obstacles, b - obstacles, pair.friction);
    }
    return svSim_SetObstacleFriction(sim, (a < obstacles ? b : a) - obstacles,
                                     a < obstacles ? a : b, pair.friction);
}

svStatus svSceneSpec_SetFrictions(const svSceneSpec* spec, svSim* sim) {
    const svJson* json = &spec->json;
    svStatus status = SV_OK;
    uint32_t i = spec->frictions == SV_NONE ? SV_NONE : json->nodes[spec->frictions].first;
    for (; i != SV_NONE && status == SV_OK; i = json->nodes[i].next) {
        status = SetFriction(spec, i, sim);
    }
    return status;
}
