/* driver/programs/clang.h — results of the search for clang's programs that only this library needs. */
#ifndef DRIVER_PROGRAMS_CLANG_H
#define DRIVER_PROGRAMS_CLANG_H

#include <sybil/clang.h>

/* The folder of the adapter for NVIDIA GPUs (libur_adapter_cuda.so.0); "" if it is missing. */
const char *clang_adapter(const struct syb_clang *clang);

#endif
