#include "support/moving_triangles.h"

#include "papers/methods/random_triangles.h"
#include "support/generate_numbers.h"
#include "support/test.h"

#include <string.h>

static void MakeNear(Random* random, TestTriangles* triangles) {
    static const double motions[4] = {0.02, 0.1, 0.5, 2};
    RandomTriangles_Make(&random->state, motions[Random_Below(random, 4)], RANDOM_BOXES,
                         &triangles->corners);
}

static double Coordinate(Random* random, TestTrianglesFamily family) {
    switch (family) {
    case TRIANGLES_GRID:
        return GridNumber(random, 3);
    case TRIANGLES_FAR:
        return 1e3 + 1e-9 * GridNumber(random, 3);
    default:
        return SpreadNumber(random, 1200);
    }
}

void TestTriangles_Make(Random* random, TestTrianglesFamily family, bool shared,
                        TestTriangles* triangles) {
    if (family == TRIANGLES_NEAR) {
        MakeNear(random, triangles);
    }
    const bool still = Random_Below(random, 4) == 0;
    for (int c = 0; c < 6; ++c) {
        triangles->ids[c] = (uint32_t)c;
        for (int k = 0; k < 3 && family != TRIANGLES_NEAR; ++k) {
            triangles->corners.x[0][c][k] = Coordinate(random, family);
            triangles->corners.x[1][c][k] =
                still && c < 3 ? triangles->corners.x[0][c][k] : Coordinate(random, family);
        }
    }
    const int count = shared ? Random_Between(random, 1, 3) : 0, turn = Random_Below(random, 3);
    for (int i = 0; i < count; ++i) {
        const int from = i, to = 3 + (i + turn) % 3;
        triangles->ids[to] = triangles->ids[from];
        memcpy(triangles->corners.x[0][to], triangles->corners.x[0][from],
               sizeof(triangles->corners.x[0][to]));
        memcpy(triangles->corners.x[1][to], triangles->corners.x[1][from],
               sizeof(triangles->corners.x[1][to]));
    }
}

svMovingTrianglePair TestTriangles_Pair(const TestTriangles* triangles) {
    svMovingTrianglePair pair;
    memcpy(pair.a0, triangles->corners.x[0][0], sizeof(pair.a0));
    memcpy(pair.b0, triangles->corners.x[0][3], sizeof(pair.b0));
    memcpy(pair.a1, triangles->corners.x[1][0], sizeof(pair.a1));
    memcpy(pair.b1, triangles->corners.x[1][3], sizeof(pair.b1));
    memcpy(pair.aIds, triangles->ids, sizeof(pair.aIds));
    memcpy(pair.bIds, triangles->ids + 3, sizeof(pair.bIds));
    return pair;
}

bool TestTriangles_Shares(const TestTriangles* triangles, int feature) {
    const uint8_t* points = pairFeatures[feature];
    bool shares = false;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < i; ++j) {
            const bool sameFeature = feature < PAIR_VF ? j > 0 : (i < 2) == (j < 2);
            shares |= !sameFeature && triangles->ids[points[i]] == triangles->ids[points[j]];
        }
    }
    return shares;
}

svMovingPair TestTriangles_Feature(const TestTriangles* triangles, int feature) {
    svMovingPair pair;
    for (int i = 0; i < 4; ++i) {
        const uint8_t from = pairFeatures[feature][i];
        memcpy(pair.x0[i], triangles->corners.x[0][from], sizeof(pair.x0[i]));
        memcpy(pair.x1[i], triangles->corners.x[1][from], sizeof(pair.x1[i]));
    }
    return pair;
}

uint32_t TestTriangles_Contacts(const TestTriangles* triangles) {
    uint32_t contacts = 0;
    for (int f = 0; f < PAIR_FEATURES; ++f) {
        if (!TestTriangles_Shares(triangles, f)) {
            const svMovingPair pair = TestTriangles_Feature(triangles, f);
            bool hit = false;
            assert_int_equal(
                f < PAIR_VF ? svVertexFace_Test(&pair, &hit) : svEdgeEdge_Test(&pair, &hit), SV_OK);
            contacts |= (uint32_t)hit << f;
        }
    }
    return contacts;
}
