// The BVH as the last query left it, for svScene_GetBvh and its kin. In: svSceneBvh and
// svSceneCulling. Out: plain arrays in the caller's coordinates.
//
// Items of level 0 are the leaves; those of level l the nodes of level l - 1 of the tree, whose
// bounds are columns of their parents (hierarchy/tree.h). The root has no parent: its bounds are
// merged here.

#include "selvage/inspect.h"

#include "scene/scene.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { DOP_SLABS = 9 };

static svStatus RefuseInspection(const svScene* scene, const char* what) {
    return svContext_Fail(scene->context, SV_ERROR_ARGUMENT, what);
}

// ---- shape and leaves ------------------------------------------------------------------------

static uint32_t CountItems(const svTree* tree, uint32_t level) {
    return level < tree->levelCount ? tree->levels[level].childCount : 1;
}

svStatus svScene_GetBvh(const svScene* scene, svBvhShape* shape) {
    if (scene == NULL || shape == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (scene->stale) {
        return RefuseInspection(scene, "inspect: no query has built a BVH of these meshes yet");
    }
    const svTree* tree = &scene->bvh.tree;
    *shape = (svBvhShape){.volume = tree->volume};
    shape->levelCount = tree->levelCount == 0 ? 0 : tree->levelCount + 1;
    for (uint32_t level = 0; level < shape->levelCount; ++level) {
        shape->itemCount[level] = CountItems(tree, level);
    }
    return SV_OK;
}

svStatus svScene_GetLeaf(const svScene* scene, uint32_t index, svBvhLeaf* leaf) {
    if (scene == NULL || leaf == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (scene->stale || index >= scene->bvh.leaves.count) {
        return RefuseInspection(scene, "inspect: there is no such leaf");
    }
    const svLeaf* from = &scene->bvh.leaves.leaves[index];
    *leaf = (svBvhLeaf){.mesh = from->mesh, .faceCount = from->faceCount};
    for (uint32_t i = 0; i < from->faceCount; ++i) {
        leaf->faces[i] = from->faces[i] - scene->numbering.topologies[from->mesh].firstFace;
    }
    return SV_OK;
}

// Items of a level that there are, for the functions below.
static svStatus CheckItems(const svScene* scene, uint32_t level, uint32_t first, uint32_t count) {
    const svTree* tree = &scene->bvh.tree;
    if (scene->stale) {
        return RefuseInspection(scene, "inspect: no query has built a BVH of these meshes yet");
    }
    if (tree->levelCount == 0 || level > tree->levelCount || first > CountItems(tree, level) ||
        count > CountItems(tree, level) - first) {
        return RefuseInspection(scene, "inspect: the BVH has no such level or items");
    }
    return SV_OK;
}

// ---- bounds ----------------------------------------------------------------------------------

uint32_t svVolume_Numbers(svVolume volume) {
    return (unsigned)volume < SV_VOLUME_ENUM_COUNT ? svVolume_Rows(volume) / 2 : 0;
}

// From bounds in single precision, scaled and around the scene's centre, to the scene's
// coordinates.
typedef struct BoundsReader {
    const svTree* tree;
    double scale;
    double center[3]; // scaled
    double reach;     // the largest finite magnitude of all bounds
    float root[SV_VOLUME_MAX_ROWS * SV_WIDTH];
} BoundsReader;

static void OpenBounds(const svScene* scene, BoundsReader* reader) {
    const svTree* tree = &scene->bvh.tree;
    const uint32_t top = tree->levelCount - 1;
    reader->tree = tree;
    reader->scale = scene->input.scale;
    memcpy(reader->center, scene->input.center, sizeof(reader->center));
    svVolume_Merge(tree->volume, svTree_Node(tree, top, 0), tree->levels[top].childCount,
                   reader->root);
    reader->reach = 0;
    for (uint32_t row = 0; row < tree->rows; ++row) {
        reader->reach =
            fmax(reader->reach, fmin(fabs((double)reader->root[row * SV_WIDTH]), (double)FLT_MAX));
    }
}

static const float* ColumnOfItem(const BoundsReader* reader, uint32_t level, uint32_t item) {
    return level == reader->tree->levelCount
               ? reader->root
               : svTree_Node(reader->tree, level, item / SV_WIDTH) + item % SV_WIDTH;
}

// Undoes the scaling, which is exact but for results that are denormal or overflow: rounded up.
static double UnscaleUp(double x, double scale) {
    const double result = x / scale;
    return result * scale < x ? nextafter(result, HUGE_VAL) : result;
}

// The end of a slab, v, whose direction has the coordinate c of the centre. Lower ends are negated,
// before and after, so that all are rounded upwards.
//
// With u = 2^-53, what v bounds was rounded by u |v| when the centre was subtracted (for diagonals:
// is bounded with its rounding), c by u (|c_x| + |c_y|) where it is a sum, which `reach` is given
// to hold; v + c is rounded by u (|v| + |c|) and so is the last sum: less than 4 u (|v| + |c|) in
// all. `slack` is as much for all bounds of the scene, so that items that contain each other still
// do.
static double EndUp(double v, double c, double slack, double scale) {
    return isinf(v) ? v : UnscaleUp((v + c) + slack, scale);
}

static void ReadSlab(const BoundsReader* reader, const float* column, uint32_t slabs, uint32_t slab,
                     double* out) {
    static const int first[DOP_SLABS] = {0, 1, 2, 0, 0, 1, 0, 0, 1};
    static const int second[DOP_SLABS] = {-1, -1, -1, 1, 2, 2, 1, 2, 2};
    const double a = reader->center[first[slab]];
    const double b = second[slab] < 0 ? 0 : reader->center[second[slab]];
    const double c = slab < 6 ? a + b : a - b;
    const double slack = 0x1p-51 * (reader->reach + fabs(a) + fabs(b));
    const double lower = (double)column[(size_t)slab * SV_WIDTH];
    const double upper = (double)column[(size_t)(slabs + slab) * SV_WIDTH];
    out[slab] = -EndUp(-lower, -c, slack, reader->scale);
    out[slabs + slab] = EndUp(upper, c, slack, reader->scale);
}

// The centre is rounded by u (|v| + |c|) along each axis, and by half the least denormal in the
// end; the radius makes up for it twice over, which covers its own roundings of some u.
static void ReadSphere(const BoundsReader* reader, const float* column, double* out) {
    double shift = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double v = (double)column[(size_t)axis * SV_WIDTH], c = reader->center[axis];
        shift += fabs(v) + fabs(c);
        out[axis] = (v + c) / reader->scale;
    }
    const double radius = (double)column[(size_t)3 * SV_WIDTH] + 0x1p-52 * shift;
    out[3] = UnscaleUp(radius * (1 + 0x1p-50), reader->scale) + 4 * DBL_TRUE_MIN;
}

svStatus svScene_GetBounds(const svScene* scene, uint32_t level, uint32_t first, uint32_t count,
                           int time, double* bounds) {
    if (scene == NULL || bounds == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svStatus status = CheckItems(scene, level, first, count);
    if (status != SV_OK) {
        return status;
    }
    if (time != 0 && time != 1) {
        return RefuseInspection(scene, "inspect: the time is neither 0 nor 1");
    }
    BoundsReader reader;
    OpenBounds(scene, &reader);
    const svVolume volume = reader.tree->volume;
    const uint32_t numbers = svVolume_Numbers(volume);
    for (uint32_t i = 0; i < count; ++i) {
        const float* column =
            ColumnOfItem(&reader, level, first + i) + (time == 1 ? (size_t)numbers * SV_WIDTH : 0);
        double* out = bounds + (size_t)i * numbers;
        if (volume == SV_VOLUME_SPHERE) {
            ReadSphere(&reader, column, out);
            continue;
        }
        for (uint32_t slab = 0; slab < numbers / 2; ++slab) {
            ReadSlab(&reader, column, numbers / 2, slab, out);
        }
    }
    return SV_OK;
}

// ---- self-collision culling ------------------------------------------------------------------

// Parts of level h have 4^(h + 1) leaves, items of level l have 16^l = 4^(2 l): an item is a part
// of level 2 l - 1, but a leaf alone is none, and its group of four one of level 2 l.
static svSelfFree FreedomOfItem(const svSceneCulling* culling, uint32_t level, uint32_t item) {
    const uint32_t levelCount = culling->apart == NULL ? 0 : culling->selfTests.levelCount;
    if (2 * level < levelCount && culling->apart[2 * level][item / SV_PART_FAN] != 0) {
        return SV_SELF_FREE_GROUP;
    }
    const bool free =
        level > 0 && 2 * level - 1 < levelCount && culling->apart[2 * level - 1][item] != 0;
    return free ? SV_SELF_FREE : SV_SELF_OPEN;
}

svStatus svScene_GetSelfFree(const svScene* scene, uint32_t level, uint32_t first, uint32_t count,
                             uint8_t* isFree) {
    if (scene == NULL || isFree == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svStatus status = CheckItems(scene, level, first, count);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t i = 0; i < count; ++i) {
        isFree[i] = (uint8_t)FreedomOfItem(&scene->culling, level, first + i);
    }
    return SV_OK;
}
