// The AVX-512 reader of points, like kernel_avx512.c.
#define svPoints_ReadAvx512 Emulated_PointsRead
#include "bound/points_avx512.c"
