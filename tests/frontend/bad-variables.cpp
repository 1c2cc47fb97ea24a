// Variables that a device does not have: values that are computed before main(), static ones of the host, memory of the
// work-group that is not static. Jumps to computed places. Constants that the compiler knows are fine.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-variables.cpp:82:19: error: an array of device_global needs the property device_image_scope
// CHECK: bad-variables.cpp:41:7: error: device code cannot use a global variable that is not a constant
// CHECK: bad-variables.cpp:45:7: error: device code cannot use a global variable that is not a constant
// CHECK: bad-variables.cpp:49:7: error: device code cannot use a global variable that is not a constant
// CHECK: bad-variables.cpp:53:19: error: a static variable in device code must be a constant
// CHECK: bad-variables.cpp:54:7: error: work-group memory must be declared static; this variable would belong to each work-item
// CHECK: bad-variables.cpp:56:37: error: work-group memory must be declared static; this variable would belong to each work-item
// CHECK: bad-variables.cpp:62:2: error: device code cannot use a computed goto
// CHECK: bad-variables.cpp:68:37: error: device code cannot use a global variable that is not a constant
// CHECK-NOT: error:
#include "_sycl.hpp"
struct [[__sycl_detail__::add_ir_global_variable_attributes("sycl-work-group-static", 1)]] tile {
	int x[4];
};
struct tiles {
	tile one;
};
struct point {
	int x, y;
	constexpr point(int x) : x(x), y(2 * x) {}
};
int read();
const int known = 4, late = read(), list[] = { 1, known }, late_list[] = { 1, read() };
const float ratio = known * 0.5f;
const point origin = 3;
const int &alias = known, &late_alias = *new int(1);
extern const int elsewhere_in_program;
const int *const pointer = list;
SYCL_EXTERNAL void fine(int *p, int i)
{
	static tile shared;
	static const float table[] = { 1, ratio };
	*p = known + list[i] + ratio + origin.y + alias + *pointer + shared.x[i] + table[i];
}
SYCL_EXTERNAL void number(int *p)
{
	*p = late;
}
SYCL_EXTERNAL void numbers(int *p, int i)
{
	*p = late_list[i];
}
SYCL_EXTERNAL void name(int *p)
{
	*p = late_alias;
}
SYCL_EXTERNAL void inside(int *p, int i)
{
	static const int s = *p;
	tile own;
	p[1] = s + own.x[i]; }
SYCL_EXTERNAL void deeper() { tiles own; }
SYCL_EXTERNAL void jump(int *p)
{
	void *places[] = { &&one, &&two };


	goto *places[*p];
one:	*p = 1;
two:	*p = 2;
}
void host(int *p)
{ static int s = 4;
	single_task<class Task>([=] { *p = s; });
}
template <typename T> struct [[__sycl_detail__::device_global]] shared_global {
	T *memory;
};
template <typename T>
struct [[__sycl_detail__::device_global]] [[__sycl_detail__::add_ir_global_variable_attributes("sycl-device-image-scope", "")]]
own_global {
	T content;
};
using one_of_many = shared_global<int>;
own_global<int> three[3];
one_of_many fine_alone;
shared_global<int[4]> fine_array;
one_of_many       many[2];
