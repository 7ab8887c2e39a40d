// The single-precision pass over moving pairs as CUDA device code, one block of queries per thread:
// compiled to see that it can be, not run. (scripts/check_cuda.sh)
#define SV_TARGET_SUFFIX device

extern "C" {
#include "elementary/ccd/ccd_single_kernel.c"

__global__ void siftVertexFace(svCcdBlock* blocks, svCcdZeros* zeros) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    SV_KERNEL(ccdSingleVertexFace)(&blocks[i], &zeros[i]);
}

__global__ void siftEdgeEdge(svCcdBlock* blocks, svCcdZeros* zeros) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    SV_KERNEL(ccdSingleEdgeEdge)(&blocks[i], &zeros[i]);
}
}
