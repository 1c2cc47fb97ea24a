/* Zebins rewritten: unchanged, with another .ze_info, with kernels and functions renamed; forth and back is the same
 * file. */
#include "format/zebin/zebin.h"
#include "lib/offload.h"
#include "lib/torture.h"

#include <glob.h>

/* Read, rewrite, give the bytes back; free with buf_free. */
static int change(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin_rewrite *changes, struct buf *out)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r = syb_zebin_read(ctx, bytes, NULL, &z);

	if (r == 0)
		r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = syb_zebin_rewrite(ctx, z, changes, scratch);
	if (r == 0)
		r = out_scratch_file(ctx, scratch, &file);
	return r < 0 ? r : buf_add(ctx, out, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
}

static int rewrite(struct syb_ctx *ctx, struct syb_bytes bytes, struct syb_bytes zeinfo, const char *from,
		   const char *to, struct buf *out)
{
	const struct syb_ze_rename renaming = { from, to };
	const struct syb_zebin_rewrite changes = {
		.size = sizeof(changes), .zeinfo = zeinfo, .renames = &renaming, .rename_count = from || to
	};

	return change(ctx, bytes, &changes, out);
}

static int rename_many(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_ze_rename *renames, size_t count,
		       struct buf *out)
{
	const struct syb_zebin_rewrite changes = { .size = sizeof(changes), .renames = renames, .rename_count = count };

	return change(ctx, bytes, &changes, out);
}

static bool same(struct syb_bytes a, struct syb_bytes b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static const struct syb_bytes keep = { 0 };

/* Everything but the section that changed and the renamed names. */
static bool equal_but(const struct syb_zebin *a, const struct syb_zebin *b, const char *from, const char *to)
{
	if (a->section_count != b->section_count || a->symbol_count != b->symbol_count ||
	    a->reloc_count != b->reloc_count || a->note_count != b->note_count || b->flaw_count)
		return false;
	for (size_t i = 0; i < a->section_count; i++) {
		const struct syb_zebin_section *x = &a->sections[i], *y = &b->sections[i];
		const char *at = from ? strstr(x->name, from) : NULL;
		bool renamed = at && str_eq(at, from) && at > x->name && at[-1] == '.';

		if (x->type != y->type || x->flags != y->flags || x->link != y->link || x->info != y->info)
			return false;
		if (renamed ? !strstr(y->name, to) : !str_eq(x->name, y->name))
			return false;
		if (i != a->zeinfo && x->type != 2 && x->type != 3 && !same(x->bytes, y->bytes))
			return false;
		if (x->type == 7 && y->offset % 4)
			return false;
	}
	for (size_t i = 0; i < a->symbol_count; i++) {
		const struct syb_zebin_symbol *x = &a->symbols[i], *y = &b->symbols[i];

		if (x->value != y->value || x->size != y->size || x->section != y->section || x->type != y->type)
			return false;
		if (!str_eq(from && str_eq(x->name, from) ? to : x->name, y->name))
			return false;
	}
	for (size_t i = 0; i < a->reloc_count; i++) {
		const struct syb_zebin_reloc *x = &a->relocs[i], *y = &b->relocs[i];

		if (x->section != y->section || x->offset != y->offset || x->symbol != y->symbol ||
		    x->type != y->type || x->addend != y->addend || x->has_addend != y->has_addend)
			return false;
	}
	return true;
}

static void lengths(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin *z, const char *name)
{
	struct syb_bytes text = syb_zebin_zeinfo_section(z)->bytes;
	uint8_t *longer = calloc(1, text.len + 64);
	size_t wrong = 0;

	memcpy(longer, text.ptr, text.len);
	for (size_t len = text.len - 64; len < text.len + 64; len++) {
		_cleanup_(buf_free) struct buf there = { 0 }, back = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;
		struct syb_bytes changed = { longer, len };
		int r = rewrite(ctx, bytes, changed, NULL, NULL, &there);

		if (r == 0)
			r = syb_zebin_read(ctx, buf_bytes(&there), NULL, &again);
		if (r == 0)
			r = rewrite(ctx, buf_bytes(&there), text, NULL, NULL, &back);
		wrong += r < 0 || !equal_but(z, again, NULL, NULL) ||
			 !same(syb_zebin_zeinfo_section(again)->bytes, changed) || !same(buf_bytes(&back), bytes);
	}
	ok(wrong == 0, "%s: .ze_info of 128 lengths, and back", name);
	free(longer);
}

static void renames(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin *z, const char *name)
{
	static const char *const names[] = { "a", "bdd", "a_much_longer_name", "las", "ast", "entry" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_cleanup_(buf_free) struct buf there = { 0 }, back = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;
		int r = rewrite(ctx, bytes, keep, "last", names[i], &there);

		if (r == 0)
			r = syb_zebin_read(ctx, buf_bytes(&there), NULL, &again);
		if (r == 0)
			r = rewrite(ctx, buf_bytes(&there), keep, names[i], "last", &back);
		ok(r == 0 && equal_but(z, again, "last", names[i]) && same(buf_bytes(&back), bytes),
		   "%s: last becomes %s, and back", name, names[i]);
		ok(again && !syb_zebin_text(again, "last") && syb_zebin_text(again, names[i]) &&
		   syb_zebin_code_size(again, names[i]) == syb_zebin_code_size(z, "last"));
	}
}

static void refused(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	const struct {
		const char *from, *to;
		int code;
	} cases[] = {
		{ "nobody", "x", -SYB_E_NOTFOUND },
		{ "last", "add", -SYB_E_INCOMPATIBLE },
		{ "last", "_entry", -SYB_E_INCOMPATIBLE },
		{ "last", "", -SYB_E_ARG },
		{ "last", NULL, -SYB_E_ARG },
		{ NULL, "x", -SYB_E_ARG },
		{ "", "x", -SYB_E_ARG },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_cleanup_(buf_free) struct buf out = { 0 };

		is_int(rewrite(ctx, bytes, keep, cases[i].from, cases[i].to, &out), cases[i].code);
		syb_ctx_diag_clear(ctx);
	}
}

/* A string table that is not as IGC writes it: the names go to its end, whoever shares suffixes keeps them. */
static void appended(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin *z)
{
	_cleanup_(buf_free) struct buf there = { 0 }, out = { 0 };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;
	uint8_t *copy = malloc(bytes.len);
	const struct syb_zebin_section *symtab = &z->sections[z->symtab];
	uint8_t *name;

	memcpy(copy, bytes.ptr, bytes.len);
	/* the symbol `last` shares the end of ".text.last" instead of a string of its own */
	for (size_t i = 1; i < z->symbol_count; i++) {
		if (!str_eq(z->symbols[i].name, "last"))
			continue;
		name = copy + (symtab->bytes.ptr - bytes.ptr) + i * 24;
		name[0] = (uint8_t)(z->name_at[syb_zebin_text(z, "last")->index] + 6);
		name[1] = name[2] = name[3] = 0;
	}
	is_int(rewrite(ctx, (struct syb_bytes){ copy, bytes.len }, keep, "last", "first", &there), 0);
	is_int(syb_zebin_read(ctx, buf_bytes(&there), NULL, &again), 0);
	ok(again && equal_but(z, again, "last", "first"), "a shared suffix");
	ok(again && syb_zebin_section_find(again, ".strtab")->size > syb_zebin_section_find(z, ".strtab")->size,
	   "appended");
	free(copy);
}

/* The symbol of a function, 0 when there is none. */
static size_t symbol_of(const struct syb_zebin *z, const char *name)
{
	for (size_t i = 1; i < z->symbol_count; i++)
		if (str_eq(z->symbols[i].name, name))
			return i;
	return 0;
}

/* Functions have only a symbol: nothing but names changes, and what refers to symbols goes by number. */
static void functions(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin *z)
{
	static const char *const names[] = { "h", "helpers", "a name", "elper", "epth" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_cleanup_(buf_free) struct buf there = { 0 }, back = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

		is_int(rewrite(ctx, bytes, keep, "helper", names[i], &there), 0);
		ok(syb_zebin_read(ctx, buf_bytes(&there), NULL, &again) == 0 &&
			   equal_but(z, again, "helper", names[i]) &&
			   symbol_of(again, names[i]) == symbol_of(z, "helper") && !symbol_of(again, "helper"),
		   "function helper becomes %s", names[i]);
		ok(rewrite(ctx, buf_bytes(&there), keep, names[i], "helper", &back) == 0 &&
		   same(buf_bytes(&back), bytes));
	}
}

/* Names that change at once: each gets its own, whoever had it before. */
static void swaps(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin *z)
{
	static const struct syb_ze_rename swap[] = { { "calls", "helper" },
						     { "helper", "depth" },
						     { "depth", "calls" } };
	static const struct syb_ze_rename back[] = { { "helper", "calls" },
						     { "depth", "helper" },
						     { "calls", "depth" } };
	static const struct {
		struct syb_ze_rename renames[2];
		int code;
	} wrong[] = {
		{ { { "calls", "x" }, { "depth", "x" } }, -SYB_E_INCOMPATIBLE },
		{ { { "calls", "x" }, { "depth", "helper" } }, -SYB_E_INCOMPATIBLE },
		{ { { "helper", "calls" }, { "depth", "y" } }, -SYB_E_INCOMPATIBLE },
		{ { { "helper", "helper" }, { "depth", "helper" } }, -SYB_E_INCOMPATIBLE },
		{ { { "calls", "x" }, { "calls", "y" } }, -SYB_E_ARG },
		{ { { "calls", "x" }, { "x", "y" } }, -SYB_E_NOTFOUND },
	};
	_cleanup_(buf_free) struct buf there = { 0 }, out = { 0 };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

	is_int(rename_many(ctx, bytes, swap, ARRAY_SIZE(swap), &there), 0);
	if (!ok(syb_zebin_read(ctx, buf_bytes(&there), NULL, &again) == 0))
		return;
	ok(same(syb_zebin_code(again, "helper"), syb_zebin_code(z, "calls")) && !syb_zebin_text(again, "calls"));
	is_int(symbol_of(again, "helper"), symbol_of(z, "calls"));
	is_int(symbol_of(again, "depth"), symbol_of(z, "helper"));
	is_int(symbol_of(again, "calls"), symbol_of(z, "depth"));
	ok(syb_zebin_section_find(again, ".rel.text.helper") && again->flaw_count == 0);
	ok(rename_many(ctx, buf_bytes(&there), back, ARRAY_SIZE(back), &out) == 0 && same(buf_bytes(&out), bytes));
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		is_int(rename_many(ctx, bytes, wrong[i].renames, 2, &out), wrong[i].code);
		is_str(syb_ctx_diag_at(ctx, 0)->check, "zebin-rename");
		syb_ctx_diag_clear(ctx);
	}
	is_int(rename_many(ctx, bytes, NULL, 1, &out), -SYB_E_ARG);
	syb_ctx_diag_clear(ctx);
}

/* A file whose header names no table of section names: sections have no names, symbols still do. */
static void nameless(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	static const uint8_t indices[] = { 0, 2, 0x7f };
	_cleanup_(buf_free) struct buf nothing = { 0 };
	uint8_t *copy = malloc(bytes.len);

	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t i = 0; i < ARRAY_SIZE(indices); i++) {
		_cleanup_(buf_free) struct buf out = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

		copy[62] = indices[i]; /* e_shstrndx */
		is_int(rewrite(ctx, (struct syb_bytes){ copy, bytes.len }, keep, "helper", "other", &out), 0);
		ok(syb_zebin_read(ctx, buf_bytes(&out), NULL, &again) == 0 && symbol_of(again, "other") == 5);
		syb_ctx_diag_clear(ctx);
	}
	copy[62] = 3; /* the names would be in the symbol table */
	is_int(rewrite(ctx, (struct syb_bytes){ copy, bytes.len }, keep, "helper", "other", &nothing), -SYB_E_FORMAT);
	syb_ctx_diag_clear(ctx);
	free(copy);
}

static void with_functions(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, "zebin/calls.library-acm-g10.zebin");
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;

	if (!ok(file && syb_zebin_read(ctx, syb_file_bytes(file), NULL, &z) == 0))
		return;
	functions(ctx, syb_file_bytes(file), z);
	swaps(ctx, syb_file_bytes(file), z);
	nameless(ctx, syb_file_bytes(file));
}

static void each(struct syb_ctx *ctx, const char *name)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, name);
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	_cleanup_(buf_free) struct buf out = { 0 };
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	if (!ok(syb_zebin_read(ctx, bytes, NULL, &z) == 0, "%s", name))
		return;
	ok(rewrite(ctx, bytes, keep, NULL, NULL, &out) == 0 && same(buf_bytes(&out), bytes), "%s: no change", name);
	out.len = 0;
	ok(rewrite(ctx, bytes, syb_zebin_zeinfo_section(z)->bytes, "last", "last", &out) == 0 &&
		   same(buf_bytes(&out), bytes),
	   "%s: changes that change nothing", name);
	lengths(ctx, bytes, z, name);
	renames(ctx, bytes, z, name);
	refused(ctx, bytes);
	if (z->header.bits == 64)
		appended(ctx, bytes, z);
}

/* Every kernel of every real file gets another name, and its own back. */
static void real(struct syb_ctx *ctx, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	size_t kernels = 0, wrong = 0;
	struct syb_bytes bytes;

	if (!ok(syb_file_open(ctx, path, &file) == 0, "%s", path))
		return;
	bytes = syb_file_bytes(file);
	if (!ok(syb_zebin_read(ctx, bytes, NULL, &z) == 0 && z->flaw_count == 0, "%s", path))
		return;
	for (size_t i = 1; i < z->section_count; i++) {
		const char *name = z->sections[i].name;
		_cleanup_(buf_free) struct buf there = { 0 }, back = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

		if (!str_starts(name, ZEBIN_TEXT))
			continue;
		name += strlen(ZEBIN_TEXT);
		kernels++;
		if (rewrite(ctx, bytes, keep, name, "another name", &there) < 0 ||
		    rewrite(ctx, buf_bytes(&there), keep, "another name", name, &back) < 0 ||
		    syb_zebin_read(ctx, buf_bytes(&back), NULL, &again) < 0)
			wrong++;
		else if (z->header.type == ZEBIN_TYPE_EXE) /* another string table: names are appended */
			wrong += !equal_but(z, again, NULL, NULL);
		else
			wrong += !same(buf_bytes(&back), bytes) || same(buf_bytes(&there), bytes);
	}
	ok(wrong == 0, "%zu kernels of %s", kernels, strrchr(path, '/') + 1);
}

static void all_real(struct syb_ctx *ctx)
{
	char pattern[4096];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/tests/golden/zebin/*.zebin", getenv("SYBIL_SOURCE"));
	if (!ok(glob(pattern, 0, NULL, &found) == 0))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		real(ctx, found.gl_pathv[i]);
	globfree(&found);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	return rewrite(ctx, *(struct syb_bytes *)arg, str_bytes("---\n...\n"), "last", "first", &out);
}

/* The version in the notes: any length, back again, and every allocation refused. */
static const struct syb_zebin_rewrite version_change = { .size = sizeof(version_change), .version = "1.1234567" };

static int version_work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	return change(ctx, *(struct syb_bytes *)arg, &version_change, &out);
}

static void versions(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	const struct syb_zebin_rewrite original = { .size = sizeof(original), .version = "1.20" };
	_cleanup_(buf_free) struct buf there = { 0 }, back = { 0 };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

	is_int(change(ctx, bytes, &version_change, &there), 0);
	ok(syb_zebin_read(ctx, buf_bytes(&there), NULL, &again) == 0 &&
	   str_eq(syb_zebin_device(again)->version, "1.1234567") && again->flaw_count == 0);
	ok(change(ctx, buf_bytes(&there), &original, &back) == 0 && same(buf_bytes(&back), bytes));
	ok(torture(version_work, &bytes) > 5);
}

/* Whatever a damaged file is rewritten to, it is a zebin or refused. */
static void damage(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	uint8_t *copy = malloc(bytes.len);
	size_t wrong = 0;

	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t i = 0; i < bytes.len; i += i < 64 || i > bytes.len - 11 * 64 ? 1 : 37) {
		_cleanup_(buf_free) struct buf out = { 0 };
		_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;

		copy[i] ^= 0x41;
		if (rewrite(ctx, (struct syb_bytes){ copy, bytes.len }, str_bytes("---\n...\n"), "last", "f", &out) ==
		    0)
			wrong += syb_zebin_read(ctx, buf_bytes(&out), NULL, &again) < 0 ||
				 (!syb_zebin_text(again, "f") && !symbol_of(again, "f"));
		copy[i] ^= 0x41;
		syb_ctx_diag_clear(ctx);
	}
	ok(wrong == 0, "damaged files");
	free(copy);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, "zebin/two-acm-g10.zebin");
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	each(ctx, "zebin/two-acm-g10.zebin");
	each(ctx, "zebin/two-tgllp-32.zebin");
	all_real(ctx);
	with_functions(ctx);
	damage(ctx, bytes);
	versions(ctx, bytes);
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
