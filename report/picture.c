#include "picture.h"

#include "terminal.h"

#include <stdlib.h>

Picture Picture_Create(int width, int height) {
    return (Picture){width, height, Terminal_Allocate((size_t)width * (size_t)height, 3)};
}

void Picture_Destroy(Picture* picture) {
    free(picture->rgb);
    *picture = (Picture){0};
}
