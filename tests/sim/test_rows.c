// The passes over the rows of a level by themselves: for levels of any size, and couplings of all
// kinds, the product is what the definition says, and cycles converge.
#include "kernels.h"

#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, WEAK = 2 }; // rows, contacts, weights

typedef struct Coupling {
    uint32_t ends[2];
    svBlock block;
    float weight;
} Coupling;

// A level of its own, and what it consists of.
typedef struct Fixture {
    svContext* context;
    svMultigrid multigrid;
    uint32_t count;
    Coupling* couplings[KINDS];
    svEdgeBlock* blocks[WEAK];
    size_t counts[KINDS];
} Fixture;

static void* Filled(size_t bytes) {
    void* memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    assert_non_null(memory);
    return memset(memory, 0xff, bytes); // NaN
}

static void Open(Fixture* fixture, uint32_t count) {
    *fixture = (Fixture){.count = count};
    svContextDef def = svDefaultContextDef();
    def.workerCount = 2;
    assert_int_equal(svContext_Create(&def, &fixture->context), SV_OK);
    fixture->multigrid.context = fixture->context;
    fixture->multigrid.levelCount = 1;
    svLevel* level = &fixture->multigrid.levels[0];
    const size_t groups = GroupCount(count);
    level->count = count;
    level->own = Filled(count * sizeof(svSymmetric));
    level->sums = Filled(count * sizeof(svDiagonal));
    level->inverses = Filled(groups * sizeof(svLaneSymmetric));
    level->owns = Filled(groups * sizeof(svLaneSymmetric));
    level->extra = Filled(groups * sizeof(svLaneNumbers));
    level->x = Filled(count * sizeof(svFloat4));
    level->b = Filled(count * sizeof(svFloat4));
    level->r = Filled(count * sizeof(svFloat4));
    for (uint32_t i = 0; i < count; ++i) {
        level->own[i] = (svSymmetric){{0.01F, 0, 0, 0.01F, 0, 0.01F}};
    }
}

static void Close(Fixture* fixture) {
    svLevel* level = &fixture->multigrid.levels[0];
    svRows_Destroy(fixture->context, &level->rows);
    svRows_Destroy(fixture->context, &level->contacts);
    free(level->weak.shares.start);
    free(level->weak.shares.list);
    free(level->weak.edges);
    for (int kind = 0; kind < KINDS; ++kind) {
        free(fixture->couplings[kind]);
    }
    for (int kind = 0; kind < WEAK; ++kind) {
        free(fixture->blocks[kind]);
    }
    void* const memory[] = {level->own,   level->sums, level->inverses, level->owns,
                            level->extra, level->x,    level->b,        level->r};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        free(memory[i]);
    }
    svContext_Destroy(fixture->context);
}

// The weights of both ends of some couplings.
static void MakeWeak(Fixture* fixture, const Coupling* list, size_t count) {
    svWeights* weak = &fixture->multigrid.levels[0].weak;
    free(weak->shares.start);
    free(weak->shares.list);
    free(weak->edges);
    weak->shares.start = calloc(fixture->count + 1, sizeof(uint32_t));
    weak->shares.list = calloc(2 * count + 1, sizeof(svShare));
    weak->edges = calloc(2 * count + 1, sizeof(uint32_t));
    float* weights = calloc(count + 1, sizeof(float));
    assert_true(weak->shares.start != NULL && weak->shares.list != NULL && weak->edges != NULL &&
                weights != NULL);
    uint32_t made = 0;
    for (uint32_t i = 0; i < fixture->count; ++i) {
        for (size_t n = 0; n < 2 * count; ++n) {
            if (list[n / 2].ends[n % 2] == i) {
                weak->edges[made] = (uint32_t)(n / 2);
                weak->shares.list[made++].source = list[n / 2].ends[1 - n % 2];
            }
        }
        weak->shares.start[i + 1] = made;
    }
    for (size_t i = 0; i < count; ++i) {
        weights[i] = list[i].weight;
    }
    svMultigrid_SetWeights(&fixture->multigrid, weights);
    free(weights);
}

static void MakeRows(Fixture* fixture, int kind) {
    svLevel* level = &fixture->multigrid.levels[0];
    const size_t count = fixture->counts[kind];
    const Coupling* list = fixture->couplings[kind];
    free(fixture->blocks[kind]);
    svEdgeBlock* blocks = fixture->blocks[kind] = Filled((count + 1) * sizeof(svEdgeBlock));
    const svPairs pairs = {list, sizeof(Coupling), count};
    svRows* rows = kind == 0 ? &level->rows : &level->contacts;
    assert_int_equal(svRows_Make(fixture->context, rows, fixture->count, &pairs), SV_OK);
    for (size_t i = 0; i < count; ++i) {
        blocks[i] = EdgeBlock_From(&list[i].block);
    }
    blocks[count] = (svEdgeBlock){Float4_Zero(), Float4_Zero(), Float4_Zero()};
}

// Random couplings, most of them between neighbours: rank-one blocks, as of springs.
static void MakeCouplings(Fixture* fixture, Random* random, int kind, size_t count) {
    free(fixture->couplings[kind]);
    Coupling* list = fixture->couplings[kind] = calloc(count + 1, sizeof(Coupling));
    assert_non_null(list);
    size_t made = 0;
    for (size_t i = 0; i < count && fixture->count > 1; ++i) {
        const uint32_t a = (uint32_t)Random_Below(random, (int)fixture->count);
        const uint32_t far = (uint32_t)Random_Below(random, (int)fixture->count);
        const uint32_t b = Random_Below(random, 3) == 0
                               ? far
                               : (a + 1 + (uint32_t)Random_Below(random, 40)) % fixture->count;
        if (a == b) {
            continue;
        }
        Coupling* coupling = &list[made++];
        coupling->ends[0] = a < b ? a : b;
        coupling->ends[1] = a < b ? b : a;
        coupling->weight = (float)Random_Unit(random);
        const float d[3] = {(float)Random_Signed(random), (float)Random_Signed(random),
                            (float)Random_Signed(random)};
        for (int c = 0; c < 3; ++c) {
            coupling->block.columns[c] = Float4_Make(d[0] * d[c], d[1] * d[c], d[2] * d[c]);
        }
    }
    fixture->counts[kind] = made;
    if (kind == WEAK) {
        MakeWeak(fixture, list, made);
    } else {
        MakeRows(fixture, kind);
    }
}

// q = A p by the definition: of rows and contacts, with E, as the cycle has it; or of rows and
// weights, as the product has it.
static void Define(const Fixture* fixture, const double* p, double* q, bool cycle) {
    for (size_t i = 0; i < 3 * (size_t)fixture->count; ++i) {
        q[i] = cycle ? 0.01 * p[i] : 0;
    }
    const int kinds[2] = {0, cycle ? 1 : WEAK};
    for (int k = 0; k < 2; ++k) {
        const int kind = kinds[k];
        for (size_t n = 0; n < fixture->counts[kind]; ++n) {
            const Coupling* coupling = &fixture->couplings[kind][n];
            const size_t i = 3 * (size_t)coupling->ends[0], j = 3 * (size_t)coupling->ends[1];
            for (size_t r = 0; r < 3; ++r) {
                for (size_t c = 0; c < 3; ++c) {
                    const double b = kind == WEAK
                                         ? (r == c ? (double)coupling->weight : 0)
                                         : (double)Block_At(&coupling->block, (int)r, (int)c);
                    q[i + r] += b * (p[i + c] - p[j + c]);
                    q[j + r] -= b * (p[i + c] - p[j + c]);
                }
            }
        }
    }
}

static double* Numbers(const Fixture* fixture) {
    double* numbers = calloc(3 * (size_t)fixture->count, sizeof(double));
    assert_non_null(numbers);
    return numbers;
}

static void ToVectors(const double* p, svFloat4* vectors, uint32_t count) {
    for (size_t i = 0; i < count; ++i) {
        vectors[i] = Float4_Make((float)p[3 * i], (float)p[3 * i + 1], (float)p[3 * i + 2]);
    }
}

static void FillRows(Fixture* fixture, const svAssembly* assembly) {
    svLevel* level = &fixture->multigrid.levels[0];
    level->rowBlocks = fixture->blocks[0];
    svRowWork work = {.level = level,
                      .contacts = fixture->counts[1] > 0 ? fixture->blocks[1] : NULL};
    svContext_For(fixture->context, fixture->count, SWEEP_RANGE, assembly->slots, &work);
    svContext_For(fixture->context, fixture->count, SWEEP_RANGE, assembly->diagonals, &work);
}

// svMultigrid_Multiply has the opposite sign, and no E and contacts.
static void CheckProduct(Fixture* fixture, const double* p) {
    const size_t size = fixture->count * sizeof(svFloat4);
    svFloat4 *vectors = Filled(size), *product = Filled(size);
    double* expected = Numbers(fixture);
    ToVectors(p, vectors, fixture->count);
    svMultigrid_Multiply(&fixture->multigrid, vectors, product);
    Define(fixture, p, expected, false);
    for (size_t i = 0; i < 3 * (size_t)fixture->count; ++i) {
        const double is = -(double)Float4_At(product[i / 3], (int)(i % 3));
        if (!(fabs(is - expected[i]) < 1e-4)) {
            fail_msg("%u rows, number %zu: %g is not %g", fixture->count, i, is, expected[i]);
        }
    }
    free(vectors);
    free(product);
    free(expected);
}

// Cycles on the exact residual of A x = A p: the energy of the error falls, every time.
static void CheckConvergence(Fixture* fixture, const double* p) {
    svLevel* level = &fixture->multigrid.levels[0];
    double *x = Numbers(fixture), *d = Numbers(fixture), *r = Numbers(fixture);
    double first = 0, last = (double)INFINITY;
    for (int cycle = 0; cycle < 12; ++cycle) {
        double energy = 0;
        for (size_t i = 0; i < 3 * (size_t)fixture->count; ++i) {
            d[i] = p[i] - x[i];
        }
        Define(fixture, d, r, true);
        for (size_t i = 0; i < 3 * (size_t)fixture->count; ++i) {
            energy += d[i] * r[i];
        }
        first = cycle == 0 ? energy : first;
        assert_true(energy <= last * (1 + 1e-6) + 1e-9 * first);
        last = energy;
        ToVectors(r, level->b, fixture->count);
        svMultigrid_Cycle(&fixture->multigrid);
        for (size_t i = 0; i < 3 * (size_t)fixture->count; ++i) {
            x[i] += (double)Float4_At(level->x[i / 3], (int)(i % 3));
        }
    }
    assert_true(last < 0.5 * first);
    free(x);
    free(d);
    free(r);
}

static void RowsOfAnySize(void** state) {
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 7, 8, 9, 16, 65, 1023, 1024, 1025, 1033, 2049};
    for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]); ++n) {
        Random random = {n + 1};
        Fixture fixture;
        Open(&fixture, counts[n]);
        const size_t many = 3 * (size_t)counts[n];
        const size_t made[3][KINDS] = {
            {many, 2, counts[n]}, {0, many, 0}, {many, counts[n] / 4, 0}};
        double* p = Numbers(&fixture);
        for (size_t i = 0; i < many; ++i) {
            p[i] = (double)(float)Random_Signed(&random);
        }
        for (int again = 0; again < 3; ++again) { // with fewer couplings, and with more
            for (int kind = 0; kind < KINDS; ++kind) {
                MakeCouplings(&fixture, &random, kind, made[again][kind]);
            }
            for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
                const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
                if (kernels != NULL) {
                    fixture.multigrid.sweeps = kernels->sweeps;
                    FillRows(&fixture, kernels->assembly);
                    CheckProduct(&fixture, p);
                    CheckConvergence(&fixture, p);
                }
            }
        }
        free(p);
        Close(&fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RowsOfAnySize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
