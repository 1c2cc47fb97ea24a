// The first virtual function of a class that is not inline is its key function, which clang writes even if nothing calls
// it. In host code it must not be written: clang cannot compile all of it for devices.
// RUN: env SYCL_RAW=1 %S/compile %s
// CHECK: define {{.*}} @_Z6devicei
// CHECK-NOT: define {{.*}}5shape3key
// CHECK-NOT: define {{.*}}6square
#include "_sycl.hpp"
struct shape {
	virtual int key(int *p) const;
	virtual int other() const;
};
struct square : shape {
	int key(int *p) const override;
};
int shape::key(int *p) const { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
int square::key(int *p) const { return __atomic_fetch_add(p, 2, __ATOMIC_SEQ_CST); }
int shape::other() const { return 3; }
SYCL_EXTERNAL int device(int i) { return i + 1; }
