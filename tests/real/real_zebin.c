/* tests/real/real_zebin.c — write zebins again without a change, and their ZE Info: both must be the same bytes.
 *
 * usage: real_zebin FILE...        a line for each that differs; exit 1 when there is any */
#include "base/file.h"
#include "format/zebin/zebin.h"
#include <stdio.h>
#include <string.h>

DEFINE_CLEANUP(struct syb_ctx *, syb_ctx_free);
DEFINE_CLEANUP(struct syb_zeinfo *, syb_zeinfo_free);
DEFINE_CLEANUP(struct syb_zeinfo_edit *, syb_zeinfo_edit_free);

static bool same(struct syb_bytes a, struct syb_bytes b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* With changes NULL, and with the same ZE Info given as new. */
static const char *rewrite(struct syb_ctx *ctx, const struct syb_zebin *zebin, struct syb_bytes file,
			   const struct syb_zebin_rewrite *changes)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *again = NULL;

	if (out_scratch(ctx, &out) < 0 || syb_zebin_rewrite(ctx, zebin, changes, out) < 0 ||
	    out_scratch_file(ctx, out, &again) < 0)
		return "cannot be written";
	return same(syb_file_bytes(again), file) ? NULL : "is written with other bytes";
}

static const char *try_file(struct syb_ctx *ctx, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;
	struct syb_zebin_rewrite changes = { .size = sizeof(changes) };
	const char *wrong;
	int r;

	if (syb_file_open(ctx, path, &file) < 0 || syb_zebin_read(ctx, syb_file_bytes(file), NULL, &zebin) < 0)
		return "cannot be read";
	wrong = rewrite(ctx, zebin, syb_file_bytes(file), &changes);
	if (wrong)
		return wrong;
	r = syb_zebin_zeinfo(ctx, zebin, &zeinfo);
	if (r == -SYB_E_NOTFOUND)
		return NULL;
	if (r < 0)
		return "has ZE Info that cannot be read";
	if (syb_zeinfo_edit_new(ctx, zeinfo, &edit) < 0 || syb_zeinfo_edit_text(ctx, edit, NULL, &changes.zeinfo) < 0)
		return "has ZE Info that cannot be written";
	if (!same(changes.zeinfo, syb_zebin_zeinfo_section(zebin)->bytes))
		return "has ZE Info that is written with other bytes";
	return rewrite(ctx, zebin, syb_file_bytes(file), &changes);
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++) {
		_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = NULL;
		const char *wrong;

		if (syb_ctx_new(NULL, &ctx) < 0)
			return 1;
		wrong = try_file(ctx, argv[i]);
		if (wrong) {
			const struct syb_diag *diag = syb_ctx_diag_at(ctx, 0);

			printf("%s: %s%s%s\n", argv[i], wrong, diag ? ": " : "", diag ? diag->text : "");
			failed = 1;
		}
	}
	return failed;
}
