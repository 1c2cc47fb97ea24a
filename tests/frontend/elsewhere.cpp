// Attributes mean something where the specification says so, and nothing on statements; clang's other annotations stay.
// RUN: %S/compile %s
// CHECK: @shown = dso_local addrspace(1) global %struct.global zeroinitializer, align 4 #[[ATTRIBUTES:[0-9]+]]
// CHECK: @row = dso_local addrspace(1) global [2 x [3 x %struct.global]] zeroinitializer, align 4 #[[ROW:[0-9]+]]
// CHECK: @hidden = internal addrspace(1) global %struct.holder zeroinitializer, align 4
// CHECK: @tile = internal addrspace(3) global %struct.tile undef, align 4
// CHECK-NOT: sybil
// CHECK: c"mine\00"
// CHECK: @llvm.global.annotations = appending global [1 x
// CHECK: define dso_local spir_func noundef i32 @_Z3useR6global(
// CHECK-NOT: annotation
// CHECK-NOT: reqd
// CHECK-NOT: sycl-nothing
// CHECK: attributes #[[ATTRIBUTES]] = { "sycl-device-global-size"="4" "sycl-host-access"="read" "sycl-unique-id"="_Z5shown" }
// CHECK: attributes #[[ROW]] = { "sycl-device-global-size"="24" "sycl-host-access"="read" "sycl-unique-id"="_Z3row" }
#include "_sycl.hpp"
struct [[__sycl_detail__::device_global]] [[__sycl_detail__::add_ir_global_variable_attributes("sycl-host-access", "read")]]
[[__sycl_detail__::add_ir_kernel_parameter_attributes("sycl-nowhere", 1)]] global {
	int x;
};
struct [[__sycl_detail__::global_variable_allowed]] holder {
	global inner;
};
struct [[__sycl_detail__::add_ir_global_variable_attributes("sycl-work-group-static", 1)]] tile {
	int x;
};
global shown, row[2][3];
holder hidden;
tile tile;
SYCL_EXTERNAL [[clang::annotate("mine")]] int use(global &by_reference)
{
	global on_the_stack = by_reference;
	int local = on_the_stack.x;
	return local + hidden.inner.x + tile.x;
}
struct worker {
	void run(int *p)
	{
		[[sycl::reqd_sub_group_size(8)]] for (int i = 0; i < 2; i++)
			p[i] = i;
	}
};
template <typename T> void on_statements(T *p)
{
	[[intel::named_sub_group_size(primary)]] while (*p)
		--*p;
	[[using sycl: reqd_work_group_size(4)]] p[1] = 3;
	if (p[2])
		[[sycl::reqd_sub_group_size(8)]] return;
	else
		[[__sycl_detail__::add_ir_function_attributes("sycl-nothing", 1)]] p[0] = 1;
	[[sycl::reqd_work_group_size(4)]] { p[4] = 1; }
	switch (p[5]) {
		[[sycl::reqd_sub_group_size(8)]] case 1 : [[sycl::reqd_sub_group_size(8)]] p[6] = 1;
	}
}
SYCL_EXTERNAL void statements(int *p)
{
	worker().run(p);
	on_statements(p);
}
