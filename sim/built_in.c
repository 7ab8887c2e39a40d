// The scenes that are part of the library.

#include "built_in.h"

size_t svBuiltInScene_Count(void) {
    return svBuiltInSceneCount;
}

svBuiltInScene svBuiltInScene_Get(size_t index) {
    return index < svBuiltInSceneCount ? svBuiltInScenes[index] : (svBuiltInScene){0};
}
