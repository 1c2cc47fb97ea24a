/* format/zebin/zebin.h — the inside of a zebin, for the rewriter and for the checks.
 *
 * Problems that do not prevent reading are recorded as flaws, in the order in which they are found; `sybil check`
 * reports them. */
#ifndef FORMAT_ZEBIN_H
#define FORMAT_ZEBIN_H

#include "base/hash.h"
#include "base/span.h"
#include <sybil/zebin.h>

/* The pseudo kernel that only holds functions or anchors symbols. */
#define PSEUDO_KERNEL "Intel_Symbol_Table_Void_Program"

/* The ELF header. */
struct syb_zebin_header {
	uint32_t bits; /* 32 or 64 */
	uint16_t type; /* 1, or 0xff12 */
	uint16_t machine;
	uint8_t abi_version;
	uint32_t flags;
	uint32_t names_section; /* index of the section with the names */
};

struct syb_zebin_symbol {
	const char *name;
	uint64_t value, size;
	uint32_t section; /* index; 0 = undefined */
	uint8_t bind, type;
};

struct syb_zebin_reloc {
	uint32_t section; /* that is patched */
	uint64_t offset;
	uint32_t symbol; /* index */
	uint32_t type;
	int64_t addend;
	bool has_addend;
};

struct syb_zebin_note {
	const char *owner;
	uint32_t type;
	struct syb_bytes bytes;
	uint64_t offset; /* absolute */
};

enum {
	ZEBIN_MACHINE = 205, /* EM_INTELGT; older files have the product or core family in this field */
	ZEBIN_TYPE_REL = 0xff11,
	ZEBIN_TYPE_EXE = 0xff12,
	ZEBIN_TYPE_DYN = 0xff13,
	ZEBIN_TYPE_PATCH_TOKENS = 0xff04, /* the container before zebins: not one */

	ZEBIN_SHT_SPIRV = (int)0xff000009,
	ZEBIN_SHT_ZEINFO = (int)0xff000011,
	ZEBIN_SHT_GTPIN = (int)0xff000012,
	ZEBIN_SHT_VISAASM = (int)0xff000013,
	ZEBIN_SHT_MISC = (int)0xff000014,
	ZEBIN_SHT_PISA = (int)0xff000015,

	ZEBIN_NOTE_PRODUCT_FAMILY = 1,
	ZEBIN_NOTE_CORE_FAMILY = 2,
	ZEBIN_NOTE_METADATA = 3,
	ZEBIN_NOTE_VERSION = 4,
	ZEBIN_NOTE_VISA_ABI = 5,
	ZEBIN_NOTE_PRODUCT_CONFIG = 6,
	ZEBIN_NOTE_INDIRECT_DETECTION = 7,
	ZEBIN_NOTE_INDIRECT_BUFFER = 8,
};

#define ZEBIN_OWNER "IntelGT"
#define ZEBIN_COMPAT ".note.intelgt.compat"
#define ZEBIN_TEXT ".text."
#define ZEBIN_ZEINFO ".ze_info"

struct zebin_flaw {
	const char *check;
	uint64_t at;
	const char *text;
};

struct syb_zebin {
	struct allocator from;
	struct arena arena;
	struct span file;
	const char *name; /* of the file, or NULL */
	struct syb_zebin_header header;
	uint64_t table_at; /* of the section headers, from the start of the file; 0 = none */
	struct syb_zebin_section *sections;
	size_t section_count;
	uint32_t *name_at; /* of sections: offsets in the table of names */
	struct syb_zebin_symbol *symbols;
	const char **driver_names; /* NULL, or names of symbols as drivers find them: in the table of section names */
	uint32_t symtab;           /* index of its section, 0 = none */
	size_t symbol_count;
	struct syb_zebin_reloc *relocs;
	size_t reloc_count, reloc_room;
	struct syb_zebin_note *notes;
	size_t note_count, note_room;
	struct syb_zebin_device device;
	size_t zeinfo;                  /* index of its section, 0 = none */
	struct hash by_name, by_kernel; /* first section of a name; .text.<kernel> by kernel */
	uint32_t *code_symbol;          /* of each section: index of the symbol with the kernel's name, 0 = none */
	struct zebin_flaw *flaws;
	size_t flaw_count, flaw_room;
};

struct syb_zebin_header syb_zebin_header(const struct syb_zebin *zebin);
size_t syb_zebin_section_count(const struct syb_zebin *zebin);
const struct syb_zebin_section *syb_zebin_section_at(const struct syb_zebin *zebin, size_t i);
size_t syb_zebin_symbol_count(const struct syb_zebin *zebin);
const struct syb_zebin_symbol *syb_zebin_symbol_at(const struct syb_zebin *zebin, size_t i);
size_t syb_zebin_reloc_count(const struct syb_zebin *zebin);
const struct syb_zebin_reloc *syb_zebin_reloc_at(const struct syb_zebin *zebin, size_t i);
/* "64-bit address", …; NULL for numbers not known. */
const char *syb_zebin_reloc_name(uint32_t type);
size_t syb_zebin_note_count(const struct syb_zebin *zebin);
const struct syb_zebin_note *syb_zebin_note_at(const struct syb_zebin *zebin, size_t i);
/* The .ze_info section (found by type), NULL when there is none. */
const struct syb_zebin_section *syb_zebin_zeinfo_section(const struct syb_zebin *zebin);
/* A kernel's code without the padding after it, by its symbol; its whole section without such a symbol; empty when
 * there is none. */
struct syb_bytes syb_zebin_code(const struct syb_zebin *zebin, const char *kernel);
/* Bytes of it. */
uint64_t syb_zebin_code_size(const struct syb_zebin *zebin, const char *kernel);
/* The section .text.<kernel>, NULL when absent. */
const struct syb_zebin_section *syb_zebin_text(const struct syb_zebin *zebin, const char *kernel);

DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);

/* Recognise a zebin by the header: machine 205, or one of its own types. Plain objects of older compilers, whose
 * machine is a product number, are recognised by their section .ze_info; without one they look like any other ELF file.
 */
bool zebin_is(struct span file);
/* The name that drivers see: they use the table of section names, and ignore the link of the symbol table. */
const char *zebin_driver_name(const struct syb_zebin *zebin, size_t symbol);

#endif
