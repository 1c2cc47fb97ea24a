/* frontend/nvptx/library.c — the device library for NVIDIA GPUs, as one file: most of it is inlined into most of it. */
#include "library.h"

#include "items.c"

#include "atomics.c"
#include "exchange.c"
#include "numbers.c"
