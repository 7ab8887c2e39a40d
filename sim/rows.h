// The off-diagonal part of a matrix, in the order of a Gauss-Seidel sweep.
//
// A matrix of the form of matrix.h is half its edges: the block B_ij stands once, in the row of the
// end that a forward sweep visits later, and serves both rows, as it is and transposed. So a pass
// reads every block once: a matrix of ten thousand particles stays in a cache of two megabytes.
//
// Eight rows are visited at once, one in each lane of a register: lane for lane, the blocks of a
// group of eight rows stand side by side.
#ifndef SELVAGE_SIM_ROWS_H
#define SELVAGE_SIM_ROWS_H

#include "matrix.h"

// Rows that a sweep visits one after the other. Between two ranges it is a Jacobi iteration: long
// ranges smooth better, short ones use more workers.
enum { SWEEP_RANGE = 1024 };

// A range is cut into eight runs of rows, and a group has one row of each: neighbours are seldom in
// the same group. What is counts as outside of the range, like what is in another one.
enum { SWEEP_LANES = 8, RANGE_GROUPS = SWEEP_RANGE / SWEEP_LANES };

// Groups in the range of `rows` rows.
static inline uint32_t GroupsOfRange(size_t rows) {
    return (uint32_t)((rows + SWEEP_LANES - 1) / SWEEP_LANES);
}

static inline uint32_t GroupCount(uint32_t rows) {
    return rows / SWEEP_RANGE * RANGE_GROUPS + GroupsOfRange(rows % SWEEP_RANGE);
}

// The rows of a group: row k is in lane k. The last lanes of the last range may be empty; they
// repeat the first row, and nothing is stored for them.
typedef struct svGroup {
    uint32_t rows[SWEEP_LANES];
    int lanes; // that are not empty
} svGroup;

// Group `index` of the range of rows [first, end).
static inline svGroup Group_Of(size_t first, size_t end, size_t index) {
    const size_t stride = GroupsOfRange(end - first);
    svGroup group = {.lanes = 0};
    for (size_t k = 0; k < SWEEP_LANES; ++k) {
        const size_t row = first + k * stride + index;
        group.lanes += row < end;
        group.rows[k] = (uint32_t)(row < end ? row : first + index);
    }
    return group;
}

// Where a row is: its group, and its lane there.
typedef struct svPlace {
    uint32_t group, lane;
} svPlace;

static inline svPlace RowPlace(uint32_t count, uint32_t row) {
    const uint32_t range = row / SWEEP_RANGE, at = row % SWEEP_RANGE, rest = count - row + at;
    const uint32_t stride = GroupsOfRange(rest < SWEEP_RANGE ? rest : SWEEP_RANGE);
    return (svPlace){range * RANGE_GROUPS + at % stride, at / stride};
}

// The blocks of a slot: element 3 r + c is that of row r and column c, one lane for each row.
typedef struct svLaneBlock {
    float at[9][SWEEP_LANES];
} svLaneBlock;

// Couplings of vertices.
typedef struct svRows {
    uint32_t count;
    // Of each group: slots, which have a vertex for each row that is visited before it, in the same
    // range. Rows with fewer than others of their group have themselves, with a block of 0.
    uint32_t* start; // groups + 1
    uint32_t (*neighbours)[SWEEP_LANES];
    // What the blocks come from: twice the number of the coupling, and 1 where its block has to be
    // transposed; where there is none, the number is that of couplings.
    uint32_t (*sources)[SWEEP_LANES];
    svLaneBlock* blocks;
    size_t capacity;
    uint32_t* filled; // scratch: slots of each row
    // Of each row: the vertices outside, both ends of each coupling; and the rows that have any.
    uint32_t* outerStart; // count + 2
    uint32_t* outerRows;
    uint32_t outerRowCount;
    uint32_t *outerNeighbours, *outerSources;
    svBlock* outerBlocks;
    size_t outerCapacity;
} svRows;

// Pairs of vertices, `stride` bytes from one to the next.
typedef struct svPairs {
    const void* first;
    size_t stride, count;
} svPairs;

static inline const uint32_t* Pairs_At(const svPairs* pairs, size_t i) {
    return (const uint32_t*)((const char*)pairs->first + i * pairs->stride);
}

// Makes rows, empty at first or made before with the same `count`, for these couplings. Their
// blocks are set by svAssembly.
svStatus svRows_Make(svContext* context, svRows* rows, uint32_t count, const svPairs* pairs);
void svRows_Destroy(svContext* context, svRows* rows);

#endif
