#pragma once
#error "ESIMD needs DPC++'s clang and its code generator; 'sybil c++' compiles SYCL code only"
