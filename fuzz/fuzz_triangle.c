// Triangle pairs against the oracle. The first byte chooses how the rest becomes coordinates, the
// second which vertices the triangles share.
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The next coordinate; missing bytes are zero.
static double NextNumber(const uint8_t** data, size_t* size, unsigned mode) {
    static const size_t widths[3] = {8, 1, 2};
    uint8_t bytes[8] = {0};
    size_t count = *size < widths[mode] ? *size : widths[mode];
    double value;
    memcpy(bytes, *data, count);
    int integer = (int8_t)bytes[0] / 16, ulps = (int8_t)bytes[1] / 32;
    *data += count;
    *size -= count;
    if (mode == 0) { // any double
        memcpy(&value, bytes, sizeof value);
        return value;
    }
    // A small integer, or (mode 2) one that is some units in the last place off.
    return integer + 0x1p-50 * ulps;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    svTrianglePair pair = {.aIds = {0, 1, 2}, .bIds = {3, 4, 5}};
    svTriangleResult result;
    bool finite = true;
    if (size < 2) {
        return 0;
    }
    unsigned mode = data[0] % 3, shared = data[1] % 4, turn = data[1] / 4 % 3;
    data += 2;
    size -= 2;
    for (int i = 0; i < 18; ++i) {
        double* x = i < 9 ? &pair.a[i / 3][i % 3] : &pair.b[(i - 9) / 3][i % 3];
        *x = NextNumber(&data, &size, mode);
    }
    for (unsigned i = 0; i < shared; ++i) {
        unsigned to = (i + turn) % 3;
        pair.bIds[to] = pair.aIds[i];
        memcpy(pair.b[to], pair.a[i], sizeof pair.a[i]);
    }
    for (int i = 0; i < 9; ++i) {
        finite &= isfinite(pair.a[i / 3][i % 3]) && isfinite(pair.b[i / 3][i % 3]);
    }
    svStatus status = svTriangleTriangle(&pair, &result);
    if (finite ? status != SV_OK || result.meeting != oracleTriangleTriangle(&pair, NULL)
               : status != SV_ERROR_NOT_FINITE) {
        oraclePrintTriangles(&pair);
        fflush(stdout);
        abort();
    }
    return 0;
}
