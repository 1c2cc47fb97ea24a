/* fuzz/fuzz.h — what the fuzz targets share: a context with small limits, and a claim that ends the process.
 *
 * A target reads bytes, walks everything that was read, writes it and reads it again; both readings must agree. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "base/file.h"
#include "base/value.h"
#include "format/offload/offload.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/sybil.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define claim(cond)                                                                               \
	do {                                                                                      \
		if (!(cond)) {                                                                    \
			fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #cond); \
			abort();                                                                  \
		}                                                                                 \
	} while (0)

/* Diagnostics must be whole, whoever reads them. */
static inline void fuzz_sink(void *user, const struct syb_diag *diag)
{
	(void)user;
	claim(diag->text && diag->check && syb_severity_name(diag->severity));
	claim(diag->severity == SYB_SEVERITY_NOTE || diag->check[0] != '\0');
	claim(strlen(diag->text) < 100000);
}

static inline struct syb_ctx *fuzz_ctx(void)
{
	/* Small enough that a fuzzer's memory limit is never the first to be met. */
	static const struct syb_limits limits = { .size = sizeof(limits),
						  .max_inflated = 16 << 20,
						  .max_items = 100000 };
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = fuzz_sink, .limits = &limits };
	struct syb_ctx *ctx = NULL;

	claim(syb_ctx_new(&opts, &ctx) == 0);
	return ctx;
}

static inline struct syb_bytes fuzz_bytes(const uint8_t *data, size_t size)
{
	return (struct syb_bytes){ data, size };
}

/* Read every byte, so that a sanitizer sees a window that is too long. */
static inline uint64_t fuzz_touch(struct syb_bytes bytes)
{
	static volatile uint64_t seen;
	uint64_t sum = 0;

	for (size_t i = 0; i < bytes.len; i++)
		sum += bytes.ptr[i];
	seen = sum;
	return seen;
}

static inline bool fuzz_same(struct syb_bytes a, struct syb_bytes b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool fuzz_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

DEFINE_CLEANUP(struct syb_ctx *, syb_ctx_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);
DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

#endif
