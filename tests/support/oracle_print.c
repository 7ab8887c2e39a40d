#include "support/oracle.h"

#include <stdio.h>

static void PrintPoints(const char* name, const double (*points)[3], int count) {
    printf("    .%s = {", name);
    for (int i = 0; i < count; ++i) {
        printf("%s{%a, %a, %a}", i > 0 ? ",\n           " : "", points[i][0], points[i][1],
               points[i][2]);
    }
    printf("},\n");
}

void oraclePrintPair(const svMovingPair* pair) {
    printf("(svMovingPair){\n");
    PrintPoints("x0", pair->x0, 4);
    PrintPoints("x1", pair->x1, 4);
    printf("}\n");
}

void oraclePrintTriangles(const svTrianglePair* pair) {
    printf("(svTrianglePair){\n");
    PrintPoints("a", pair->a, 3);
    PrintPoints("b", pair->b, 3);
    printf("    .aIds = {%u, %u, %u}, .bIds = {%u, %u, %u},\n}\n", pair->aIds[0], pair->aIds[1],
           pair->aIds[2], pair->bIds[0], pair->bIds[1], pair->bIds[2]);
}
