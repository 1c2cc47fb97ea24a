/* The functions `__imf_*` for host code: see the header for devices. */
#pragma once
#include "../../../../imf/integers.hpp"
#include "../../../../imf/maths.hpp"
#include_next <sycl/ext/intel/math.hpp>
