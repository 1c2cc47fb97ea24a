/* sycl/detail/device_host.hpp — the host is one work-item of a group of one: enough to compute a reference with the same
 * functions, not to run a kernel in parallel. */
#pragma once

namespace sycl {
inline namespace _V1 {
namespace detail::device {

inline size_t global_id(int) { return 0; }
inline size_t global_size(int) { return 1; }
inline size_t global_offset(int) { return 0; }
inline size_t group_id(int) { return 0; }
inline size_t group_count(int) { return 1; }
inline size_t local_id(int) { return 0; }
inline size_t local_size(int) { return 1; }
inline uint32_t sub_group_size() { return 1; }
inline uint32_t sub_group_max_size() { return 1; }
inline uint32_t sub_group_count() { return 1; }
inline uint32_t sub_group_id() { return 0; }
inline uint32_t sub_group_local_id() { return 0; }
inline void fence(memory_order, memory_scope) { __sync_synchronize(); }
inline void group_barrier(memory_scope) {}
inline void sub_group_barrier(memory_scope) {}
inline uint32_t shuffle(uint32_t word, uint32_t) { return word; }
inline uint32_t shuffle_xor(uint32_t word, uint32_t) { return word; }

} // namespace detail::device
} // namespace _V1
} // namespace sycl
