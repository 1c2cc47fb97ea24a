/* format/code/code_arch.h — readers of one piece of code each, for format/code/code_arch.c. */
#ifndef FORMAT_CODE_ARCH_H
#define FORMAT_CODE_ARCH_H

#include "base/span.h"
#include <sybil/code_arch.h>

/* Each fills what the code states; the form is set by the caller. */
void code_read_ptx(struct span text, struct syb_code_arch *out);
void code_read_cubin(struct span elf, struct syb_code_arch *out);
void code_read_zebin(struct span elf, struct syb_code_arch *out);
void code_read_hsaco(struct span elf, struct syb_code_arch *out);
/* The name and the target, of sm and suffix. */
void code_name_sm(struct syb_code_arch *arch);

#endif
