// The AVX-512 kernels of proximity, like kernel_avx512.c.
#define svNearKernel_VertexFaceAvx512 Emulated_NearVertexFace
#define svNearKernel_EdgeEdgeAvx512 Emulated_NearEdgeEdge
#include "elementary/proximity/near_kernel_avx512.c"
