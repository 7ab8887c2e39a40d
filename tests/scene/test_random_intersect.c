// Triangles that meet: the pairs and how they meet are those of brute force on random scenes,
// the same in all ways of finding it.
#include "support/random_scenes.h"

int main(void) {
    return runRandomScenes(SCENE_INTERSECT, 300, 30000);
}
