#include <sycl/sycl.hpp>

[[sycl::device_has(sycl::aspect::gpu)]] SYCL_EXTERNAL int for_gpus(int x) { return x * 2; }
[[sycl::reqd_sub_group_size(128)]] SYCL_EXTERNAL int for_wide_groups(int x) { return x * 3; }
SYCL_EXTERNAL int for_all(int x) { return x + 1; }
