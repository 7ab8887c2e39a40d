// Contacts over a step: the pairs, their times and shapes are those of brute force on random
// scenes, the same in all ways of finding it.
#include "support/random_scenes.h"

int main(void) {
    return runRandomScenes(SCENE_DETECT, 240, 5500);
}
