// Pairs that are near: none is missing and none is too far away on random scenes; and the answer is
// the same in all ways of finding it.
#include "support/random_scenes.h"

int main(void) {
    return runRandomScenes(SCENE_PROXIMITY, 110, 20000);
}
