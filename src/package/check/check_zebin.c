/* package/check/check_zebin.c — rules of zebins: the container, and how its parts and ZE Info fit together. Findings of
 * the reader are reported first. Sources: zebin(5), and the behaviour of drivers (decoder_elf.c). */
#include "check.h"

#include "base/hash.h"
#include "check_zeinfo.h"
#include "format/zebin/zebin.h"

#include <ctype.h>
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>

struct zebin_check {
	struct syb_ctx *ctx;
	const struct syb_zebin *zebin;
	const struct syb_zeinfo *zeinfo; /* NULL when there is none */
	struct syb_ze_version version;   /* of the container; {0, 0} when it is not stated */
	const struct syb_props *props;   /* of the module in a package, or NULL */
};

/* Parts that the container has since a version. */
static void check_age(const struct zebin_check *c, uint64_t at, uint32_t minor, const char *what)
{
	if (c->version.major == 1 && c->version.minor < minor)
		check_hit(c->ctx, at, "zebin-too-new", "%s exists since 1.%" PRIu32 "; the file states 1.%" PRIu32,
			  what, minor, c->version.minor);
}

/* ---- header ---- */

static void check_header(const struct zebin_check *c)
{
	struct syb_zebin_header h = syb_zebin_header(c->zebin);
	uint64_t at = c->zebin->file.at;

	if (h.type != ET_REL && h.type != ZEBIN_TYPE_EXE)
		check_hit(c->ctx, at + 16, "zebin-type", "type %#x; drivers accept 1 and 0xff12", h.type);
	if (h.machine != ZEBIN_MACHINE)
		check_hit(c->ctx, at + 18, "zebin-machine", "machine %u, not 205 (EM_INTELGT)", h.machine);
	if (h.abi_version > 2)
		check_hit(c->ctx, at + 8, "zebin-abi", "ABI version %u; 0, 1 and 2 are known", h.abi_version);
	if (h.machine == ZEBIN_MACHINE && h.flags)
		check_hit(c->ctx, at, "zebin-flags", "flags %#" PRIx32 " have no meaning for machine 205", h.flags);
}

/* ---- sections ---- */

/* The sections that drivers know, by type and name; name NULL: the name does not matter. */
static const struct known_section {
	uint32_t type;
	const char *name, *title; /* name: a prefix when it ends in '*' */
	bool once;
	uint32_t since; /* minor version of the container */
} known_sections[] = {
	{ SHT_NULL, NULL, "", false, 0 },
	{ SHT_STRTAB, NULL, "", false, 0 },
	{ SHT_REL, NULL, "", false, 0 },
	{ SHT_RELA, NULL, "", false, 0 },
	{ (uint32_t)ZEBIN_SHT_VISAASM, NULL, "", false, 0 },
	{ SHT_SYMTAB, NULL, "of .symtab's type", true, 0 },
	{ (uint32_t)ZEBIN_SHT_SPIRV, NULL, "of .spv's type", true, 0 },
	{ (uint32_t)ZEBIN_SHT_ZEINFO, NULL, "of .ze_info's type", true, 0 },
	{ (uint32_t)ZEBIN_SHT_PISA, NULL, "of .pisa's type", true, 71 },
	{ SHT_PROGBITS, ".text", ".text", true, 45 },
	{ SHT_PROGBITS, ".text.*", "", false, 0 },
	{ SHT_PROGBITS, ".debug_*", "", false, 0 },
	{ SHT_PROGBITS, ".data.const", ".data.const", true, 0 },
	{ SHT_PROGBITS, ".data.global", ".data.global", true, 0 },
	{ SHT_PROGBITS, ".data.const.string", ".data.const.string", true, 0 },
	{ SHT_NOBITS, ".bss.const", ".bss.const", true, 0 },
	{ SHT_NOBITS, ".bss.global", ".bss.global", true, 0 },
	{ SHT_NOTE, ZEBIN_COMPAT, ZEBIN_COMPAT, true, 0 },
	{ SHT_NOTE, ".note.intelgt.metrics", "", false, 0 },
	{ (uint32_t)ZEBIN_SHT_GTPIN, ".gtpin_info*", "", false, 0 },
	{ (uint32_t)ZEBIN_SHT_MISC, ".misc.buildOptions", ".misc.buildOptions", true, 0 },
	{ (uint32_t)ZEBIN_SHT_MISC, ".misc.specConstantsIds", ".misc.specConstantsIds", true, 68 },
	{ (uint32_t)ZEBIN_SHT_MISC, ".misc.specConstantsValues", ".misc.specConstantsValues", true, 68 },
};

static bool has_name(const struct known_section *known, const char *name)
{
	const size_t len = known->name ? strlen(known->name) : 0;

	return len == 0 ||
	       (known->name[len - 1] == '*' ? strncmp(known->name, name, len - 1) == 0 : str_eq(known->name, name));
}

/* Drivers refuse unknown types, code and data of unknown names; they skip other sections of unknown names. */
static void report_section(const struct zebin_check *c, const struct syb_zebin_section *s, bool known_type)
{
	if (!known_type)
		check_hit(c->ctx, s->offset, "zebin-section-type",
			  "%s: type %#" PRIx32 " is unknown; drivers refuse the file", s->name, s->type);
	else if (s->type == SHT_PROGBITS)
		check_hit(c->ctx, s->offset, "zebin-section-name", "%s is unknown; drivers refuse the file", s->name);
	else if (*s->name)
		check_hit(c->ctx, s->offset, "zebin-section-ignored", "%s is unknown; drivers skip it", s->name);
}

static void check_sections(const struct zebin_check *c)
{
	bool seen[ARRAY_SIZE(known_sections)] = { false };

	for (size_t i = 1; i < syb_zebin_section_count(c->zebin); i++) {
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, i);
		const struct known_section *known = NULL;
		bool known_type = false;
		size_t n;

		for (n = 0; n < ARRAY_SIZE(known_sections) && !known; n++) {
			known_type |= known_sections[n].type == s->type;
			if (known_sections[n].type == s->type && has_name(&known_sections[n], s->name))
				known = &known_sections[n];
		}
		if (!known) {
			report_section(c, s, known_type);
			continue;
		}
		if (known->since)
			check_age(c, s->offset, known->since, s->name);
		if (known->once && seen[n - 1])
			check_hit(c->ctx, s->offset, "zebin-section-repeated", "a second section %s", known->title);
		seen[n - 1] = true;
	}
}

static void check_spec_constants(const struct zebin_check *c)
{
	const struct syb_zebin_section *ids = syb_zebin_section_find(c->zebin, ".misc.specConstantsIds");
	const struct syb_zebin_section *values = syb_zebin_section_find(c->zebin, ".misc.specConstantsValues");

	if (!ids && !values)
		return;
	if (!ids || !values)
		check_hit(c->ctx, (ids ? ids : values)->offset, "zebin-spec-constants",
			  "%s without the matching section", (ids ? ids : values)->name);
	else if (ids->size % 4 || values->size % 8 || ids->size / 4 != values->size / 8)
		check_hit(c->ctx, ids->offset, "zebin-spec-constants",
			  "%" PRIu64 " bytes of numbers (4 each) and %" PRIu64 " bytes of values (8 each)", ids->size,
			  values->size);
}

/* ---- notes ---- */

static void check_version_note(const struct zebin_check *c, const struct syb_zebin_note *note)
{
	struct syb_ze_version v = { 0 }, stated = c->zeinfo ? syb_zeinfo_version(c->zeinfo) : v;
	const char *text = syb_zebin_device(c->zebin)->version;

	if (!note->bytes.len || note->bytes.ptr[note->bytes.len - 1] || !text || syb_ze_version_parse(text, &v) < 0 ||
	    v.major != 1)
		check_hit(c->ctx, note->offset, "zebin-note-version",
			  "the version is not the text 1.N, terminated by NUL");
	else if (stated.major && syb_ze_version_compare(v, stated) != 0)
		check_hit(c->ctx, note->offset, "zebin-note-mismatch",
			  "the note states %s, .ze_info states %" PRIu32 ".%" PRIu32, text, stated.major, stated.minor);
}

static void check_note(const struct zebin_check *c, const struct syb_zebin_note *note, bool seen[16])
{
	static const uint32_t since[] = {
		[ZEBIN_NOTE_VERSION] = 16,         [ZEBIN_NOTE_VISA_ABI] = 32,
		[ZEBIN_NOTE_PRODUCT_CONFIG] = 33,  [ZEBIN_NOTE_INDIRECT_DETECTION] = 38,
		[ZEBIN_NOTE_INDIRECT_BUFFER] = 58,
	};

	if (!str_eq(note->owner, ZEBIN_OWNER)) {
		check_hit(c->ctx, note->offset, "zebin-note-owner", "a note of owner '%s'; drivers skip it",
			  note->owner);
		return;
	}
	if (note->type == 0 || note->type > ZEBIN_NOTE_INDIRECT_BUFFER) {
		check_hit(c->ctx, note->offset, "zebin-note-type", "unknown note type %" PRIu32, note->type);
		return;
	}
	if (seen[note->type])
		check_hit(c->ctx, note->offset, "zebin-note-repeated", "a second note of type %" PRIu32, note->type);
	seen[note->type] = true;
	if (since[note->type])
		check_age(c, note->offset, since[note->type], "this note");
	if (note->type == ZEBIN_NOTE_VERSION)
		check_version_note(c, note);
}

static void check_notes(const struct zebin_check *c)
{
	const struct syb_zebin_device *d = syb_zebin_device(c->zebin);
	bool seen[16] = { false }, broken = false;

	for (size_t i = 0; i < syb_zebin_note_count(c->zebin); i++)
		check_note(c, syb_zebin_note_at(c->zebin, i), seen);
	for (size_t i = 0; i < c->zebin->flaw_count; i++)
		broken = broken || str_starts(c->zebin->flaws[i].check, "zebin-note");
	if (!broken && !(d->has_product_family && d->product_family) && !(d->has_core_family && d->core_family) &&
	    !(d->has_product_config && d->product_config))
		check_hit(c->ctx, c->zebin->file.at, "zebin-no-device", "no note names the device");
}

/* ---- relocations ---- */

static void check_relocs(const struct zebin_check *c)
{
	for (size_t i = 0; i < syb_zebin_reloc_count(c->zebin); i++) {
		const struct syb_zebin_reloc *reloc = syb_zebin_reloc_at(c->zebin, i);
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, reloc->section);
		uint64_t at = s ? s->offset : c->zebin->file.at;

		if (!syb_zebin_reloc_name(reloc->type))
			check_hit(c->ctx, at, "zebin-reloc-type", "unknown relocation type %" PRIu32, reloc->type);
		else if (reloc->type == 7)
			check_age(c, at, 48, "a 16-bit relocation");
		if (s && s->type != SHT_NOBITS && reloc->offset >= s->size)
			check_hit(c->ctx, at, "zebin-reloc-place",
				  "a relocation at %#" PRIx64 " of %s, which has %" PRIu64 " bytes", reloc->offset,
				  s->name, s->size);
	}
}

/* Symbols that drivers define. */
static bool is_driver_symbol(const char *name)
{
	static const char *const offered[] = { "__SubDeviceID", "__MaxHWThreadIDPerSubDevice",
					       "__INTEL_PER_THREAD_OFF" };

	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (str_eq(name, offered[i]))
			return true;
	return !*name || str_starts(name, "__INTEL_PATCH_");
}

/* An address of a symbol that the file does not define: another file that is linked with it may. */
static bool is_undefined(const struct zebin_check *c, const struct syb_zebin_reloc *reloc)
{
	const struct syb_zebin_symbol *symbol = syb_zebin_symbol_at(c->zebin, reloc->symbol);
	bool address = reloc->type >= 1 && (reloc->type <= 3 || reloc->type == 7);
	const char *name;

	if (!address || !symbol || symbol->section != SHN_UNDEF || symbol->bind == STB_WEAK)
		return false;
	name = zebin_driver_name(c->zebin, reloc->symbol);
	return !is_driver_symbol(name) && !(c->props && syb_props_get(c->props, "SYCL/imported symbols", name));
}

/* Each symbol is reported once, at its first use. */
static int check_undefined(const struct zebin_check *c)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	bool *seen = arena_array(c->ctx, &arena, syb_zebin_symbol_count(c->zebin) + 1, sizeof(*seen));

	if (!seen)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < syb_zebin_reloc_count(c->zebin); i++) {
		const struct syb_zebin_reloc *reloc = syb_zebin_reloc_at(c->zebin, i);
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, reloc->section);

		if (!is_undefined(c, reloc) || seen[reloc->symbol])
			continue;
		seen[reloc->symbol] = true;
		check_hit(c->ctx, s && reloc->offset < s->size ? s->offset + reloc->offset : c->zebin->file.at,
			  "zebin-undefined", "%s is not defined in the file; drivers need another file that defines it",
			  zebin_driver_name(c->zebin, reloc->symbol));
	}
	return 0;
}

/* ---- kernels ---- */

static void check_kernels(const struct zebin_check *c)
{
	for (size_t i = 0; i < syb_zeinfo_kernel_count(c->zeinfo); i++) {
		const struct syb_ze_node *kernel = syb_zeinfo_kernel_at(c->zeinfo, i);
		const char *name = syb_ze_kind(kernel) == SYB_ZE_NODE_MAP ? ze_name(kernel) : "";
		const struct syb_zebin_section *text = syb_zebin_text(c->zebin, name);

		if (*name && (!text || text->size == 0))
			check_hit(c->ctx, syb_zebin_zeinfo_section(c->zebin)->offset, "zebin-kernel-text",
				  "kernel %s %s", name, text ? "has no code" : "has no section");
	}
}

static void check_texts(const struct zebin_check *c)
{
	for (size_t i = 1; i < syb_zebin_section_count(c->zebin); i++) {
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, i);
		const char *name =
			s->type == SHT_PROGBITS && str_starts(s->name, ZEBIN_TEXT) ? s->name + strlen(ZEBIN_TEXT) : "";

		if (*name && !str_eq(name, PSEUDO_KERNEL) && !syb_zeinfo_kernel_find(c->zeinfo, name))
			check_hit(c->ctx, s->offset, "zebin-text-kernel", "%s is not the code of a kernel of .ze_info",
				  s->name);
	}
}

/* Functions and variables of .ze_info have symbols. */
static int check_symbols(const struct zebin_check *c)
{
	static const struct {
		const char *list, *key, *what, *check;
	} lists[] = {
		{ "functions", "name", "function", "zeinfo-function-symbol" },
		{ "global_host_access_table", "device_name", "variable", "zeinfo-host-symbol" },
	};
	_cleanup_(hash_free) struct hash names = { 0 };
	const struct ze_check z = { .ctx = c->ctx, .zeinfo = c->zeinfo };
	const struct syb_ze_node *map;

	for (size_t i = 0; i < syb_zebin_symbol_count(c->zebin); i++) {
		const char *name = syb_zebin_symbol_at(c->zebin, i)->name;

		TRY(hash_put(c->ctx, &names, name, strlen(name), i, NULL, NULL));
	}
	for (size_t n = 0; n < ARRAY_SIZE(lists); n++)
		for (size_t i = 0; (map = ze_next(syb_zeinfo_root(c->zeinfo), lists[n].list, &i));) {
			const char *name = ze_word(map, lists[n].key);

			if (*name && !hash_get(&names, name, strlen(name)))
				ze_report(&z, lists[n].check, map, "%s %s has no symbol", lists[n].what, name);
		}
	return 0;
}

static int check_together(const struct zebin_check *c)
{
	if (!c->zeinfo || !syb_zeinfo_root(c->zeinfo))
		return 0;
	check_kernels(c);
	check_texts(c);
	return check_symbols(c);
}

int check_zebin(struct syb_ctx *ctx, const struct syb_zebin *zebin, const struct syb_props *props)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;
	struct zebin_check c = { .ctx = ctx, .zebin = zebin, .props = props };
	const char *version = syb_zebin_device(zebin)->version;
	int unread;

	for (size_t i = 0; i < zebin->flaw_count; i++)
		check_hit(ctx, zebin->flaws[i].at, zebin->flaws[i].check, "%s", zebin->flaws[i].text);
	unread = syb_zebin_zeinfo(ctx, zebin, &zeinfo);
	if (unread == -SYB_E_NOTFOUND)
		check_hit(ctx, zebin->file.at, "zebin-no-zeinfo",
			  "the section .ze_info is missing: the file has no kernels");
	if (unread < 0 && unread != -SYB_E_NOTFOUND && unread != -SYB_E_FORMAT)
		return unread;
	c.zeinfo = zeinfo;
	c.version = zeinfo ? syb_zeinfo_version(zeinfo) : c.version;
	if (c.version.major == 0 && version && syb_ze_version_parse(version, &c.version) < 0)
		c.version = (struct syb_ze_version){ 0 };
	check_header(&c);
	check_sections(&c);
	check_spec_constants(&c);
	check_notes(&c);
	check_relocs(&c);
	TRY(check_undefined(&c));
	if (zeinfo)
		TRY(check_zeinfo(ctx, zeinfo, syb_zebin_header(zebin).bits == 32));
	TRY(check_together(&c));
	return unread == -SYB_E_FORMAT ? unread : 0;
}

/* ---- fat archives ---- */

/* "64.12.55.8" and "64.12.55", or "64.acm-g10" and "64.acm-g10.3"; *count numbers of the version. */
static bool read_member(const char *name, unsigned *bits, unsigned version[3], int *count)
{
	int end = 0, n = sscanf(name, "%2u.%5u.%5u%n.%5u%n", bits, &version[0], &version[1], &end, &version[2], &end);

	*count = n - 1;
	if (strspn(name, "0123456789") != 2 || (*bits != 32 && *bits != 64) || name[2] != '.' || !name[3])
		return false;
	return *count == 0 ? !isdigit((unsigned char)name[3]) : *count >= 2 && !name[end];
}

void check_fat_member(struct syb_ctx *ctx, const struct syb_zebin *zebin, const char *name)
{
	const struct syb_zebin_device *d = syb_zebin_device(zebin);
	unsigned bits, version[3];
	int count;

	if (!read_member(name, &bits, version, &count)) {
		check_hit(ctx, zebin->file.at, "fat-member-name",
			  "drivers do not find a member '%s'; use a name like 64.12.55.8 or 64.acm-g10", name);
		return;
	}
	if (bits != syb_zebin_header(zebin).bits)
		check_hit(ctx, zebin->file.at, "fat-member-device", "member %s is a %" PRIu32 "-bit file", name,
			  syb_zebin_header(zebin).bits);
	else if (count > 0 && d->has_product_config && d->product_config &&
		 (version[0] != d->config_arch || version[1] != d->config_release ||
		  (count == 3 && version[2] != d->config_revision)))
		check_hit(ctx, zebin->file.at, "fat-member-device",
			  "member %s is for %" PRIu32 ".%" PRIu32 ".%" PRIu32 " according to its notes", name,
			  d->config_arch, d->config_release, d->config_revision);
}
