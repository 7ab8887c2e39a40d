// The AVX-512 kernels as they are, compiled against the immintrin.h of this folder; renamed, since
// the library has them too.
#define svCcdKernel_VertexFaceAvx512 Emulated_VertexFace
#define svCcdKernel_EdgeEdgeAvx512 Emulated_EdgeEdge
#define svCcdSingle_VertexFaceAvx512 Emulated_SingleVertexFace
#define svCcdSingle_EdgeEdgeAvx512 Emulated_SingleEdgeEdge
#include "elementary/ccd/ccd_kernel_avx512.c"
