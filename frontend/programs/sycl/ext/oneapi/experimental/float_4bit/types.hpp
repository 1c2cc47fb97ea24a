#pragma once
#error "floating-point types of 4 bits need the type __bf16 on devices, which this clang does not have; use sycl::half or bfloat16"
