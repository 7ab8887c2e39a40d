// The instruction set that a kernel file (*_kernel.c) is compiled for. The build compiles each of
// them once per line of math/targets.def, with SV_TARGET_NAME as the name in that line; without it,
// as in an editor, a kernel is plain C.
#ifndef SELVAGE_MATH_TARGET_H
#define SELVAGE_MATH_TARGET_H

#ifndef SV_TARGET_NAME
#define SV_TARGET_NAME scalar
#endif
// Suffix of the kernels' names: another one lets the same target be linked twice (the emulated
// AVX-512 of the tests).
#ifndef SV_TARGET_SUFFIX
#define SV_TARGET_SUFFIX SV_TARGET_NAME
#endif

#define SV_TARGET_JOIN_(a, b) a##_##b
#define SV_TARGET_JOIN(a, b) SV_TARGET_JOIN_(a, b)
#define SV_TARGET_QUOTE_(path) #path
#define SV_TARGET_QUOTE(path) SV_TARGET_QUOTE_(path)

// The function `name` of svKernels (dispatch/kernels.h) for this target, and their table.
#define SV_KERNEL(name) SV_TARGET_JOIN(svKernel_##name, SV_TARGET_SUFFIX)
#define SV_KERNEL_TABLE SV_TARGET_JOIN(svKernels, SV_TARGET_SUFFIX)

// Functions of kernels. SV_INLINE: always inlined, because some parameters must be compile-time
// constants. The kernels of the elementary tests also compile as CUDA device code: plain C, one
// lane per thread.
#if defined(__CUDACC__)
#define SV_DEVICE __device__
#define SV_INLINE static __device__ __forceinline__
#else
#define SV_DEVICE
#define SV_INLINE static inline __attribute__((always_inline))
#endif
#define SV_FN SV_DEVICE static inline

// The header of this target, for an #include in this folder: SV_TARGET_HEADER(simd) is
// "simd_avx2.h" for avx2.
#define SV_TARGET_HEADER(kind) SV_TARGET_QUOTE(SV_TARGET_JOIN(kind, SV_TARGET_NAME).h)

// Code for one kind of machine only.
#define SV_ON_any(...) __VA_ARGS__
#if defined(__x86_64__)
#define SV_ON_x86_64(...) __VA_ARGS__
#else
#define SV_ON_x86_64(...)
#endif
#if defined(__aarch64__)
#define SV_ON_aarch64(...) __VA_ARGS__
#else
#define SV_ON_aarch64(...)
#endif
#if defined(__wasm__)
#define SV_ON_wasm(...) __VA_ARGS__
#else
#define SV_ON_wasm(...)
#endif

#endif
