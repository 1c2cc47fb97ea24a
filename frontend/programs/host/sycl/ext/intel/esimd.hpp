#pragma once
#line 3 "sycl/ext/intel/esimd.hpp" /* the name in both passes, so that the error is printed once */
#error "ESIMD needs DPC++'s clang and its code generator; 'sybil c++' compiles SYCL code only"
