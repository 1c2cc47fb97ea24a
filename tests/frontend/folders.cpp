// The output does not depend on where a project lies, and names none of its folders.
// RUN: for top in a other/b; do mkdir -p $top/src $top/out && cp %s %S/_sycl.hpp $top/src && cp -r %S/_inc $top && ( cd $top/out && bash %S/compile --here "$PWD/../src/folders.cpp" -I"$PWD/../_inc" ) >$top/x.ll || exit 1; done; cmp a/x.ll other/b/x.ll && cat a/x.ll
// CHECK: source_filename = "../src/folders.cpp"
// CHECK-NOT: other/b
// CHECK-NOT: _inc
// CHECK: "sycl-module-id"="../src/folders.cpp"
#include "_sycl.hpp"
#include <pointer.hpp>
struct foo {
	static constexpr const char *meta_name = "foo", *meta_value = "";
};
struct [[__sycl_detail__::device_global]] global {
	int x;
};
static global own;
SYCL_EXTERNAL void set(int *p)
{
	pointer<int, foo> a = { p };
	*a.ptr = own.x;
}
