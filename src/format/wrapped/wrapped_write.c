/* format/wrapped/wrapped_write.c — device images → a relocatable object: one descriptor, records of its images, and two
 * functions that register and unregister it with the SYCL runtime when the program starts and ends.
 *
 * The layout of the records is computed first: the descriptor, all images, then the entries, property sets and
 * properties of one image after the other. Equal texts are shared; equal records are not. */
#include "wrapped_write.h"

#include "base/buf.h"
#include "base/hash.h"
#include "format/elf/elf_write.h"
#include "format/props/props.h"

#include <assert.h>

#define BUNDLE "__CLANG_OFFLOAD_BUNDLE__sycl-"
#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

enum {
	IMAGE_ALIGN = 16,
	STUB_SIZE = 16,
	/* Largest size of a section that does not hold images. Each image repeats the entries and properties of its
	 * module, so without a limit a small package could become a huge object. */
	CONTENT_MOST = 256 << 20,
};

/* ---- machines ---- */

/* The stub tail-calls a function of the runtime with the address of the descriptor. */
struct wrapped_machine {
	const char *name;
	uint16_t number;
	uint32_t pointer; /* relocation of a 64-bit address */
	uint8_t stub[STUB_SIZE];
	struct fixup {
		uint8_t at;
		bool call; /* of the runtime's function; else the address of the descriptor */
		int8_t addend;
		uint32_t type;
	} fixups[3];
	size_t fixup_count;
};

static const struct wrapped_machine machines[] = {
	{ "x86-64",
	  EM_X86_64,
	  R_X86_64_64,
	  /* lea 0(%rip), %rdi; jmp; nop × 4 */
	  { 0x48, 0x8d, 0x3d, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0, 0x90, 0x90, 0x90, 0x90 },
	  { { 3, false, -4, R_X86_64_PC32 }, { 8, true, -4, R_X86_64_PLT32 } },
	  2 },
	{ "aarch64",
	  EM_AARCH64,
	  R_AARCH64_ABS64,
	  /* adrp x0; add x0, x0; b; nop */
	  { 0, 0, 0, 0x90, 0, 0, 0, 0x91, 0, 0, 0, 0x14, 0x1f, 0x20, 0x03, 0xd5 },
	  { { 0, false, 0, R_AARCH64_ADR_PREL_PG_HI21 },
	    { 4, false, 0, R_AARCH64_ADD_ABS_LO12_NC },
	    { 8, true, 0, R_AARCH64_JUMP26 } },
	  3 },
};

const struct wrapped_machine *wrapped_machine_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (name ? str_eq(machines[i].name, name) : machines[i].number == ELF_MACHINE_HOST)
			return &machines[i];
	return NULL;
}

/* ---- sections and symbols ---- */

/* Indices of the sections; the sections with image bytes follow, one for each target. */
enum section {
	SECTION_NULL,
	SECTION_TEXT,
	SECTION_STRINGS,
	SECTION_RECORDS,
	SECTION_INIT,
	SECTION_FINI,
	SECTION_TGTIMG,
	SECTION_TGTSYM,
	SECTION_RELA_TEXT,
	SECTION_RELA_RECORDS,
	SECTION_RELA_INIT,
	SECTION_RELA_FINI,
	SECTION_RELA_TGTIMG,
	SECTION_STACK,
	SECTION_SYMTAB,
	SECTION_STRTAB,
	SECTION_IMAGES,
};

/* Local symbols first. Pointers into a section are relative to its symbol. */
enum symbol {
	SYMBOL_NULL,
	SYMBOL_DESCRIPTOR,
	SYMBOL_INIT,
	SYMBOL_FINI,
	SYMBOL_TEXT,
	SYMBOL_STRINGS,
	SYMBOL_RECORDS,
	SYMBOL_IMAGES, /* one for each target; after them the two functions of the runtime */
};

/* The image bytes for one target. */
struct bundle {
	const char *target;
	char *name;
	struct elf_piece *pieces;
	size_t count, room;
	uint64_t size;
};

/* Offsets of an image's records, and of its bytes in the section of its target. */
struct place {
	size_t bundle;
	uint64_t bytes_at, entries_at, sets_at, props_at, end;
};

struct writer {
	struct syb_ctx *ctx;
	const struct wrapped_machine *machine;
	uint16_t version;
	const struct wrapped_out_image *images;
	size_t count;
	struct arena arena;
	struct place *places;
	struct bundle *bundles;
	size_t bundle_count, bundle_room;
	struct buf content[SECTION_IMAGES]; /* by section */
	struct hash strings;                /* text → its offset in the strings */
};

static void drop(struct writer *w)
{
	for (size_t i = 0; i < w->bundle_count; i++)
		allocator_free(allocator_of(w->ctx), w->bundles[i].pieces);
	allocator_free(allocator_of(w->ctx), w->bundles);
	for (size_t i = 0; i < SECTION_IMAGES; i++)
		buf_free(&w->content[i]);
	hash_free(&w->strings);
	arena_free(&w->arena);
}

/* ---- layout ---- */

static int find_bundle(struct writer *w, const char *target, size_t *out_index)
{
	struct bundle bundle = { .target = target };

	for (size_t i = 0; i < w->bundle_count; i++)
		if (str_eq(w->bundles[i].target, target)) {
			*out_index = i;
			return 0;
		}
	bundle.name = arena_printf(w->ctx, &w->arena, BUNDLE "%s", target);
	if (!bundle.name)
		return -SYB_E_NOMEM;
	*out_index = w->bundle_count;
	return VEC_ADD(w->ctx, w->bundles, w->bundle_count, w->bundle_room, bundle);
}

/* Images are aligned, and at least one zero byte follows each: drivers read PTX up to its NUL. */
static int place_bytes(struct writer *w, const struct wrapped_out_image *image, struct place *place)
{
	static const uint8_t zeros[IMAGE_ALIGN];
	struct bundle *b;

	TRY(find_bundle(w, image->target, &place->bundle));
	b = &w->bundles[place->bundle];
	place->bytes_at = b->size;
	TRY(VEC_ADD(w->ctx, b->pieces, b->count, b->room, (struct elf_piece){ image->bytes, image->file }));
	TRY(VEC_ADD(w->ctx, b->pieces, b->count, b->room,
		    (struct elf_piece){ { zeros, IMAGE_ALIGN - image->bytes.len % IMAGE_ALIGN }, NULL }));
	b->size += image->bytes.len + b->pieces[b->count - 1].bytes.len;
	return 0;
}

static uint64_t image_size(const struct writer *w)
{
	return w->version >= 3 ? WRAPPED_IMAGE_LEAST : WRAPPED_IMAGE;
}

static int lay_out(struct writer *w)
{
	uint64_t at = WRAPPED_DESCRIPTOR + w->count * image_size(w);

	if (w->count > UINT16_MAX)
		return syb_fail(w->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				"%zu images: one object holds at most %d; wrap fewer modules at a time", w->count,
				UINT16_MAX);
	w->places = arena_array(w->ctx, &w->arena, w->count, sizeof(*w->places));
	if (!w->places)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < w->count; i++) {
		const struct wrapped_out_image *image = &w->images[i];
		struct place *place = &w->places[i];

		TRY(place_bytes(w, image, place));
		place->entries_at = at;
		place->sets_at = place->entries_at + image->entry_count * WRAPPED_ENTRY;
		place->props_at = place->sets_at + image->set_count * WRAPPED_SET;
		place->end = place->props_at;
		for (size_t s = 0; s < image->set_count; s++)
			place->end += syb_set_count(image->sets[s]) * WRAPPED_PROP;
		at = place->end;
	}
	return 0;
}

/* ---- pieces of records ---- */

static int put_relocation(struct writer *w, enum section section, uint64_t at, uint32_t symbol, uint32_t type,
			  int64_t addend)
{
	struct buf *b = &w->content[section];

	buf_u64(w->ctx, b, at);
	buf_u64(w->ctx, b, ELF64_R_INFO((uint64_t)symbol, type));
	return buf_u64(w->ctx, b, (uint64_t)addend);
}

/* Write an address: zero bytes and the relocation that sets them. */
static int put_pointer(struct writer *w, enum section section, uint32_t symbol, uint64_t addend)
{
	static const enum section relocations[] = {
		[SECTION_RECORDS] = SECTION_RELA_RECORDS,
		[SECTION_INIT] = SECTION_RELA_INIT,
		[SECTION_FINI] = SECTION_RELA_FINI,
		[SECTION_TGTIMG] = SECTION_RELA_TGTIMG,
	};
	struct buf *b = &w->content[section];

	TRY(put_relocation(w, relocations[section], b->len, symbol, w->machine->pointer, (int64_t)addend));
	return buf_u64(w->ctx, b, 0);
}

/* Write start and end of an array of records; both are null if it is empty. */
static int put_range(struct writer *w, uint64_t begin, uint64_t end)
{
	if (begin == end)
		return buf_fill(w->ctx, &w->content[SECTION_RECORDS], 0, 16);
	TRY(put_pointer(w, SECTION_RECORDS, SYMBOL_RECORDS, begin));
	return put_pointer(w, SECTION_RECORDS, SYMBOL_RECORDS, end);
}

static int put_string(struct writer *w, const char *text)
{
	struct buf *strings = &w->content[SECTION_STRINGS];
	size_t *place;
	bool found;

	TRY(hash_put(w->ctx, &w->strings, text, strlen(text), strings->len, &place, &found));
	if (!found)
		TRY(buf_add(w->ctx, strings, text, strlen(text) + 1));
	return put_pointer(w, SECTION_RECORDS, SYMBOL_STRINGS, *place);
}

/* ---- records ---- */

static int put_descriptor(struct writer *w)
{
	struct buf *b = &w->content[SECTION_RECORDS];

	buf_u16(w->ctx, b, WRAPPED_DESCRIPTOR_VERSION);
	buf_u16(w->ctx, b, (uint16_t)w->count);
	buf_u32(w->ctx, b, 0);
	TRY(w->count ? put_pointer(w, SECTION_RECORDS, SYMBOL_RECORDS, WRAPPED_DESCRIPTOR) : buf_u64(w->ctx, b, 0));
	return buf_fill(w->ctx, b, 0, 16);
}

static int put_image(struct writer *w, const struct wrapped_out_image *image, const struct place *place)
{
	const uint32_t symbol = SYMBOL_IMAGES + (uint32_t)place->bundle;
	struct buf *b = &w->content[SECTION_RECORDS];

	buf_u16(w->ctx, b, w->version);
	buf_add(w->ctx, b, (const uint8_t[]){ WRAPPED_KIND_SYCL, (uint8_t)image->format }, 2);
	TRY(buf_u32(w->ctx, b, 0));
	TRY(put_string(w, image->target));
	TRY(put_string(w, image->compile_options));
	TRY(put_string(w, image->link_options));
	if (w->version < 3)
		TRY(buf_fill(w->ctx, b, 0, 16)); /* no manifest */
	TRY(put_pointer(w, SECTION_RECORDS, symbol, place->bytes_at));
	TRY(put_pointer(w, SECTION_RECORDS, symbol, place->bytes_at + image->bytes.len));
	TRY(put_range(w, place->entries_at, place->sets_at));
	TRY(put_range(w, place->sets_at, place->props_at));
	TRY(put_pointer(w, SECTION_TGTIMG, symbol, place->bytes_at));
	return buf_u64(w->ctx, &w->content[SECTION_TGTIMG], image->full_size);
}

static int put_entries(struct writer *w, const struct wrapped_out_image *image)
{
	struct buf *b = &w->content[SECTION_RECORDS];

	for (size_t i = 0; i < image->entry_count; i++) {
		TRY(buf_u64(w->ctx, b, 0));
		TRY(put_string(w, image->entries[i]));
		TRY(buf_fill(w->ctx, b, 0, 16)); /* size, flags, reserved */
		TRY(buf_printf(w->ctx, &w->content[SECTION_TGTSYM], "sycl-%s.%s", image->triple, image->entries[i]));
		TRY(buf_char(w->ctx, &w->content[SECTION_TGTSYM], '\0'));
	}
	return 0;
}

static int put_sets(struct writer *w, const struct wrapped_out_image *image, uint64_t props_at)
{
	for (size_t i = 0; i < image->set_count; i++) {
		uint64_t end = props_at + syb_set_count(image->sets[i]) * WRAPPED_PROP;

		TRY(put_string(w, syb_set_name(image->sets[i])));
		TRY(put_range(w, props_at, end));
		props_at = end;
	}
	return 0;
}

/* A byte array begins with its count of bits. */
static int put_value(struct writer *w, const struct syb_prop *prop)
{
	struct buf *strings = &w->content[SECTION_STRINGS];

	buf_fill(w->ctx, strings, 0, align8(strings->len) - strings->len);
	TRY(put_pointer(w, SECTION_RECORDS, SYMBOL_STRINGS, strings->len));
	buf_u64(w->ctx, strings, prop->bits);
	return buf_add(w->ctx, strings, prop->bytes, prop->len);
}

static int put_prop(struct writer *w, const struct syb_set *set, const struct syb_prop *prop)
{
	const bool number = prop->type == SYB_PROP_U32 && !prop->wide;
	struct buf *b = &w->content[SECTION_RECORDS];

	if (!number && prop->type != SYB_PROP_BYTES)
		return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-property",
				"property '%s' of [%s] cannot be wrapped: %s", prop->key, syb_set_name(set),
				prop->wide ? "its value does not fit in 32 bits"
					   : "SYCL runtimes do not support its type");
	TRY(put_string(w, prop->key));
	TRY(number ? buf_u64(w->ctx, b, 0) : put_value(w, prop));
	buf_u32(w->ctx, b, prop->type);
	buf_u32(w->ctx, b, 0);
	return buf_u64(w->ctx, b, number ? prop->u32 : 8 + (uint64_t)prop->len);
}

static int put_props(struct writer *w, const struct wrapped_out_image *image)
{
	for (size_t s = 0; s < image->set_count; s++)
		for (size_t i = 0; i < syb_set_count(image->sets[s]); i++)
			TRY(put_prop(w, image->sets[s], syb_set_at(image->sets[s], i)));
	return 0;
}

static int put_records(struct writer *w)
{
	TRY(put_descriptor(w));
	for (size_t i = 0; i < w->count; i++)
		TRY(put_image(w, &w->images[i], &w->places[i]));
	for (size_t i = 0; i < w->count; i++) {
		TRY(put_entries(w, &w->images[i]));
		TRY(put_sets(w, &w->images[i], w->places[i].props_at));
		TRY(put_props(w, &w->images[i]));
		assert(w->content[SECTION_RECORDS].len == w->places[i].end);
	}
	return 0;
}

/* ---- registration ---- */

/* Write one function, and its entry in the array of functions that the program calls. */
static int put_stub(struct writer *w, enum section array, uint32_t callee)
{
	struct buf *text = &w->content[SECTION_TEXT];
	const uint64_t at = text->len;

	TRY(buf_add(w->ctx, text, w->machine->stub, STUB_SIZE));
	for (size_t i = 0; i < w->machine->fixup_count; i++) {
		const struct fixup *f = &w->machine->fixups[i];

		TRY(put_relocation(w, SECTION_RELA_TEXT, at + f->at, f->call ? callee : SYMBOL_RECORDS, f->type,
				   f->addend));
	}
	return put_pointer(w, array, SYMBOL_TEXT, at);
}

static int put_symbol(struct writer *w, const char *name, unsigned bind, unsigned type, uint16_t section, uint64_t at,
		      uint64_t size)
{
	struct buf *b = &w->content[SECTION_SYMTAB], *names = &w->content[SECTION_STRTAB];

	buf_u32(w->ctx, b, *name ? (uint32_t)names->len : 0);
	buf_add(w->ctx, b, (const uint8_t[]){ (uint8_t)ELF64_ST_INFO(bind, type), STV_DEFAULT }, 2);
	buf_u16(w->ctx, b, section);
	buf_u64(w->ctx, b, at);
	TRY(buf_u64(w->ctx, b, size));
	return *name ? buf_add(w->ctx, names, name, strlen(name) + 1) : 0;
}

static int put_symbols(struct writer *w)
{
	static const struct {
		const char *name;
		unsigned bind, type;
		uint16_t section;
		uint64_t at, size;
	} symbols[] = {
		[SYMBOL_NULL] = { "", STB_LOCAL, STT_NOTYPE, SHN_UNDEF, 0, 0 },
		[SYMBOL_DESCRIPTOR] = { ".sycl_offloading.descriptor", STB_LOCAL, STT_OBJECT, SECTION_RECORDS, 0,
					WRAPPED_DESCRIPTOR },
		[SYMBOL_INIT] = { "sycl.descriptor_reg", STB_LOCAL, STT_FUNC, SECTION_TEXT, 0, STUB_SIZE },
		[SYMBOL_FINI] = { "sycl.descriptor_unreg", STB_LOCAL, STT_FUNC, SECTION_TEXT, STUB_SIZE, STUB_SIZE },
		[SYMBOL_TEXT] = { "", STB_LOCAL, STT_SECTION, SECTION_TEXT, 0, 0 },
		[SYMBOL_STRINGS] = { "", STB_LOCAL, STT_SECTION, SECTION_STRINGS, 0, 0 },
		[SYMBOL_RECORDS] = { "", STB_LOCAL, STT_SECTION, SECTION_RECORDS, 0, 0 },
	};

	TRY(buf_char(w->ctx, &w->content[SECTION_STRTAB], '\0'));
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++)
		TRY(put_symbol(w, symbols[i].name, symbols[i].bind, symbols[i].type, symbols[i].section, symbols[i].at,
			       symbols[i].size));
	for (size_t i = 0; i < w->bundle_count; i++)
		TRY(put_symbol(w, "", STB_LOCAL, STT_SECTION, (uint16_t)(SECTION_IMAGES + i), 0, 0));
	TRY(put_symbol(w, "__sycl_register_lib", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0, 0));
	return put_symbol(w, "__sycl_unregister_lib", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0, 0);
}

/* ---- the object ---- */

/* Names and flags are those of DPC++'s wrapper. Priority 1, because constructors of the program may use kernels. */
static const struct elf_out_section fixed[SECTION_IMAGES] = {
	[SECTION_TEXT] = { .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR, .align = 16 },
	[SECTION_STRINGS] = { .name = ".rodata", .type = SHT_PROGBITS, .flags = SHF_ALLOC, .align = 8 },
	[SECTION_RECORDS] = { .name = ".data.rel.ro",
			      .type = SHT_PROGBITS,
			      .flags = SHF_ALLOC | SHF_WRITE,
			      .align = 16 },
	[SECTION_INIT] = { .name = ".init_array.1",
			   .type = SHT_INIT_ARRAY,
			   .flags = SHF_ALLOC | SHF_WRITE,
			   .align = 8 },
	[SECTION_FINI] = { .name = ".fini_array.1",
			   .type = SHT_FINI_ARRAY,
			   .flags = SHF_ALLOC | SHF_WRITE,
			   .align = 8 },
	[SECTION_TGTIMG] = { .name = ".tgtimg",
			     .type = SHT_PROGBITS,
			     .flags = SHF_ALLOC | SHF_WRITE | SHF_GNU_RETAIN,
			     .align = 16 },
	[SECTION_TGTSYM] = { .name = ".tgtsym", .type = SHT_PROGBITS, .align = 1 },
#define RELA(section, of)                                                                 \
	{                                                                                 \
		.name = ".rela" of, .type = SHT_RELA, .flags = SHF_INFO_LINK, .align = 8, \
		.entry_size = sizeof(Elf64_Rela), .link = SECTION_SYMTAB, .info = section \
	}
	[SECTION_RELA_TEXT] = RELA(SECTION_TEXT, ".text"),
	[SECTION_RELA_RECORDS] = RELA(SECTION_RECORDS, ".data.rel.ro"),
	[SECTION_RELA_INIT] = RELA(SECTION_INIT, ".init_array.1"),
	[SECTION_RELA_FINI] = RELA(SECTION_FINI, ".fini_array.1"),
	[SECTION_RELA_TGTIMG] = RELA(SECTION_TGTIMG, ".tgtimg"),
#undef RELA
	[SECTION_STACK] = { .name = ".note.GNU-stack", .type = SHT_PROGBITS, .align = 1 },
	[SECTION_SYMTAB] = { .name = ".symtab",
			     .type = SHT_SYMTAB,
			     .align = 8,
			     .entry_size = sizeof(Elf64_Sym),
			     .link = SECTION_STRTAB },
	[SECTION_STRTAB] = { .name = ".strtab", .type = SHT_STRTAB, .align = 1 },
};

static int put_object(struct writer *w, struct syb_out *out)
{
	const size_t count = SECTION_IMAGES + w->bundle_count;
	struct elf_out_section *sections = arena_array(w->ctx, &w->arena, count, sizeof(*sections));
	struct elf_piece *pieces = arena_array(w->ctx, &w->arena, SECTION_IMAGES, sizeof(*pieces));

	if (!sections || !pieces)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < SECTION_IMAGES; i++) {
		pieces[i].bytes = buf_bytes(&w->content[i]);
		sections[i] = fixed[i];
		sections[i].pieces = &pieces[i];
		sections[i].piece_count = 1;
	}
	sections[SECTION_SYMTAB].info = SYMBOL_IMAGES + (uint32_t)w->bundle_count; /* the first global symbol */
	for (size_t i = 0; i < w->bundle_count; i++)
		sections[SECTION_IMAGES + i] = (struct elf_out_section){ .name = w->bundles[i].name,
									 .type = SHT_PROGBITS,
									 .flags = SHF_ALLOC,
									 .align = IMAGE_ALIGN,
									 .pieces = w->bundles[i].pieces,
									 .piece_count = w->bundles[i].count };
	return elf_write_object(w->ctx, w->machine->number, sections + 1, count - 1, out);
}

int wrapped_write(struct syb_ctx *ctx, const struct wrapped_machine *machine, uint16_t version,
		  const struct wrapped_out_image *images, size_t count, struct syb_out *out)
{
	_cleanup_(drop) struct writer w = {
		.ctx = ctx, .machine = machine, .version = version, .images = images, .count = count
	};
	uint32_t functions;

	for (size_t i = 0; i < SECTION_IMAGES; i++)
		w.content[i].max = CONTENT_MOST;
	TRY(lay_out(&w));
	functions = SYMBOL_IMAGES + (uint32_t)w.bundle_count;
	TRY(put_records(&w));
	TRY(put_stub(&w, SECTION_INIT, functions));
	TRY(put_stub(&w, SECTION_FINI, functions + 1));
	TRY(put_symbols(&w));
	return put_object(&w, out);
}
