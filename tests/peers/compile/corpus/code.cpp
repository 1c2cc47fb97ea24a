// What device code must not do, and what it may do.

//: code_external_function
SYCL_EXTERNAL int twice(int x) { return 2 * x; }
KERNEL void calls(int *out) { out[HERE] = twice(out[HERE]); }

//: code_external_declared
SYCL_EXTERNAL int elsewhere(int x);
KERNEL void calls(int *out) { out[HERE] = elsewhere(out[HERE]); }

//: code_constexpr_variable run
constexpr int table[] = { 1, 2, 3, 4 };
KERNEL void run(const int *in, int *out) { out[HERE] = table[in[HERE] & 3]; }

//: code_const_variable run
const int five = 5;
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] + five; }

//: code_static_const run
KERNEL void run(const int *in, int *out) { static const int list[] = { 4, 5 }; out[HERE] = list[in[HERE] & 1]; }

//: code_constexpr_recursion run
constexpr int power(int n) { return n ? 2 * power(n - 1) : 1; }
KERNEL void run(const int *in, int *out) { constexpr int eight = power(3); out[HERE] = in[HERE] + eight; }

//: code_lambda run
KERNEL void run(const int *in, int *out) { auto add = [=](int x) { return x + in[HERE]; }; out[HERE] = add(2); }

//: code_template run
template <typename T> T doubled(T x) { return x + x; }
KERNEL void run(const int *in, int *out) { out[HERE] = doubled(in[HERE]); }

//: code_class run
class counter { int n = 0; public: void add(int x) { n += x; } int get() const { return n; } };
KERNEL void run(const int *in, int *out) { counter c; c.add(in[HERE]); c.add(2); out[HERE] = c.get(); }

//: code_loop run
KERNEL void run(const int *in, int *out) { int sum = 0; for (int i = 0; i < 10; i++) { if (in[i] & 1) continue; sum += in[i]; } out[HERE] = sum; }

//: code_switch run
KERNEL void run(const int *in, int *out) { switch (in[HERE] & 3) { case 0: out[HERE] = 7; break; case 1: out[HERE] = 9; break; default: out[HERE] = 1; } }

//: code_goto run
KERNEL void run(const int *in, int *out) { int i = 0; again: if (i++ < 3) goto again; out[HERE] = in[HERE] + i; }

//: code_division run
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] / 7 + in[HERE] % 7; }

// Products of integers are exact, whether or not the driver contracts. Execution modes show whether it may.
//: code_float_contract run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::trunc(in[HERE]) * sycl::trunc(in[64 + HERE]) + in[128 + HERE]; }

//: code_float_division run ulps=5
KERNEL void run(const float *in, float *out) { out[HERE] = in[HERE] / in[64 + HERE]; }

//: code_long run
KERNEL void run(const long *in, long *out) { out[HERE] = in[HERE] * 3 - (in[64 + HERE] >> 3); }

//: code_shift run
KERNEL void run(const int *in, int *out) { out[HERE] = (in[HERE] << 3) ^ (static_cast<unsigned>(in[HERE]) >> 5); }

//: code_builtin_memcpy run
KERNEL void run(const int *in, int *out) { __builtin_memcpy(out + HERE, in + HERE, sizeof(int)); }

//: code_union run
KERNEL void run(const float *in, int *out) { union { float f; int i; } u; u.f = in[HERE]; out[HERE] = u.i; }

//: code_array_in_memory run
KERNEL void run(const int *in, int *out) { int list[8]; for (int i = 0; i < 8; i++) list[i] = in[i]; out[HERE] = list[in[HERE] & 7]; }

//: code_reference run
static void add(int &x, int y) { x += y; }
KERNEL void run(const int *in, int *out) { int x = in[HERE]; add(x, 5); out[HERE] = x; }

//: code_inheritance run
struct base { int x; int get() const { return x; } };
struct derived : base { int y; };
KERNEL void run(const int *in, int *out) { derived d{ { in[HERE] }, 3 }; out[HERE] = d.get() + d.y; }

//: code_std_math run ulps=8
KERNEL void run(const float *in, float *out) { out[HERE] = __builtin_fabsf(in[HERE]) + __builtin_sqrtf(in[HERE] * in[HERE]); }

//: code_recursion refused
int again(int x) { return x ? again(x - 1) + 1 : 0; }
KERNEL void calls(int *out) { out[HERE] = again(out[HERE]); }

//: code_virtual ours
struct object { virtual int f() { return 1; } };
KERNEL void calls(object *in, int *out) { out[HERE] = in->f(); }

//: code_function_pointer refused
KERNEL void calls(int (**in)(int), int *out) { out[HERE] = in[0](1); }

//: code_exception ours
KERNEL void throws(int *out) { if (out[HERE]) throw 1; }

//: code_try ours
KERNEL void tries(int *out) { try { out[HERE] = 1; } catch (...) { out[HERE] = 2; } }

//: code_dynamic_cast refused
struct object { virtual ~object() = default; };
struct other : object {};
KERNEL void casts(object *in, int *out) { out[HERE] = dynamic_cast<other *>(in) != nullptr; }

//: code_typeid refused
struct object { virtual ~object() = default; };
KERNEL void asks(object *in, int *out) { out[HERE] = typeid(*in) == typeid(object); }

//: code_new ours
KERNEL void allocates(int *out) { out[HERE] = *new int(1); }

//: code_delete ours
KERNEL void frees(int *out) { delete out; }

//: code_long_double ours
KERNEL void computes(int *out) { long double x = out[HERE]; out[HERE] = static_cast<int>(x * 2); }

//: code_int128
KERNEL void computes(long *out) { __int128 x = out[HERE]; out[HERE] = static_cast<long>(x * x >> 64); }

//: code_computed_goto refused alone
KERNEL void jumps(int *out) { void *places[] = { &&one, &&two }; goto *places[out[HERE] & 1]; one: out[HERE] = 1; two: out[HERE] = 2; }

//: code_global_variable ours
int variable = 3;
KERNEL void uses(int *out) { out[HERE] = variable; }

//: code_late_constant refused alone
int read();
const int late = read();
KERNEL void uses(int *out) { out[HERE] = late; }

//: code_static_variable ours
KERNEL void uses(int *out) { static int calls; out[HERE] = calls++; }

//: code_thread_local refused alone
thread_local int own = 3;
KERNEL void uses(int *out) { out[HERE] = own; }

//: code_undefined_function ours
int missing(int);
KERNEL void calls(int *out) { out[HERE] = missing(2); }

//: code_variable_array
KERNEL void uses(int *out, int n) { int list[n]; list[0] = n; out[HERE] = list[n - 1]; }

//: code_inline_assembly
KERNEL void uses(int *out) { int x; asm("mov 1, %0" : "=r"(x)); out[HERE] = x; }

//: code_zero_length_array ours
struct with_none { int n; int rest[0]; };
KERNEL void uses(with_none *in, int *out) { out[HERE] = in->n; }

//: code_variadic_function refused alone
static int sum(int n, ...) { __builtin_va_list list; __builtin_va_start(list, n); int x = __builtin_va_arg(list, int); __builtin_va_end(list); return x; }
KERNEL void calls(int *out) { out[HERE] = sum(1, 2); }

//: code_float128 ours
KERNEL void computes(int *out) { __float128 x = out[HERE]; out[HERE] = static_cast<int>(x * 2); }

//: kernel_returns refused
KERNEL int returns(int *out) { return out[HERE]; }

//: kernel_variadic refused
KERNEL void many(int *out, ...) { out[HERE] = 1; }

//: kernel_reference refused
KERNEL void by_reference(int &out) { out = 1; }

//: kernel_function_pointer ours
KERNEL void calls(void (*f)(), int *out) { out[HERE] = f != nullptr; }

//: kernel_not_copyable ours
struct own_copy { own_copy(const own_copy &); int x; };
KERNEL void copies(own_copy c, int *out) { out[HERE] = c.x; }

//: kernel_polymorphic ours
struct object { virtual int f(); int x; };
KERNEL void copies(object o, int *out) { out[HERE] = o.x; }

//: kernel_static_function
KERNEL static void hidden(int *out) { out[HERE] = 1; }

//: kernel_unnamed_namespace
namespace {
KERNEL void hidden(int *out) { out[HERE] = 1; }
}

//: kernel_member refused
struct object { KERNEL void member(int *out) { out[HERE] = 1; } };

//: kernel_static_member refused
struct object { KERNEL static void member(int *out) { out[HERE] = 1; } };

//: kernel_default_argument refused
KERNEL void defaults(int *out, int x = 3) { out[HERE] = x; }

//: kernel_called_by_kernel
KERNEL void first(int *out) { out[HERE] = 1; }
KERNEL void second(int *out) { first(out); }

//: kernel_incomplete refused alone
struct later;
KERNEL void takes(later l, int *out) { out[HERE] = 1; }

//: kernel_member_pointer ours
struct object { int x; };
KERNEL void takes(int object::*p, int *out) { out[HERE] = 1; }

//: kernel_constexpr
KERNEL constexpr void constant(int *out) { out[0] = 1; }

//: kernel_noexcept
KERNEL void calm(int *out) noexcept { out[HERE] = 1; }

//: kernel_const_parameters
KERNEL void constant(const int n, int *const out) { out[HERE] = n; }

//: kernel_restrict
KERNEL void apart(const int *__restrict in, int *__restrict out) { out[HERE] = in[HERE]; }

//: kernel_volatile
KERNEL void careful(volatile int *out) { out[HERE] = 1; }

//: kernel_specialisation dpcpp
template <typename T> void of(T *out) { out[0] = 2; }
template <> KERNEL void of<int>(int *out) { out[HERE] = 1; }

//: kernel_template_kernel
template <typename T> KERNEL void of(T *out, T x) { out[HERE] = x; }
template void of(double *, double);

//: kernel_duplicate refused
KERNEL void same(int *out) { out[HERE] = 1; }
KERNEL void same(int *out) { out[HERE] = 2; }
