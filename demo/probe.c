// The look-ahead: where everything would be after a few more steps if nothing resisted, and the
// exact contacts on the way there.

#include "state.h"

#include <string.h>

// The meshes of a scene, without pairs of obstacles.
static svStatus FillQueries(Demo* demo, svScene* scene) {
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < demo->meshCount && status == SV_OK; ++i) {
        status = svScene_Add(scene, demo->meshes[i], NULL, NULL);
        for (uint32_t j = 1; j <= i && status == SV_OK; ++j) {
            status = svScene_ExcludeMeshes(scene, j, i);
        }
    }
    return status;
}

svStatus Demo_CreateProbe(Demo* demo) {
    svSceneDef def = svDefaultSceneDef();
    def.volume = (svVolume)demo->settings[DEMO_VOLUME];
    svScene* scene = NULL;
    svStatus status = svScene_Create(demo->context, &def, &scene);
    if (status == SV_OK) {
        status = FillQueries(demo, scene);
    }
    if (status != SV_OK) {
        svScene_Destroy(scene);
        return status;
    }
    svScene_Destroy(demo->probe);
    demo->probe = scene;
    demo->leaves.built = false;
    return SV_OK;
}

static svStatus MakeMesh(Demo* demo, uint32_t index) {
    const DemoWorld* world = &demo->world;
    const svMeshData* data = index == 0 ? &world->cloth : &world->obstacles[index - 1];
    svMeshDef def = svDefaultMeshDef();
    def.triangles = data->triangles;
    def.triangleCount = data->triangleCount;
    def.vertexCount = data->vertexCount;
    def.name = index == 0 ? "cloth" : world->names[index - 1];
    return svMesh_Create(demo->context, &def, &demo->meshes[index]);
}

svStatus Demo_CreateQueries(Demo* demo) {
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < demo->meshCount && status == SV_OK; ++i) {
        status = MakeMesh(demo, i);
    }
    if (status == SV_OK) {
        status = Demo_CreateProbe(demo);
    }
    if (status == SV_OK) {
        const svSceneDef def = svDefaultSceneDef();
        status = svScene_Create(demo->context, &def, &demo->proof);
    }
    return status == SV_OK ? FillQueries(demo, demo->proof) : status;
}

void Demo_DestroyQueries(Demo* demo) {
    svScene_Destroy(demo->probe);
    svScene_Destroy(demo->proof);
    for (uint32_t i = 0; i < demo->meshCount; ++i) {
        svMesh_Destroy(demo->meshes[i]);
    }
    DemoLeaves* leaves = &demo->leaves;
    svContext_Release(demo->context, leaves->ofFace);
    svContext_Release(demo->context, leaves->near);
    svContext_Release(demo->context, leaves->nearCount);
    svContext_Release(demo->context, leaves->states);
    svContext_Release(demo->context, leaves->still);
}

svStatus Demo_SetMotion(Demo* demo, const float* x0, const float* x1) {
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < demo->meshCount && status == SV_OK; ++i) {
        const size_t first = 3 * demo->firstVertex[i], count = Demo_VertexCount(demo, i);
        const bool still = i > 0 && i - 1 != demo->world.ball;
        const svPositions at0 = svPositions_Float(x0 + first, count);
        const svPositions at1 = svPositions_Float((still ? x0 : x1) + first, count);
        status = svMesh_SetMotion(demo->meshes[i], &at0, &at1);
    }
    return status;
}

// x + T v + T^2 g, as floats; what is held, and the ball, go on as in the last step.
static void Predict(Demo* demo) {
    const double* settings = demo->settings;
    const double ahead = settings[DEMO_AHEAD] * DEMO_STEP;
    const size_t count = 3 * demo->firstVertex[demo->meshCount];
    memcpy(demo->x[1], demo->x[0], count * sizeof(float));
    const svPositions velocities = svSim_GetCloth(demo->sim, 0).velocities;
    for (uint32_t v = 0; v < Demo_VertexCount(demo, 0); ++v) {
        float* x = demo->x[1] + 3 * (size_t)v;
        double velocity[3] = {0, 0, 0};
        if (demo->held[v] == 0) {
            svPositions_Get(&velocities, v, velocity);
            velocity[2] -= v == demo->pulled ? 0 : ahead * settings[DEMO_GRAVITY];
        }
        for (int d = 0; d < 3; ++d) {
            x[d] = (float)((double)x[d] + ahead * velocity[d]);
        }
    }
    const uint32_t ball = demo->world.ball + 1;
    for (size_t v = demo->firstVertex[ball]; v < demo->firstVertex[ball + 1]; ++v) {
        for (size_t d = 0; d < 3; ++d) {
            float* x = demo->x[1] + 3 * v + d;
            *x = (float)((double)*x + settings[DEMO_AHEAD] * demo->ballStep[d]);
        }
    }
}

svVec3 Demo_ContactPoint(const Demo* demo, svPairKind kind, const svFeaturePair* pair,
                         const double weights[4]) {
    if (kind == SV_VERTEX_FACE) {
        return Demo_Vertex(demo, pair->meshA, pair->a);
    }
    const uint32_t* ends =
        svMesh_GetTopology(demo->meshes[pair->meshA])->edges + 2 * (size_t)pair->a;
    return svVec3_Add(svVec3_Scale(weights[0], Demo_Vertex(demo, pair->meshA, ends[0])),
                      svVec3_Scale(weights[1], Demo_Vertex(demo, pair->meshA, ends[1])));
}

static svStatus AddContacts(Demo* demo, svPairKind kind, const svContactList* list) {
    svStatus status = SV_OK;
    for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
        const svContactShape* shape = &list->shapes[i];
        status = Demo_AddPoint(demo, DEMO_CONTACT_POINTS,
                               Demo_ContactPoint(demo, kind, &list->pairs[i], shape->weights));
        if (status == SV_OK) {
            status = Demo_AddPoint(demo, DEMO_CONTACT_NORMALS, svVec3_From(shape->normal));
        }
        if (status == SV_OK) {
            status = Demo_Extend(demo, DEMO_CONTACT_TIMES, 1);
        }
        if (status == SV_OK) {
            const DemoBuffer* times = &demo->arrays[DEMO_CONTACT_TIMES];
            ((float*)times->data)[times->count - 1] = (float)list->times[i].lo;
        }
    }
    return status;
}

static void NoteQuery(Demo* demo) {
    const svContacts* contacts = &demo->contacts;
    const svSceneStats* stats = &contacts->stats;
    double* n = demo->numbers;
    n[DEMO_VF] = (double)contacts->vf.total;
    n[DEMO_EE] = (double)contacts->ee.total;
    n[DEMO_LEAVES] = stats->leafCount;
    n[DEMO_NODE_PAIRS] = (double)stats->nodePairs;
    n[DEMO_LEAF_PAIRS] = (double)stats->leafPairs;
    n[DEMO_SELF_FREE] = stats->leavesApart;
    n[DEMO_CANDIDATES] = 0;
    for (int kind = 0; kind < 2; ++kind) {
        n[DEMO_CANDIDATES] += (double)(stats->boxPairs[kind] - stats->incident[kind] -
                                       stats->culled[kind] - stats->excluded[kind]);
    }
    n[DEMO_REFIT_MS] = 1e3 * (stats->buildSeconds + stats->updateSeconds);
    n[DEMO_SEARCH_MS] = 1e3 * stats->searchSeconds;
    n[DEMO_TEST_MS] = 1e3 * stats->testSeconds;
    n[DEMO_QUERY_MS] = 1e3 * stats->totalSeconds;
    demo->hash = (demo->hash ^ contacts->hash) * DEMO_HASH_PRIME;
}

svStatus Demo_LookAhead(Demo* demo) {
    Predict(demo);
    for (int i = 0; i < DEMO_ARRAY_COUNT; ++i) {
        demo->arrays[i].count = 0;
    }
    const svWatch watch = {.stages = 1u << SV_STAGE_LEAVES, .take = DemoLeaves_Take, .user = demo};
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_SHAPE;
    svStatus status = Demo_SetMotion(demo, demo->x[0], demo->x[1]);
    if (demo->settings[DEMO_LEVEL] >= 0 && demo->leaves.built) {
        Demo_BeginLeaves(demo);
        def.query.watch = &watch;
    }
    if (status == SV_OK) {
        status = svScene_Detect(demo->probe, &def, &demo->contacts);
    }
    if (status == SV_OK) {
        NoteQuery(demo);
        status = AddContacts(demo, SV_VERTEX_FACE, &demo->contacts.vf);
    }
    if (status == SV_OK) {
        status = AddContacts(demo, SV_EDGE_EDGE, &demo->contacts.ee);
    }
    if (status == SV_OK) {
        status = Demo_ReadVolumes(demo);
    }
    return status == SV_OK ? Demo_RunMethod(demo) : status;
}
