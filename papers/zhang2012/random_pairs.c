// Figures 7 and 8: random triangle pairs in, times by share of colliding pairs out.

#include "zhang2012.h"

#include "report/progress.h"
#include "report/terminal.h"

// Largest motion of a corner, relative to the cube in which a triangle is drawn: a simulation step.
// The paper leaves it open.
#define MOTION 0.1

const char* ZhangPlace_Name(RandomPlace place) {
    return place == RANDOM_ANYWHERE ? "anywhere" : "boxes overlap";
}

// Fills both pools to capacity: colliding pairs and others.
static svStatus MakePools(RandomPlace place, ZhangPairs* colliding, ZhangPairs* apart) {
    uint64_t state = 2012;
    while (colliding->count < colliding->capacity || apart->count < apart->capacity) {
        PairCorners corners;
        RandomTriangles_Make(&state, MOTION, place, &corners);
        // Added to a pool that has room; moved if it belongs to the other.
        ZhangPairs* pool = apart->count < apart->capacity ? apart : colliding;
        ZhangPairs* other = pool == apart ? colliding : apart;
        const bool hit = ZhangPairs_Add(pool, &corners);
        if (hit != (pool == colliding)) {
            --pool->count;
            if (other->count < other->capacity) {
                (void)ZhangPairs_Add(other, &corners);
            }
        }
        if (Progress_IsBroken()) {
            return SV_CANCELLED;
        }
    }
    return SV_OK;
}

// A set in which `rate` of the pairs do not collide, evenly mixed.
static void MixPools(const ZhangPairs* colliding, const ZhangPairs* apart, double rate,
                     ZhangPairs* pairs) {
    const size_t count = pairs->capacity, none = (size_t)(rate * (double)count + 0.5);
    uint64_t state = 1;
    size_t taken = 0;
    pairs->count = 0;
    for (size_t i = 0; i < count; ++i) {
        state = 6364136223846793005u * state + 1442695040888963407u;
        if ((state >> 33) % (count - i) < none - taken) {
            ZhangPairs_Copy(pairs, apart, taken++);
        } else {
            ZhangPairs_Copy(pairs, colliding, i - taken);
        }
    }
}

// Figures 7 and 8.
svStatus Zhang_MeasureRates(ZhangResult* result, RandomPlace place) {
    const size_t count = result->quick ? 100 : 1000;
    ZhangPairs colliding, apart, pairs;
    ZhangPairs_Reserve(&colliding, count / 2 + 1);
    ZhangPairs_Reserve(&apart, count);
    ZhangPairs_Reserve(&pairs, count);
    svStatus status = MakePools(place, &colliding, &apart);
    for (int i = 0; i < ZHANG_RATES && status == SV_OK; ++i) {
        Terminal_Progress("random pairs, %s: %.0f %% not colliding", ZhangPlace_Name(place),
                          100 * Zhang_Rate(i));
        MixPools(&colliding, &apart, Zhang_Rate(i), &pairs);
        ZhangRun_Measure(&pairs, result->quick ? 1 : 25, &result->rates[place][i]);
        status = Progress_IsBroken() ? SV_CANCELLED : SV_OK;
    }
    Terminal_Progress(NULL);
    ZhangPairs_Destroy(&colliding);
    ZhangPairs_Destroy(&apart);
    ZhangPairs_Destroy(&pairs);
    return status;
}
