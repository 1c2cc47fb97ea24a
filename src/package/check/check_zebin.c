/* package/check/check_zebin.c — rules of zebins: the container, and how its parts and ZE Info fit together. What the
 * reader found on its way is reported first. Sources: zebin(5), and what drivers do (decoder_elf.c). */
#include "check.h"

#include "base/hash.h"
#include "check_zeinfo.h"
#include "format/zebin/zebin.h"

#include <ctype.h>
#include <elf.h>
#include <inttypes.h>

/* Code that is no kernel's: exported functions, or only their anchor. */
#define PSEUDO_KERNEL "Intel_Symbol_Table_Void_Program"

struct zebin_check {
	struct syb_ctx *ctx;
	const struct syb_zebin *zebin;
	const struct syb_zeinfo *zeinfo; /* NULL when there is none */
	struct syb_ze_version version;   /* of the container; {0, 0} when it does not say */
	const struct syb_props *props;   /* of the module in a package, or NULL */
};

/* Things that came to the container with a version. */
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
		check_hit(c->ctx, at + 16, "zebin-type", "type %#x; drivers take 1 and 0xff12", h.type);
	if (h.machine != ZEBIN_MACHINE)
		check_hit(c->ctx, at + 18, "zebin-machine", "machine %u, not 205 (EM_INTELGT)", h.machine);
	if (h.abi_version > 2)
		check_hit(c->ctx, at + 8, "zebin-abi", "ABI version %u; 0, 1 and 2 are known", h.abi_version);
	if (h.machine == ZEBIN_MACHINE && h.flags)
		check_hit(c->ctx, at, "zebin-flags", "flags %#" PRIx32 " mean nothing with machine 205", h.flags);
}

/* ---- sections ---- */

/* Sections that may stand once, by name; others have a type of their own. */
static const char *const single_names[] = {
	".text",
	".data.const",
	".data.global",
	".data.const.string",
	".bss.const",
	".bss.global",
	".note.intelgt.compat",
	".misc.buildOptions",
	".misc.specConstantsIds",
	".misc.specConstantsValues",
};

static const struct {
	uint32_t type;
	const char *name;
} single_types[] = {
	{ SHT_SYMTAB, ".symtab" },
	{ (uint32_t)ZEBIN_SHT_SPIRV, ".spv" },
	{ (uint32_t)ZEBIN_SHT_ZEINFO, ".ze_info" },
	{ (uint32_t)ZEBIN_SHT_PISA, ".pisa" },
};

static bool is_known_data(const char *name)
{
	return str_eq(name, ".text") || str_starts(name, ZEBIN_TEXT) || str_eq(name, ".data.const") ||
	       str_eq(name, ".data.global") || str_eq(name, ".data.const.string") || str_starts(name, ".debug_");
}

/* Names that drivers skip when they do not know them. */
static bool is_known_extra(uint32_t type, const char *name)
{
	switch (type) {
	case SHT_NOBITS:
		return str_eq(name, ".bss.const") || str_eq(name, ".bss.global");
	case SHT_NOTE:
		return str_eq(name, ZEBIN_COMPAT) || str_eq(name, ".note.intelgt.metrics");
	case (uint32_t)ZEBIN_SHT_GTPIN:
		return str_starts(name, ".gtpin_info");
	default:
		return str_eq(name, ".misc.buildOptions") || str_eq(name, ".misc.specConstantsIds") ||
		       str_eq(name, ".misc.specConstantsValues");
	}
}

static void check_section_name(const struct zebin_check *c, const struct syb_zebin_section *s)
{
	switch (s->type) {
	case SHT_NULL:
	case SHT_SYMTAB:
	case SHT_STRTAB:
	case SHT_REL:
	case SHT_RELA:
	case (uint32_t)ZEBIN_SHT_SPIRV:
	case (uint32_t)ZEBIN_SHT_ZEINFO:
	case (uint32_t)ZEBIN_SHT_VISAASM:
	case (uint32_t)ZEBIN_SHT_PISA:
		break;
	case SHT_PROGBITS:
		if (!is_known_data(s->name))
			check_hit(c->ctx, s->offset, "zebin-section-name", "%s is not known; drivers refuse the file",
				  s->name);
		break;
	case SHT_NOTE:
	case SHT_NOBITS:
	case (uint32_t)ZEBIN_SHT_GTPIN:
	case (uint32_t)ZEBIN_SHT_MISC:
		if (*s->name && !is_known_extra(s->type, s->name))
			check_hit(c->ctx, s->offset, "zebin-section-ignored", "%s is not known; drivers skip it",
				  s->name);
		break;
	default:
		check_hit(c->ctx, s->offset, "zebin-section-type",
			  "%s: type %#" PRIx32 " is not known; drivers refuse the file", s->name, s->type);
	}
}

static void check_section_age(const struct zebin_check *c, const struct syb_zebin_section *s)
{
	if (s->type == SHT_PROGBITS && str_eq(s->name, ".text"))
		check_age(c, s->offset, 45, "a section .text of no kernel");
	else if (s->type == (uint32_t)ZEBIN_SHT_MISC && str_starts(s->name, ".misc.specConstants"))
		check_age(c, s->offset, 68, s->name);
	else if (s->type == (uint32_t)ZEBIN_SHT_PISA)
		check_age(c, s->offset, 71, ".pisa");
}

static void check_sections(const struct zebin_check *c)
{
	bool names[ARRAY_SIZE(single_names)] = { false }, types[ARRAY_SIZE(single_types)] = { false };

	for (size_t i = 1; i < syb_zebin_section_count(c->zebin); i++) {
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, i);

		check_section_name(c, s);
		check_section_age(c, s);
		for (size_t n = 0; n < ARRAY_SIZE(single_names) && s->type != SHT_NULL; n++) {
			if (!str_eq(s->name, single_names[n]))
				continue;
			if (names[n])
				check_hit(c->ctx, s->offset, "zebin-section-repeated", "a second section %s", s->name);
			names[n] = true;
		}
		for (size_t t = 0; t < ARRAY_SIZE(single_types); t++) {
			if (s->type != single_types[t].type)
				continue;
			if (types[t])
				check_hit(c->ctx, s->offset, "zebin-section-repeated", "a second section of %s's type",
					  single_types[t].name);
			types[t] = true;
		}
	}
}

static void check_spec_constants(const struct zebin_check *c)
{
	const struct syb_zebin_section *ids = syb_zebin_section_find(c->zebin, ".misc.specConstantsIds");
	const struct syb_zebin_section *values = syb_zebin_section_find(c->zebin, ".misc.specConstantsValues");

	if (!ids && !values)
		return;
	if (!ids || !values)
		check_hit(c->ctx, (ids ? ids : values)->offset, "zebin-spec-constants", "%s without the other section",
			  (ids ? ids : values)->name);
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
			  "the version is not the text 1.N with a NUL behind it");
	else if (stated.major && syb_ze_version_compare(v, stated) != 0)
		check_hit(c->ctx, note->offset, "zebin-note-mismatch",
			  "the note says %s, .ze_info says %" PRIu32 ".%" PRIu32, text, stated.major, stated.minor);
}

static void check_note(const struct zebin_check *c, const struct syb_zebin_note *note, bool seen[16])
{
	static const uint32_t since[] = {
		[ZEBIN_NOTE_VERSION] = 16,         [ZEBIN_NOTE_VISA_ABI] = 32,
		[ZEBIN_NOTE_PRODUCT_CONFIG] = 33,  [ZEBIN_NOTE_INDIRECT_DETECTION] = 38,
		[ZEBIN_NOTE_INDIRECT_BUFFER] = 58,
	};

	if (!str_eq(note->owner, ZEBIN_OWNER)) {
		check_hit(c->ctx, note->offset, "zebin-note-owner", "a note of %s; drivers skip it",
			  *note->owner ? note->owner : "nobody");
		return;
	}
	if (note->type == 0 || note->type > ZEBIN_NOTE_INDIRECT_BUFFER) {
		check_hit(c->ctx, note->offset, "zebin-note-type", "a note of type %" PRIu32 ", which is not known",
			  note->type);
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
		check_hit(c->ctx, c->zebin->file.at, "zebin-no-device", "no note says for which device it is");
}

/* ---- relocations ---- */

static void check_relocs(const struct zebin_check *c)
{
	for (size_t i = 0; i < syb_zebin_reloc_count(c->zebin); i++) {
		const struct syb_zebin_reloc *reloc = syb_zebin_reloc_at(c->zebin, i);
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, reloc->section);
		uint64_t at = s ? s->offset : c->zebin->file.at;

		if (!syb_zebin_reloc_name(reloc->type))
			check_hit(c->ctx, at, "zebin-reloc-type",
				  "a relocation of type %" PRIu32 ", which is not known", reloc->type);
		else if (reloc->type == 7)
			check_age(c, at, 48, "a relocation of 16 bits");
		if (s && s->type != SHT_NOBITS && reloc->offset >= s->size)
			check_hit(c->ctx, at, "zebin-reloc-place",
				  "a relocation at %#" PRIx64 " of %s, which has %" PRIu64 " bytes", reloc->offset,
				  s->name, s->size);
	}
}

/* What drivers put in themselves. */
static bool is_driver_symbol(const char *name)
{
	static const char *const offered[] = { "__SubDeviceID", "__MaxHWThreadIDPerSubDevice",
					       "__INTEL_PER_THREAD_OFF" };

	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (str_eq(name, offered[i]))
			return true;
	return !*name || str_starts(name, "__INTEL_PATCH_");
}

/* An address of something that the file does not have: linked with others it may be found, alone it is not. */
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

/* Each is told once, at the first place that wants it. */
static int check_undefined(const struct zebin_check *c)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	bool *told = arena_array(c->ctx, &arena, syb_zebin_symbol_count(c->zebin) + 1, sizeof(*told));

	if (!told)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < syb_zebin_reloc_count(c->zebin); i++) {
		const struct syb_zebin_reloc *reloc = syb_zebin_reloc_at(c->zebin, i);
		const struct syb_zebin_section *s = syb_zebin_section_at(c->zebin, reloc->section);

		if (!is_undefined(c, reloc) || told[reloc->symbol])
			continue;
		told[reloc->symbol] = true;
		check_hit(c->ctx, s && reloc->offset < s->size ? s->offset + reloc->offset : c->zebin->file.at,
			  "zebin-undefined", "%s is not in the file: drivers want another that has it",
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
			check_hit(c->ctx, s->offset, "zebin-text-kernel", "%s is the code of no kernel of .ze_info",
				  s->name);
	}
}

/* Functions and variables that .ze_info speaks of have symbols. */
static int check_symbols(const struct zebin_check *c)
{
	const struct syb_ze_node *hosts = syb_ze_get(syb_zeinfo_root(c->zeinfo), "global_host_access_table");
	const struct ze_check z = { .ctx = c->ctx, .zeinfo = c->zeinfo };
	struct hash names = { 0 };
	int r = 0;

	for (size_t i = 0; i < syb_zebin_symbol_count(c->zebin) && r == 0; i++) {
		const char *name = syb_zebin_symbol_at(c->zebin, i)->name;
		size_t *value;
		bool found;

		r = hash_put(c->ctx, &names, name, strlen(name), i, &value, &found);
	}
	for (size_t i = 0; i < syb_zeinfo_function_count(c->zeinfo) && r == 0; i++) {
		const struct syb_ze_node *function = syb_zeinfo_function_at(c->zeinfo, i);
		const char *name = syb_ze_kind(function) == SYB_ZE_NODE_MAP ? ze_name(function) : "";

		if (*name && !hash_get(&names, name, strlen(name)))
			ze_report(&z, "zeinfo-function-symbol", function, "function %s has no symbol", name);
	}
	for (size_t i = 0; hosts && syb_ze_kind(hosts) == SYB_ZE_NODE_LIST && i < syb_ze_count(hosts) && r == 0; i++) {
		const struct syb_ze_node *host = syb_ze_at(hosts, i);
		const char *name = syb_ze_kind(host) == SYB_ZE_NODE_MAP ? ze_word(host, "device_name") : "";

		if (*name && !hash_get(&names, name, strlen(name)))
			ze_report(&z, "zeinfo-host-symbol", host, "variable %s has no symbol", name);
	}
	hash_free(&names);
	return r;
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
	int unread, r;

	for (size_t i = 0; i < zebin->flaw_count; i++)
		check_hit(ctx, zebin->flaws[i].at, zebin->flaws[i].check, "%s", zebin->flaws[i].text);
	unread = syb_zebin_zeinfo(ctx, zebin, &zeinfo);
	if (unread == -SYB_E_NOTFOUND)
		check_hit(ctx, zebin->file.at, "zebin-no-zeinfo", "there is no .ze_info, so no kernel can be found");
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
	r = check_undefined(&c);
	if (r == 0 && zeinfo)
		r = check_zeinfo(ctx, zeinfo, syb_zebin_header(zebin).bits == 32);
	if (r == 0)
		r = check_together(&c);
	return r < 0 ? r : unread == -SYB_E_FORMAT ? unread : 0;
}

/* ---- fat archives ---- */

static bool take_number(const char **text, unsigned long *out_number)
{
	unsigned long n = 0;
	const char *p = *text;

	for (; isdigit((unsigned char)*p) && n < 100000; p++)
		n = n * 10 + (unsigned long)(*p - '0');
	if (p == *text)
		return false;
	*text = p;
	*out_number = n;
	return true;
}

/* "64.12.55.8" and "64.12.55", or "64.acm-g10" and "64.acm-g10.3". */
static bool read_member(const char *name, unsigned long *bits, unsigned long version[3], size_t *count)
{
	*count = 0;
	if (!take_number(&name, bits) || (*bits != 32 && *bits != 64) || *name++ != '.' || !*name)
		return false;
	if (!isdigit((unsigned char)*name))
		return true;
	while (*count < 3 && take_number(&name, &version[*count])) {
		(*count)++;
		if (*name != '.')
			break;
		name++;
	}
	return *count >= 2 && !*name;
}

void check_fat_member(struct syb_ctx *ctx, const struct syb_zebin *zebin, const char *name)
{
	const struct syb_zebin_device *d = syb_zebin_device(zebin);
	unsigned long bits, version[3];
	size_t count;

	if (!read_member(name, &bits, version, &count)) {
		check_hit(ctx, zebin->file.at, "fat-member-name",
			  "drivers do not look for a member '%s'; names are like 64.12.55.8 or 64.acm-g10", name);
		return;
	}
	if (bits != syb_zebin_header(zebin).bits)
		check_hit(ctx, zebin->file.at, "fat-member-device", "member %s is a file of %" PRIu32 " bits", name,
			  syb_zebin_header(zebin).bits);
	else if (count && d->has_product_config && d->product_config &&
		 (version[0] != d->config_arch || version[1] != d->config_release ||
		  (count == 3 && version[2] != d->config_revision)))
		check_hit(ctx, zebin->file.at, "fat-member-device",
			  "member %s is for %" PRIu32 ".%" PRIu32 ".%" PRIu32 " by its notes", name, d->config_arch,
			  d->config_release, d->config_revision);
}
