// PC2 and MDD on any bytes. The first byte chooses the format ('0': by contents).
#include "selvage/io.h"

#include "bounded_allocator.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void ReadFrames(svCache* cache, size_t size) {
    const size_t count = svCache_VertexCount(cache);
    if (svCache_FrameCount(cache) > 0 && count > size / 12) {
        abort(); // the file has no room for a frame of that size
    }
    double* xyz = malloc(3 * sizeof(double) * (count < size ? count : 1));
    float* floats = malloc(3 * sizeof(float) * (count < size ? count : 1));
    for (size_t i = 0; i < svCache_FrameCount(cache); ++i) {
        double time;
        if (svCache_ReadFrame(cache, i, xyz) != SV_OK ||
            svCache_ReadFrameFloat(cache, i, floats) != SV_OK ||
            svCache_FrameTime(cache, i, &time) != SV_OK) {
            abort();
        }
        for (size_t k = 0; k < 3 * count; ++k) {
            if (xyz[k] == xyz[k] && xyz[k] != (double)floats[k]) {
                abort();
            }
        }
    }
    free(xyz);
    free(floats);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) {
        return 0;
    }
    BoundedAllocator allocator;
    svContext* context = NewBoundedContext(&allocator, 0); // a cache holds nothing of its file
    svCacheDef def = svDefaultCacheDef();
    def.format = (svCacheFormat)((unsigned)(data[0] - '0') % 3);
    svCache* cache = NULL;
    if (svCache_OpenMemory(context, "fuzz", data + 1, size - 1, &def, &cache) == SV_OK) {
        ReadFrames(cache, size);
    }
    svCache_Close(cache);
    DestroyBoundedContext(context);
    return 0;
}
