// When and where does a falling vertex first touch a face that swings up towards it?

#include "selvage/elementary.h"

#include <stdio.h>

int main(void) {
    // Four points at t=0 and at t=1, each on a straight line between: the vertex, then the face.
    const svMovingPair pair = {
        .x0 = {{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, -4}},
        .x1 = {{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 4}},
    };
    svCcdDef def = svDefaultCcdDef();
    def.tolerance = 0x1p-40; // the greatest width of the bracket [tLo, tHi]

    svCcdResult result;
    const svStatus status = svVertexFace_Ccd(&pair, &def, &result);
    if (status != SV_OK) { // only if a coordinate is NaN or infinite
        fprintf(stderr, "%s\n", svStatus_Text(status));
        return 2;
    }
    if (!result.hit) {
        printf("no contact\n");
        return 0;
    }
    printf("first contact between t = %.15g and %.15g\n", result.tLo, result.tHi);
    printf("weights of the face's corners: %.3f %.3f %.3f\n", result.weights[1], result.weights[2],
           result.weights[3]);
    printf("normal, towards the side the vertex came from: %.3f %.3f %.3f\n", result.normal[0],
           result.normal[1], result.normal[2]);
    return 0;
}
