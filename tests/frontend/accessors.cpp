// The type of an accessor follows from the arguments of its constructor, properties with and without a mode included.
// Properties that the type lacks are an error.
// RUN: %S/compile %s
// RUN: %S/compile %s -DBAD 2>&1
// EXIT: 1
// CHECK: define {{.*}} @{{.*}}3one(float addrspace(1)* {{[^,]*}}"sycl-no-alias" %0, {{.*}}float addrspace(1)* {{[^,]*}}align 4 %4, {{.*}}float addrspace(1)* {{[^,]*}}"sycl-no-alias" %8, {{.*}}float addrspace(1)* {{[^,]*}}align 4 %12,
// CHECK: error: static assertion failed {{.*}}: an accessor takes a range, an offset, a mode, no_init and the properties of its type
// CHECK: accessors.cpp:{{[0-9:]+}} note: in instantiation of
// CHECK-NOT: error:
#include <sycl/sycl.hpp>
using namespace sycl;
using namespace sycl::ext::oneapi;
template <typename A, access_mode Mode> inline constexpr bool has_mode = false;
template <typename T, int N, access_mode Mode, target To, access::placeholder P, typename L>
inline constexpr bool has_mode<accessor<T, N, Mode, To, P, L>, Mode> = true;
void submit(queue &q, buffer<float, 1> &buf)
{
	q.submit([&](handler &cgh) {
		accessor a(buf, cgh, property_list{ no_alias_v });
		accessor b(buf, cgh, range<1>(4), write_only, no_init);
		accessor c(buf, cgh, read_only, experimental::properties{ no_alias_v });
		accessor d(buf, cgh);

		static_assert(has_mode<decltype(a), access_mode::read_write> && has_mode<decltype(b), access_mode::write>);
		static_assert(has_mode<decltype(c), access_mode::read> && has_mode<decltype(d), access_mode::read_write>);
		cgh.single_task<class one>([a, b, c, d] { b[0] = a[0] + c[0] + d[0]; });
#ifdef BAD
		accessor<float> lost(buf, cgh, property_list{ no_alias_v });
#endif
	});
}
