// The AVX-512 reader of points, like kernel_avx512.c.
#define svPoints_ReadAvx512 Emulated_PointsRead
#include "input/points_avx512.c"
