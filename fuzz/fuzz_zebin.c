/* fuzz/fuzz_zebin.c — zebins: everything a read file says can be asked for and lies inside it; rewritten without a
 * change it is the same file; with another .ze_info, or two names changed, it reads again and only that changed. */
#include "format/zebin/zebin.h"
#include "fuzz.h"
#include "package/check/check.h"

#include <elf.h>

static bool inside(const uint8_t *data, size_t size, struct syb_bytes bytes)
{
	return bytes.len == 0 || (bytes.ptr >= data && bytes.len <= size - (size_t)(bytes.ptr - data));
}

static void walk(const struct syb_zebin *z, const uint8_t *data, size_t size)
{
	const struct syb_zebin_device *d = syb_zebin_device(z);
	size_t work = 0;

	for (size_t i = 0; i < syb_zebin_section_count(z); i++) {
		const struct syb_zebin_section *s = syb_zebin_section_at(z, i);

		claim(s->index == i && inside(data, size, s->bytes));
		claim(i == 0 || syb_zebin_section_find(z, s->name));
		if (work < 16 * size) /* sections may overlap */
			fuzz_touch(s->bytes);
		work += s->bytes.len;
		if (str_starts(s->name, ZEBIN_TEXT))
			claim(inside(data, size, syb_zebin_code(z, s->name + strlen(ZEBIN_TEXT))));
	}
	for (size_t i = 0; i < syb_zebin_symbol_count(z); i++)
		claim(syb_zebin_symbol_at(z, i)->name && zebin_driver_name(z, i));
	for (size_t i = 0; i < syb_zebin_reloc_count(z); i++)
		syb_zebin_reloc_name(syb_zebin_reloc_at(z, i)->type);
	for (size_t i = 0; i < syb_zebin_note_count(z); i++)
		claim(inside(data, size, syb_zebin_note_at(z, i)->bytes));
	for (size_t i = 0; i < z->flaw_count; i++)
		claim(syb_check_find(z->flaws[i].check));
	claim(!d->version || strlen(d->version) < size);
	claim(d->min_stepping < 32 && d->max_stepping < 32);
}

static bool has(const struct syb_zebin *z, const char *name)
{
	bool found = syb_zebin_text(z, name);

	for (size_t i = 1; i < z->symbol_count && !found; i++)
		found = str_eq(z->symbols[i].name, name);
	return found;
}

static void rewrite(struct syb_ctx *ctx, const struct syb_zebin *z, struct syb_bytes data,
		    const struct syb_zebin_rewrite *changes)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *again = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	claim(out_scratch(ctx, &out) == 0);
	if (syb_zebin_rewrite(ctx, z, changes, out) < 0)
		return;
	claim(out_scratch_file(ctx, out, &file) == 0);
	if (!changes->zeinfo.ptr && changes->rename_count == 0) {
		claim(fuzz_same(syb_file_bytes(file), data));
		return;
	}
	claim(syb_zebin_read(ctx, syb_file_bytes(file), NULL, &again) == 0);
	claim(again->section_count == z->section_count && again->symbol_count == z->symbol_count);
	claim(again->note_count == z->note_count && again->reloc_count == z->reloc_count);
	if (changes->zeinfo.ptr)
		claim(fuzz_same(syb_zebin_zeinfo_section(again)->bytes, changes->zeinfo));
	for (size_t i = 0; i < changes->rename_count; i++)
		claim(has(again, changes->renames[i].to));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char text[] = "---\nversion:         '1.20'\nkernels:         []\n...\n";
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	struct syb_zebin_rewrite changes = { .size = sizeof(changes) };
	struct syb_ze_rename renames[] = { { .to = "another name" }, { .to = "one more" } };

	if (syb_zebin_read(ctx, fuzz_bytes(data, size), NULL, &z) < 0) {
		claim(!z && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	walk(z, data, size);
	rewrite(ctx, z, fuzz_bytes(data, size), &changes);
	changes.zeinfo = (struct syb_bytes){ (const uint8_t *)text, sizeof(text) - 1 };
	rewrite(ctx, z, fuzz_bytes(data, size), &changes);
	changes.renames = renames;
	for (size_t i = 0; i < z->section_count && changes.rename_count == 0; i++)
		if (str_starts(z->sections[i].name, ZEBIN_TEXT))
			renames[changes.rename_count++].from = z->sections[i].name + strlen(ZEBIN_TEXT);
	for (size_t i = 1; i < z->symbol_count && changes.rename_count < 2; i++)
		if (z->symbols[i].type == STT_FUNC && z->symbols[i].section &&
		    (changes.rename_count == 0 || !str_eq(z->symbols[i].name, renames[0].from)))
			renames[changes.rename_count++].from = z->symbols[i].name;
	if (changes.rename_count)
		rewrite(ctx, z, fuzz_bytes(data, size), &changes);
	return 0;
}
