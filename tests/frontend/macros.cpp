// A program has macros of its own before it includes SYCL: letters, and words that are no names of SYCL. The headers do not
// see them, and leave them as they were.
// RUN: %S/compile %s
// CHECK: define dso_local spir_kernel void @_Z20__sycl_kernel_kernelPi(
// CHECK: store i32 1024,
#define A mine(
#define B mine(
#define C mine(
#define D mine(
#define E mine(
#define F mine(
#define G mine(
#define H mine(
#define I mine(
#define J mine(
#define K mine(
#define L mine(
#define M mine(
#define N 1024
#define O mine(
#define P mine(
#define Q mine(
#define R mine(
#define S mine(
#define T mine(
#define U mine(
#define V mine(
#define W mine(
#define X mine(
#define Y mine(
#define Z mine(
#define me mine(
#define step mine(
#define index mine(
#define value mine(
#define count mine(
#define size mine(
#define result mine(
#define text mine(
#define first mine(
#define last mine(
#define key mine(
#define kind mine(
#define list mine(
#define mode mine(
#define name mine(
#define number mine(
#define order mine(
#define other mine(
#define out mine(
#define sign mine(
#define sum mine(
#define total mine(
#define begin_ mine(
#define left mine(
#define rest mine(
#define scan mine(
#define space mine(
#define start mine(
#define to mine(
#define from mine(
#define of mine(
#define at mine(
#define i mine(
#define j mine(
#define k mine(
#define n mine(
#define p mine(
#define t mine(
#define u mine(
#define v mine(
#define Kernel mine(
#define Name mine(
#define Size mine(
#define Dims mine(
#define Args mine(
#define Value mine(
#define Step mine(
#define ARRAY mine(
#define SCALAR mine(
#define VECTOR mine(
#define OPERATOR mine(
#define NATIVE mine(
#include <sycl/sycl.hpp>
#if N != 1024
#error the macro is gone
#endif
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>)) void kernel(int *where) { *where = N; }
