#include "support/triangles.h"

#include "selvage/elementary.h"
#include "support/test.h"

#include <string.h>

bool TrianglesMeet(const double* points, const uint32_t a[3], const uint32_t b[3]) {
    svTrianglePair pair;
    for (int corner = 0; corner < 3; ++corner) {
        pair.aIds[corner] = a[corner];
        pair.bIds[corner] = b[corner];
        memcpy(pair.a[corner], points + 8 * (size_t)a[corner], sizeof(pair.a[corner]));
        memcpy(pair.b[corner], points + 8 * (size_t)b[corner], sizeof(pair.b[corner]));
    }
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
    return result.meeting != SV_TRIANGLES_APART;
}
