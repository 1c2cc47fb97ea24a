/* sycl/aspects.hpp — optional features of devices, by number. */
#pragma once
#include <sycl/detail/defs.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

enum class aspect {
#define ASPECT(number, name) name = number,
#include <sycl/detail/aspects.def>
#undef ASPECT
};

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
