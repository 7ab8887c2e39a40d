// Vertex-face and edge-edge against the oracle. The first byte chooses the kind of pair and how the
// rest becomes coordinates, the second the tolerance of the times.
#include "support/by_kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The next coordinate; missing bytes are zero.
static double NextNumber(const uint8_t** data, size_t* size, unsigned mode) {
    static const size_t widths[4] = {8, 1, 2, 3};
    uint8_t bytes[8] = {0};
    size_t count = *size < widths[mode] ? *size : widths[mode];
    double value;
    memcpy(bytes, *data, count);
    int integer = (int8_t)bytes[0] / 16, ulps = (int8_t)bytes[1] / 32;
    *data += count;
    *size -= count;
    switch (mode) {
    case 0: // all bits of a double, NaN and infinity too, its exponent brought near 0: the oracle
            // takes milliseconds over the full range, which is the sweep's business
        memcpy(&value, bytes, sizeof value);
        return isfinite(value) && value != 0.0 ? ldexp(value, -(ilogb(value) / 128 * 128)) : value;
    case 1: // a small integer
        return integer;
    case 2: // a small integer, some units in the last place off
        return integer + 0x1p-50 * ulps;
    default: // a short mantissa of a wide range
        return ldexp(256 * (int8_t)bytes[0] + bytes[2], (int8_t)bytes[1]);
    }
}

static void Require(bool condition, oracleKind kind, const svMovingPair* pair) {
    if (!condition) {
        printf("%s\n", oracleKind_Name(kind));
        oraclePrintPair(pair);
        fflush(stdout);
        abort();
    }
}

static void CheckBatches(oracleKind kind, const svMovingPair* pair, const svCcdResult* single,
                         double tolerance) {
    for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
        svCcdBatchDef def = svDefaultCcdBatchDef();
        uint8_t hit = 7;
        svInterval time = {0, 0};
        if (isa != SV_ISA_BEST && !svIsa_Available((svIsa)isa)) {
            continue;
        }
        def.x0 = svPositions_Double(pair->x0[0], 4);
        def.x1 = svPositions_Double(pair->x1[0], 4);
        def.count = 1;
        def.tolerance = tolerance;
        def.isa = (svIsa)isa;
        Require(CcdBatch(kind, &def, &hit, &time, NULL) == SV_OK && hit == single->hit, kind, pair);
        Require(!hit || (time.lo == single->tLo && time.hi == single->tHi), kind, pair);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    svMovingPair pair;
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result;
    bool hit, finite = true;
    if (size < 2) {
        return 0;
    }
    oracleKind kind = (oracleKind)(data[0] % 2);
    unsigned mode = data[0] / 2 % 4;
    def.tolerance = ldexp(1.0, -(data[1] % 51));
    data += 2;
    size -= 2;
    for (int i = 0; i < 24; ++i) {
        double* x = i < 12 ? &pair.x0[i / 3][i % 3] : &pair.x1[(i - 12) / 3][i % 3];
        *x = NextNumber(&data, &size, mode);
        finite &= isfinite(*x) != 0;
    }
    if (!finite) {
        Require(TestPair(kind, &pair, &hit) == SV_ERROR_NOT_FINITE, kind, &pair);
        Require(CcdPair(kind, &pair, &def, &result) == SV_ERROR_NOT_FINITE, kind, &pair);
        return 0;
    }
    bool truth = oracleContact(kind, &pair);
    Require(TestPair(kind, &pair, &hit) == SV_OK && hit == truth, kind, &pair);
    Require(CcdPair(kind, &pair, &def, &result) == SV_OK && result.hit == truth, kind, &pair);
    Require(!truth || (result.tHi - result.tLo <= def.tolerance &&
                       oracleFirstContactIn(kind, &pair, result.tLo, result.tHi)),
            kind, &pair);
    CheckBatches(kind, &pair, &result, def.tolerance);
    return 0;
}
