// The double-precision filter of moving pairs as CUDA device code, one block of queries per thread:
// compiled to see that it can be, not run. (scripts/check_cuda.sh)
#define SV_TARGET_SUFFIX device

extern "C" {
#include "elementary/ccd/ccd_double_kernel.c"

__global__ void decideVertexFace(svCcdBlock* blocks) {
    SV_KERNEL(ccdVertexFace)(&blocks[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void decideEdgeEdge(svCcdBlock* blocks) {
    SV_KERNEL(ccdEdgeEdge)(&blocks[blockIdx.x * blockDim.x + threadIdx.x]);
}
}
