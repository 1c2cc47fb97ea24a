/* Zebins: real files of ocloc (tests/golden/zebin), cut and damaged in every place. */
#include "format/zebin/zebin.h"
#include "lib/damage.h"
#include "lib/offload.h"
#include "lib/torture.h"

static const char *const files[] = { "zebin/two-acm-g10.zebin", "zebin/two-tgllp-32.zebin" };

/* Read it, and look at everything. */
static int read_all(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct syb_zebin *z = NULL;
	size_t sum = 0;
	int r = syb_zebin_read(ctx, bytes, NULL, &z);

	if ((r == 0) != (z != NULL) || (r < 0 && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0))
		r = -SYB_E_INTERNAL;
	for (size_t i = 0; z && i < syb_zebin_section_count(z); i++) {
		const struct syb_zebin_section *s = syb_zebin_section_at(z, i);

		for (size_t k = 0; k < s->bytes.len; k++)
			sum += s->bytes.ptr[k];
		sum += syb_zebin_section_find(z, s->name) != NULL;
		sum += str_starts(s->name, ZEBIN_TEXT) ? syb_zebin_code_size(z, s->name + 6) : 0;
	}
	for (size_t i = 0; z && i < syb_zebin_symbol_count(z); i++)
		sum += strlen(syb_zebin_symbol_at(z, i)->name) + strlen(zebin_driver_name(z, i));
	for (size_t i = 0; z && i < syb_zebin_note_count(z); i++)
		sum += strlen(syb_zebin_note_at(z, i)->owner);
	for (size_t i = 0; z && i < z->flaw_count; i++)
		if (!*z->flaws[i].text)
			r = -SYB_E_INTERNAL;
	if (sum == SIZE_MAX)
		abort();
	syb_zebin_free(z);
	syb_ctx_diag_clear(ctx);
	return r;
}

static void good(struct syb_ctx *ctx, const char *name, unsigned bits, const char *device, uint64_t code, uint64_t at)
{
	const struct syb_zebin_read_opts opts = { .size = sizeof(opts), .name = name, .at = at };
	struct syb_file *file = golden(ctx, name);
	const struct syb_zebin_section *s;
	const struct syb_zebin_device *d;
	struct syb_zebin *z = NULL;

	if (!ok(file && syb_zebin_read(ctx, syb_file_bytes(file), &opts, &z) == 0, "%s", name))
		return;
	is_int(syb_zebin_header(z).bits, bits);
	is_int(syb_zebin_header(z).type, 1);
	is_int(syb_zebin_header(z).machine, 205);
	is_int(syb_zebin_header(z).abi_version, 1);
	is_int(syb_zebin_section_count(z), 11);
	s = syb_zebin_section_find(z, ".rel.text.last");
	if (ok(s != NULL)) {
		is_int(s->type, 9);
		is_str(syb_zebin_section_at(z, s->info)->name, ".text.last");
		is_str(syb_zebin_section_at(z, s->link)->name, ".symtab");
	}
	ok(!syb_zebin_section_find(z, ".text.nobody") && !syb_zebin_section_at(z, 11));
	s = syb_zebin_zeinfo_section(z);
	if (ok(s != NULL)) {
		is_str(s->name, ".ze_info");
		ok(memcmp(s->bytes.ptr, "---\nversion:", 12) == 0);
		ok(syb_file_bytes(file).ptr + (s->offset - at) == s->bytes.ptr);
	}
	is_int(syb_zebin_symbol_count(z), 8);
	is_str(syb_zebin_symbol_at(z, 1)->name, "add");
	is_int(syb_zebin_symbol_at(z, 1)->type, 2);
	is_int(syb_zebin_symbol_at(z, 7)->bind, 1);
	is_int(syb_zebin_reloc_count(z), 2);
	is_int(syb_zebin_reloc_at(z, 0)->symbol, 7);
	is_str(syb_zebin_reloc_name(syb_zebin_reloc_at(z, 0)->type), "low 32 bits of an address");
	ok(!syb_zebin_reloc_name(99) && !syb_zebin_reloc_at(z, 2));
	is_int(syb_zebin_note_count(z), 4);
	is_str(syb_zebin_note_at(z, 3)->owner, "IntelGT");
	d = syb_zebin_device(z);
	is_str(d->device, device);
	is_str(d->version, "1.20");
	is_int(d->generator, 1);
	ok(d->has_product_family && d->has_core_family && d->has_metadata && !d->has_product_config);
	is_int(syb_zebin_code_size(z, "add"), code);
	ok(syb_zebin_text(z, "add")->size > code);
	ok(!syb_zebin_text(z, "nobody") && syb_zebin_code_size(z, "nobody") == 0);
	is_int(z->flaw_count, 0);
	syb_zebin_free(z);
	syb_file_close(file);
}

enum { EHDR_MACHINE = 18 };

static enum syb_kind kind_of(const uint8_t *ptr, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1); /* reading behind its end is noticed */
	enum syb_kind kind;

	memcpy(copy, ptr, len);
	kind = syb_identify((struct syb_bytes){ copy, len });
	free(copy);
	return kind;
}

/* Of old compilers: a plain object whose machine is the product. Only .ze_info, by type and name, tells. */
static void old(struct syb_ctx *ctx, const char *name, uint16_t product, const char *family)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, name);
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	uint8_t *copy = malloc(bytes.len + 1), *text;
	size_t whole = 0, odd = 0;

	memcpy(copy, bytes.ptr, bytes.len);
	copy[EHDR_MACHINE] = (uint8_t)product;
	copy[EHDR_MACHINE + 1] = (uint8_t)(product >> 8);
	is_int(kind_of(copy, bytes.len), SYB_KIND_ZEBIN);
	is_int(syb_zebin_read(ctx, (struct syb_bytes){ copy, bytes.len }, NULL, &z), 0);
	ok(z && syb_zebin_device(z)->has_product_family && syb_zebin_device(z)->product_family == product &&
		   str_eq(syb_zebin_device(z)->product_name, family),
	   "%s as an old file", name);
	for (size_t n = 20; n < bytes.len; n++)
		whole += kind_of(copy, n) == SYB_KIND_ZEBIN; /* never: the section headers stand last */
	ok(whole == 0, "%s as an old file, cut at every byte", name);
	for (size_t i = 20; i < bytes.len; i++) {
		enum syb_kind kind;

		copy[i] ^= 0xff;
		kind = kind_of(copy, bytes.len);
		odd += kind != SYB_KIND_ZEBIN && kind != SYB_KIND_ELF;
		copy[i] ^= 0xff;
	}
	ok(odd == 0, "%s as an old file, damaged at every byte", name);
	if (ok(z && z->zeinfo)) {
		text = copy + z->sections[z->header.names_section].offset + z->name_at[z->zeinfo];
		text[1] = '_';
		is_int(kind_of(copy, bytes.len), SYB_KIND_ELF);
		text[1] = 'z';
		is_int(kind_of(copy, bytes.len), SYB_KIND_ZEBIN);
		text[5] = '\0';
		is_int(kind_of(copy, bytes.len), SYB_KIND_ELF);
	}
	free(copy);
}

static void damage(struct syb_ctx *ctx, const char *name)
{
	static const uint8_t values[] = { 0, 1, 0x7f, 0xff };
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, name);
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };
	struct damage d = { .ctx = ctx, .read = read_all };

	damage_cuts(&d, bytes);
	ok(d.odd == 0 && d.taken == 0, "%s cut at every byte", name); /* never taken: the section headers stand last */
	d.limits = true;
	damage_each(&d, bytes, values, ARRAY_SIZE(values));
	ok(d.odd == 0, "%s damaged at every byte", name);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_zebin *z = NULL;
	int r = syb_zebin_read(ctx, *(struct syb_bytes *)arg, NULL, &z);

	syb_zebin_free(z);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, files[0]);
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	good(ctx, files[0], 64, "acm-g10", 544, 0);
	good(ctx, files[1], 32, "tgllp", 344, 1000);
	old(ctx, files[0], 1270, "IGFX_DG2");
	old(ctx, files[1], 29, "IGFX_TIGERLAKE_LP");
	is_int(read_all(ctx, str_bytes("\177ELX")), -SYB_E_FORMAT);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		damage(ctx, files[i]);
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
