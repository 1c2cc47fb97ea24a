/* frontend/nvptx/library.h — what the parts of the device library share.
 *
 * The pass retarget-nvptx turns calls of SPIR-V's functions into calls of functions of this library, one for each
 * element of a vector. They are named `__sybil_FUNCTION_TYPE`; TYPE is i8 … i64, f16 (passed as its bits), f32, f64, or
 * i1 (a bool, passed as int). Pointers are generic. */
#ifndef SYBIL_NVPTX_LIBRARY
#define SYBIL_NVPTX_LIBRARY

#define ENTRY __attribute__((always_inline))
#define HELPER static inline __attribute__((always_inline))
#define SHARED __attribute__((address_space(3)))

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;
typedef int s32;
typedef unsigned u32;
typedef long s64;
typedef unsigned long u64;
typedef float f32;
typedef double f64;

enum { SCOPE_SYSTEM, SCOPE_DEVICE, SCOPE_WORK_GROUP, SCOPE_SUB_GROUP, SCOPE_WORK_ITEM };
enum { REDUCE, INCLUSIVE, EXCLUSIVE, CLUSTERED };
enum { ACQUIRE = 2, RELEASE = 4, ACQUIRE_RELEASE = 8, SEQUENTIAL = 16 };
enum { WARP = 32 };

#endif
