// Which instruction sets this build and this machine have. (svIsa_Available is public.)
#ifndef SELVAGE_MATH_CPU_H
#define SELVAGE_MATH_CPU_H

#include "selvage/base.h"

// Replaces SV_ISA_BEST by the widest available one.
svIsa svIsa_Resolve(svIsa isa);

#endif
