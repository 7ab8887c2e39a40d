// Nodes of a SelfTree in, certified "free of self-contact" out, by the library's patch test. Shapes
// are found once; V is the axis of the node's cone. The cones are certified (selvage/cone.h), so
// normals need not be tested again.

#include "self_patches.h"

#include "self_state.h"

#include "selvage/patch.h"

typedef struct NodeShape {
    svPatchShape shape;    // without its arrays, which are moved when they grow
    size_t contour, loops; // offsets
} NodeShape;

typedef struct Numbers {
    uint32_t* data;
    size_t count, capacity;
} Numbers;

struct SelfPatches {
    svContext* context;
    svPatchTester* tester;
    uint32_t* triangles; // three vertices each, in the order of the tree
    NodeShape* shapes;   // of each node; leaves have none
    Numbers contours, loops;
};

static svStatus AppendNumbers(svContext* context, Numbers* numbers, const uint32_t* more,
                              size_t count) {
    const svStatus status = svContext_Grow(context, (void**)&numbers->data, &numbers->capacity,
                                           numbers->count + count, sizeof(uint32_t));
    for (size_t i = 0; i < count && status == SV_OK; ++i) {
        numbers->data[numbers->count++] = more[i];
    }
    return status;
}

static svStatus AddShape(SelfPatches* patches, const SelfNode* node, NodeShape* made) {
    svPatchShape* shape = &made->shape;
    svStatus status = svPatchTester_FindShape(
        patches->tester, patches->triangles + (size_t)3 * node->first, node->count, shape);
    made->contour = patches->contours.count;
    made->loops = patches->loops.count;
    if (status == SV_OK && shape->fault == SV_PATCH_APART) {
        status = AppendNumbers(patches->context, &patches->contours, shape->contour,
                               shape->contourCount);
    }
    if (status == SV_OK && shape->fault == SV_PATCH_APART) {
        status = AppendNumbers(patches->context, &patches->loops, shape->loopStart,
                               (size_t)shape->loopCount + 1);
    }
    return status;
}

svStatus SelfPatches_Create(svContext* context, const SelfTree* tree, SelfPatches** patches) {
    SelfPatches* made = svContext_Allocate(context, sizeof(SelfPatches));
    if (made == NULL) {
        return SV_ERROR_MEMORY;
    }
    const size_t count = tree->topology->triangleCount;
    *made = (SelfPatches){.context = context};
    made->triangles = svContext_Allocate(context, 3 * count * sizeof(uint32_t));
    made->shapes = svContext_Allocate(context, tree->nodeCount * sizeof(NodeShape));
    const bool room = made->triangles != NULL && made->shapes != NULL;
    svStatus status = room ? svPatchTester_Create(context, &made->tester) : SV_ERROR_MEMORY;
    for (size_t i = 0; i < 3 * count && status == SV_OK; ++i) {
        made->triangles[i] = tree->topology->triangles[(size_t)3 * tree->order[i / 3] + i % 3];
    }
    for (uint32_t n = 0; n < tree->nodeCount && status == SV_OK; ++n) {
        if (!SelfNode_IsLeaf(&tree->nodes[n])) {
            status = AddShape(made, &tree->nodes[n], &made->shapes[n]);
        }
    }
    if (status != SV_OK) {
        SelfPatches_Destroy(made);
        return status;
    }
    *patches = made;
    return SV_OK;
}

void SelfPatches_Destroy(SelfPatches* patches) {
    if (patches == NULL) {
        return;
    }
    svPatchTester_Destroy(patches->tester);
    svContext_Release(patches->context, patches->triangles);
    svContext_Release(patches->context, patches->shapes);
    svContext_Release(patches->context, patches->contours.data);
    svContext_Release(patches->context, patches->loops.data);
    svContext_Release(patches->context, patches);
}

bool SelfPatches_IsCollisionFree(SelfCull* cull, uint32_t node) {
    const SelfPatches* patches = cull->patches;
    const NodeShape* of = &patches->shapes[node];
    const svCone* cone = &cull->normals[node];
    // 2^-38 covers the margin and the axis, which is unit to 2^-50.
    if (of->shape.fault != SV_PATCH_APART || cone->angle > SV_CONE_FULL_ANGLE - 0x1p-38) {
        return false;
    }
    svPatchShape shape = of->shape;
    shape.contour = patches->contours.data + of->contour;
    shape.loopStart = patches->loops.data + of->loops;
    svPatchDef def = svDefaultPatchDef();
    const size_t vertexCount = cull->tree->topology->vertexCount;
    def.x0 = svPositions_Double(cull->x[0][0], vertexCount);
    if (cull->x[1] != NULL) {
        def.x1 = svPositions_Double(cull->x[1][0], vertexCount);
    }
    def.direction = SV_PATCH_GIVEN;
    def.normalsKnown = true;
    for (int d = 0; d < 3; ++d) {
        def.given[d] = cone->axis[d];
    }
    svPatchResult result;
    const svStatus status = svPatchTester_Test(patches->tester, &shape, &def, &result);
    if (status != SV_OK) {
        return false; // out of memory: the node is not culled
    }
    ++cull->contour.tests;
    cull->contour.pairs += result.edgePairs;
    return result.apart;
}
