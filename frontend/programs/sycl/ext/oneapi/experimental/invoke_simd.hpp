#pragma once
#error "invoke_simd needs DPC++'s clang and its code generator; 'sybil c++' compiles SYCL code only"
