/* format/code/code_arch.h — readers of one piece of code each, for format/code/code_arch.c. */
#ifndef FORMAT_CODE_ARCH_H
#define FORMAT_CODE_ARCH_H

#include "base/span.h"
#include <sybil/code_arch.h>

#define FATBIN_MAGIC "\x50\xed\x55\xba"
enum { FATBIN_MAGIC_SIZE = 4 };

/* One piece of code. Numbers that it does not state are 0. */
struct syb_code_arch {
	enum syb_code_form form; /* of the piece: never FATBIN or ARCHIVE */
	/* The vendor's name: "sm_90a", "pvc", "12.60.7", "gfx90a"; "": not stated. SPIRV: "intel_gpu" or "". */
	char name[24];
	/* The target of that name; NULL when the code does not state it, or the table does not have it. */
	const struct syb_target_info *target;
	/* PTX and CUBIN */
	uint32_t sm; /* 90 */
	char suffix; /* 'a': this one only; 'f': its family; '\0' */
	/* ZEBIN */
	uint32_t product_config, product_family, core_family;
};

/* Each fills in the facts that the code states; the caller sets the form. */
void code_read_ptx(struct span text, struct syb_code_arch *out);
void code_read_cubin(struct span elf, struct syb_code_arch *out);
void code_read_zebin(struct span elf, struct syb_code_arch *out);
void code_read_hsaco(struct span elf, struct syb_code_arch *out);
/* The name and the target, of sm and suffix. */
void code_name_sm(struct syb_code_arch *arch);

/* The only architecture that code is for; false: it states none, or several. */
bool code_single_arch(struct syb_bytes code, struct syb_code_arch *out);
/* Whether a device of this architecture (a target name, "" for unknown) runs the piece. */
enum syb_answer code_piece_fits(const struct syb_code_arch *code, const char *arch);
/* The pieces, up to `room` of them; returns how many there are. 0: no code that is known. */
size_t syb_code_archs(struct syb_bytes code, struct syb_code_arch *out_archs, size_t room);

#endif
