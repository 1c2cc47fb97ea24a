// Host code beside kernels may be anything that clang can parse: what no kernel reaches is not compiled. Constants of the
// host, static ones in its functions among them, are available to kernels that use them.
// RUN: %S/compile %s -fexceptions -fcxx-exceptions -Xclang -aux-triple -Xclang x86_64-unknown-linux-gnu
// CHECK: @visible = internal {{.*}}constant [2 x i32] [i32 3, i32 4]
// CHECK: @_ZZ4hostPiE5table = internal {{.*}}constant [2 x i32] [i32 1, i32 2]
// CHECK-NOT: @
// CHECK: define {{.*}}spir_kernel void @_Z20__sycl_kernel_kernelPi(
// CHECK: define internal spir_func void @_Z6kernelPi(
// CHECK: define {{.*}}spir_kernel void @_ZTS3one(
// CHECK: define internal {{.*}} @_Z6helperi(
// CHECK-NOT: _ZTI
// CHECK-NOT: host_
#include "_sycl.hpp"
struct one;
namespace std {
class type_info {
public:
	virtual ~type_info();
	const char *name() const;
	const char *text;
};
} // namespace std
struct text {
	const char *at;
	text(const char *at);
	~text();
};
struct shape {
	virtual ~shape();
	virtual double area() const;
};
shape::~shape() {}
double shape::area() const { return 0; }
struct square : shape {
	double area() const override { return typeid(*this).name()[0]; }
};
template <typename T> struct boxed {
	virtual ~boxed() {}
	virtual const char *name() { return typeid(T).name(); }
	static text label;
};
template <typename T> text boxed<T>::label("box");
template struct boxed<square>;
template <typename T> const char *name_of(const T &t) { return typeid(t).name(); }
template const char *name_of(const shape &);
text greeting("hello");
static const text *hidden = new text("hidden");
inline text shared("shared");
thread_local text each("each");
struct holder {
	static text one;
	inline static text two{ "two" };
};
text holder::one("one");
shape *(*factory)() = []() -> shape * { return new square; };
__attribute__((constructor)) void host_start() { greeting.at = typeid(greeting).name(); }
__attribute__((used)) const char *host_used() { return typeid(int).name(); }
extern "C" {
const char *host_c(const shape &s) { return typeid(s).name(); }
}
namespace ns {
long double host_wide(long double x) { return x / 3; }
void host_throws(shape &s)
{
	try {
		if (dynamic_cast<square *>(&s))
			throw greeting;
	} catch (const text &t) {
		throw;
	}
}
} // namespace ns
unsigned host_assembly()
{
	unsigned a = 0, b = 0, c = 0, d;
	asm volatile("cpuid" : "+a"(a), "+b"(b), "+c"(c), "=d"(d));
	return a;
}
extern const int visible[2];
const int visible[2] = { 3, 4 };
int helper(int i) { return visible[i]; }
PROPERTY(nd_range_kernel<1>) void kernel(int *p) { *p = helper(p[1]); }
const char *host(int *p)
{
	static const int table[2] = { 1, 2 };
	static text kept("kept");
	square q;
	single_task<one>([=]() { *p = table[p[2]]; });
	return typeid(q).name() + (long)factory()->area() +
	       (long)boxed<square>::label.at + (long)hidden + (long)shared.at + (long)each.at;
}
