/* package/show/show_spirv.h — shared by the files that show SPIR-V modules. */
#ifndef PACKAGE_SHOW_SPIRV_H
#define PACKAGE_SHOW_SPIRV_H

#include "show.h"
#include <sybil/spirv.h>

/* Aspects, kernels, specialization constants and symbols (show_spirv_kernels.c). */
void show_spirv_kernels(struct show *s, const struct syb_spirv_info *info, struct syb_value *map);
/* Bytes of functions, and the calls that lead to aspects, for the kernels in map (show_spirv_calls.c). */
int show_spirv_calls(struct show *s, const struct syb_spirv *spirv, struct span bytes, struct syb_value *map);

#endif
