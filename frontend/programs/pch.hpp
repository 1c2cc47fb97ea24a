/* pch.hpp — the headers that are precompiled for programs: what a source gets that begins with them. */
#include <sycl/sycl.hpp>
