/* frontend/nvptx/library.c — the device library for NVIDIA GPUs, as one file, so that its functions can be inlined into
 * each other. */
#include "library.h"

#include "items.c"

#include "atomics.c"
#include "exchange.c"
#include "numbers.c"
