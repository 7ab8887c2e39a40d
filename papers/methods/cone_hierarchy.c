// A tree and its motion in; normal cones of all nodes by each merge, and statistics, out.

#include "cone_hierarchy.h"

// Tolerance of "wider": a hierarchy of n levels accumulates about n 2^-45 of rounding.
static const double WIDER = 0x1p-30;

const char* ConeForm_Name(ConeForm form) {
    static const char* const names[CONE_FORM_COUNT] = {"Provot", "tight", "narrower", "optimal"};
    return names[form];
}

svStatus ConeHierarchy_Create(svContext* context, const SelfTree* tree, ConeHierarchy* hierarchy) {
    *hierarchy = (ConeHierarchy){.tree = tree};
    svStatus status = SelfCull_Create(context, tree, &hierarchy->culls[CONE_PROVOT]);
    if (status == SV_OK) {
        status = SelfCull_Create(context, tree, &hierarchy->culls[CONE_TIGHT]);
    }
    if (status != SV_OK) {
        ConeHierarchy_Destroy(hierarchy);
    }
    return status;
}

void ConeHierarchy_Destroy(ConeHierarchy* hierarchy) {
    SelfCull_Destroy(hierarchy->culls[CONE_PROVOT]);
    SelfCull_Destroy(hierarchy->culls[CONE_TIGHT]);
    *hierarchy = (ConeHierarchy){0};
}

svStatus ConeHierarchy_Fit(ConeHierarchy* hierarchy, const double (*x0)[3], const double (*x1)[3]) {
    static const svConeMerge merges[2] = {SV_CONE_PROVOT, SV_CONE_TIGHT};
    svStatus status = SV_OK;
    for (int form = 0; form < 2 && status == SV_OK; ++form) {
        const SelfCullDef def = {.method = SELF_CONE, .merge = merges[form]};
        status = SelfCull_Update(hierarchy->culls[form], &def, x0, x1);
    }
    return status;
}

static double AngleOf(const ConeHierarchy* hierarchy, ConeForm form, uint32_t node) {
    return SelfCull_Cone(hierarchy->culls[form], node)->angle;
}

svStatus ConeHierarchy_Angles(const ConeHierarchy* hierarchy, uint32_t node,
                              double angles[CONE_FORM_COUNT]) {
    svCone optimal;
    const svStatus status = SelfCull_OptimalCone(hierarchy->culls[CONE_TIGHT], node, &optimal);
    if (status == SV_OK) {
        const double provot = AngleOf(hierarchy, CONE_PROVOT, node);
        const double tight = AngleOf(hierarchy, CONE_TIGHT, node);
        angles[CONE_PROVOT] = provot;
        angles[CONE_TIGHT] = tight;
        angles[CONE_NARROWER] = tight < provot ? tight : provot;
        angles[CONE_OPTIMAL] = optimal.angle;
    }
    return status;
}

static void CheckNode(const ConeHierarchy* hierarchy, uint32_t n, ConeStats* stats) {
    const SelfNode* node = &hierarchy->tree->nodes[n];
    const SelfCull* tight = hierarchy->culls[CONE_TIGHT];
    const svCone same = svCone_Merge(SelfCull_Cone(tight, node->left),
                                     SelfCull_Cone(tight, node->right), SV_CONE_PROVOT);
    const double angle = AngleOf(hierarchy, CONE_TIGHT, n);
    const double wider = angle - AngleOf(hierarchy, CONE_PROVOT, n);
    ++stats->merges;
    stats->mergeWider += angle > same.angle + WIDER;
    if (wider > WIDER) {
        ++stats->widerNodes;
        stats->greatestWider = wider > stats->greatestWider ? wider : stats->greatestWider;
    }
}

void ConeHierarchy_Check(const ConeHierarchy* hierarchy, ConeStats* stats) {
    for (uint32_t n = 0; n < hierarchy->tree->nodeCount; ++n) {
        if (!SelfNode_IsLeaf(&hierarchy->tree->nodes[n])) {
            CheckNode(hierarchy, n, stats);
        }
    }
}

svStatus ConeHierarchy_AddAngles(const ConeHierarchy* hierarchy, ConeStats* stats) {
    for (uint32_t n = 0; n < hierarchy->tree->nodeCount; ++n) {
        double angles[CONE_FORM_COUNT];
        if (hierarchy->tree->nodes[n].count < CONE_LEAST_TRIANGLES) {
            continue;
        }
        const svStatus status = ConeHierarchy_Angles(hierarchy, n, angles);
        if (status != SV_OK) {
            return status;
        }
        ++stats->nodes;
        for (int form = 0; form < CONE_FORM_COUNT; ++form) {
            stats->below[form] += angles[form] < SV_CONE_FULL_ANGLE;
            stats->sums[form] += angles[CONE_OPTIMAL] < SV_CONE_FULL_ANGLE ? angles[form] : 0;
        }
    }
    return SV_OK;
}

double ConeStats_Mean(const ConeStats* stats, ConeForm form) {
    static const double degrees = 180 / 3.14159265358979323846;
    const uint64_t count = stats->below[CONE_OPTIMAL];
    return count > 0 ? degrees * stats->sums[form] / (double)count : 0;
}
