// Reads a PNG file and tells what is in it: WIDTHxHEIGHT and how many pixels are red.
// usage: png_check FILE; exit code 1 if it is no PNG file.

#include "support/png_reader.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    enum { MOST = 64 << 20 };
    FILE* stream = argc == 2 ? fopen(argv[1], "rb") : NULL;
    uint8_t* bytes = malloc(MOST);
    if (stream == NULL || bytes == NULL) {
        free(bytes);
        return 1;
    }
    const size_t size = fread(bytes, 1, MOST, stream);
    int width = 0, height = 0;
    uint8_t* rgb = PngReader_Read(bytes, size, &width, &height);
    fclose(stream);
    free(bytes);
    if (rgb == NULL) {
        return 1;
    }
    size_t red = 0;
    for (size_t i = 0; i < (size_t)width * (size_t)height; ++i) {
        red += rgb[3 * i] > 120 && rgb[3 * i + 1] < 80 && rgb[3 * i + 2] < 80;
    }
    free(rgb);
    printf("%dx%d %zu\n", width, height, red);
    return 0;
}
