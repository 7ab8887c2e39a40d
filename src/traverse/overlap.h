// The overlap kernels of each instruction set; svOverlap_Choose (traverse.h) chooses among them.
#ifndef SELVAGE_TRAVERSE_OVERLAP_H
#define SELVAGE_TRAVERSE_OVERLAP_H

#include "traverse/traverse.h"

svOverlapFn svOverlap_ChooseScalar(svVolume volume, bool instant);
svOverlapFn svOverlap_ChooseAvx2(svVolume volume, bool instant);
svOverlapFn svOverlap_ChooseAvx512(svVolume volume, bool instant);
svOverlapFn svOverlap_ChooseNeon(svVolume volume, bool instant);

#endif
