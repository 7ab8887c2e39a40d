// The AVX-512 pass in single precision, like kernel_avx512.c.
#define svCcdSingle_VertexFaceAvx512 Emulated_SingleVertexFace
#define svCcdSingle_EdgeEdgeAvx512 Emulated_SingleEdgeEdge
#include "elementary/ccd/ccd_single_avx512.c"
