# the two passes of a program print each message once; the runtime is a stub, so no kernels are compiled
mkdir -p root/include/sycl/detail root/lib
touch root/lib/libsycl.so root/lib/libsycl.so.9 root/include/sycl/sycl.hpp
for name in kernel_desc device_global_map kernel_global_info; do touch "root/include/sycl/detail/$name.hpp"; done
cat >inc.hpp <<'END'
inline int in_header() { int in_header_unused; return 1; }
END
cat >warnings.cpp <<'END'
#include "inc.hpp"
template <class T> T of_template(T t) { static_assert(sizeof(T) >= 4, "never"); return t / 0; }
int calls = of_template(1) + static_cast<int>(of_template(2L));
int both() { int both_unused; return 1; }
#ifndef __SYCL_DEVICE_ONLY__
int host() { int host_unused; return 1; }
#else
int device() { int device_unused; return 1; }
#endif
END
sed '5,9d; s/int both_unused;/return undeclared;/' warnings.cpp >errors.cpp # what the host pass prints depends on which one ends first
cat >device.cpp <<'END'
int both() { int both_unused; return 1; }
#ifdef __SYCL_DEVICE_ONLY__
int device() { return undeclared; }
#endif
END
for name in warnings errors device; do
	echo "-- $name"
	sybil c++ -fsycl --sycl-root=root -Wall -c $name.cpp -o $name.o 2>&1
	echo "exit code $?"
done
