/* format/elf/ar.h — static archives, member by member. System V / GNU and BSD long names; symbol tables are skipped. */
#ifndef FORMAT_AR_H
#define FORMAT_AR_H

#include "base/span.h"

#define AR_MAGIC "!<arch>\n"
#define AR_MAGIC_THIN "!<thin>\n"
enum { AR_MAGIC_SIZE = 8 };

struct ar {
	struct span file;
	struct span names; /* the table of long names; len 0 before it was read */
	uint64_t pos;
};

struct ar_member {
	struct span name; /* not NUL-terminated */
	struct span bytes;
};

/* Fails: FORMAT, thin archives included: their members are elsewhere. */
int ar_open(struct syb_ctx *ctx, struct span file, struct ar *out_ar);
/* The next member: 1, or 0 at the end. */
int ar_next(struct syb_ctx *ctx, struct ar *ar, struct ar_member *out_member);

#endif
