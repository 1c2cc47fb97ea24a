/* tests/lib/torture.h — every allocation of a piece of work fails once.
 *
 * `torture(fn, arg)` calls fn(ctx, arg) with a context whose n-th allocation is refused, for n = 1, 2, 3 … until a
 * call needs fewer than n. fn returns 0 or a negative code, frees what it made and must not touch its outputs when it
 * fails. Claims (tap.h): each refused run returns -SYB_E_NOMEM and reports an error (or succeeds, where memory is only
 * wished for), and nothing is left allocated. Returns how many allocations the work makes. */
#ifndef TESTS_TORTURE_H
#define TESTS_TORTURE_H

#include "tap.h"
#include <sybil/ctx.h>

struct torture {
	size_t calls;  /* allocations asked for so far */
	size_t refuse; /* which one is refused, counted from 1 */
	long live;     /* blocks handed out and not given back */
};

static void *torture_alloc(void *user, void *old, size_t size)
{
	struct torture *t = user;
	void *p;

	if (size == 0) {
		t->live -= old != NULL;
		free(old);
		return NULL;
	}
	if (++t->calls == t->refuse)
		return NULL;
	p = realloc(old, size);
	t->live += p && !old;
	return p;
}

typedef int torture_fn(struct syb_ctx *ctx, void *arg);

__attribute__((unused)) static size_t torture(torture_fn *fn, void *arg)
{
	/* Far more than any test needs: an endless loop would hide a call that never succeeds. */
	for (size_t n = 1; n < 100000; n++) {
		struct torture t = { .refuse = n };
		struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = torture_alloc, .alloc_user = &t };
		struct syb_ctx *ctx = NULL;
		int r = syb_ctx_new(&opts, &ctx);
		bool silent = false;

		if (r == 0) {
			r = fn(ctx, arg);
			silent = r < 0 && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0;
		}
		syb_ctx_free(ctx);
		if (silent) {
			ok(false, "allocation %zu refused: returned %d and reported nothing", n, r);
			return n;
		}
		if (t.live != 0 || (t.calls < n && r != 0) || (r != 0 && r != -SYB_E_NOMEM)) {
			ok(false, "allocation %zu refused: returned %d, %ld blocks left", n, r, t.live);
			return n;
		}
		if (t.calls < n) {
			ok(true, "each of %zu allocations refused in turn", t.calls);
			return t.calls;
		}
	}
	ok(false, "the work never succeeds");
	return 0;
}

#endif
