// examples/properties/atomic_ref.cpp: the aspect goes with the 8-byte instance only.
// RUN: %S/compile "$SRC/examples/properties/atomic_ref.cpp" --passes=propagate-aspects
// CHECK: define dso_local spir_func noundef i32 @_Z4fouri({{.*}} !sycl_fixed_targets !{{[0-9]+}} {
// CHECK: define dso_local spir_func noundef i64 @_Z5eightl({{.*}} !sycl_used_aspects ![[USED:[0-9]+]]
// CHECK: !sycl_types_that_use_aspects = !{![[TYPE:[0-9]+]]}
// CHECK: ![[TYPE]] = !{!"class.example::detail::atomic_ref_impl{{.*}}", i32 27}
// CHECK: ![[USED]] = !{i32 27}
