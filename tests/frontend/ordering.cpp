// Loads and stores of atomic_ref are ordered on every target; an exchange that fails is ordered as was asked for that.
// RUN: %S/compile %s --target=amdgcn-amd-amdhsa -nogpulib -mcpu=gfx900 --passes=optimize
// RUN: %S/compile %s --target=nvptx64-nvidia-cuda -nogpulib --passes=optimize
// CHECK: @relaxed(
// CHECK: load atomic i32{{.*}} monotonic
// CHECK: @acquire(
// CHECK: load atomic i32{{.*}} seq_cst
// CHECK: @release(
// CHECK: store atomic i32{{.*}} seq_cst
// CHECK: @exchange(
// CHECK: target triple = "nvptx64
// CHECK: @relaxed(
// CHECK-NOT: membar
// CHECK: @acquire(
// CHECK: load volatile
// CHECK: llvm.nvvm.membar.gl
// CHECK: @release(
// CHECK: llvm.nvvm.membar.gl
// CHECK: store volatile
// CHECK: @exchange(
// CHECK: cmpxchg
// CHECK: llvm.nvvm.membar.gl
// CHECK: ret void
#include <sycl/sycl.hpp>
using order = sycl::memory_order;
using atomic = sycl::atomic_ref<int, order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>;
extern "C" SYCL_EXTERNAL int relaxed(int &x) { return atomic(x).load(); }
extern "C" SYCL_EXTERNAL int acquire(int &x) { return atomic(x).load(order::acquire); }
extern "C" SYCL_EXTERNAL void release(int &x) { atomic(x).store(1, order::release); }
extern "C" SYCL_EXTERNAL void exchange(int &x, int &was)
{
	atomic(x).compare_exchange_strong(was, 2, order::relaxed, order::acquire);
}
