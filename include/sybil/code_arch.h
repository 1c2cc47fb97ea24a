/* sybil/code_arch.h — the devices that code was compiled for, determined from its bytes.
 *
 * The architecture that a package states for an image may be wrong, and drivers crash on code for another architecture.
 * So the bytes are examined before a driver gets them: PTX by its .target, cubins by their header and notes, fat
 * binaries and ocloc's archives by each piece, zebins by their notes, AMD's code objects by their header. Nothing is
 * allocated or reported: the architecture of damaged code is unknown. Safe from any thread. */
#ifndef SYBIL_CODE_ARCH_H
#define SYBIL_CODE_ARCH_H

#include <sybil/filter.h>
#include <sybil/target.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Since: 0.1 */
enum syb_code_form {
	SYB_FORM_UNKNOWN = 0,
	SYB_FORM_SPIRV = 1,
	SYB_FORM_BITCODE = 2,
	SYB_FORM_PTX = 3,
	SYB_FORM_CUBIN = 4,
	SYB_FORM_FATBIN = 5, /* of PTX and cubins */
	SYB_FORM_ZEBIN = 6,
	SYB_FORM_ARCHIVE = 7, /* ocloc's, for several devices */
	SYB_FORM_HSACO = 8,   /* AMD's code object */
	SYB_FORM_POCL = 9,    /* what PoCL compiled */
};
/* The form of code, by its first bytes. Since: 0.1 */
SYB_API enum syb_code_form syb_code_form(struct syb_bytes code);

/* Whether a device of this architecture (a target name, "" for unknown) runs the code: yes if a piece is for it, no if
 * all pieces are for others, unknown if a piece does not state its architecture or the device's is unknown. IR without
 * an architecture runs everywhere. *out_why, when not NULL: a phrase that completes "it is …", NULL for yes. Since: 0.1
 */
SYB_API enum syb_answer syb_code_fits(struct syb_bytes code, const char *arch, const char **out_why);

#ifdef __cplusplus
}
#endif
#endif
