/* format/spirv_link/spirv_link.h — the insides of the SPIR-V linker.
 *
 * Modules are read in place, several times; only the kind and the new number of each id are kept. The steps:
 *
 *   spirv_link_index.c    kinds of ids, places of sections and functions
 *   spirv_link_symbols.c  exports, imports, the chosen definition; ids of symbols
 *   spirv_link_types.c    one id for equal types and constants (spirv_link_cycles.c: recursive types)
 *   spirv_link_check.c    whether definition and uses of a symbol agree
 *   spirv_link_entry.c    entry points and the variables they reach
 *   spirv_link_emit.c     the module, section by section (spirv_link_order.c: the order of its variables)
 *   spirv_link_map.c      the link map */
#ifndef FORMAT_SPIRV_LINK_H
#define FORMAT_SPIRV_LINK_H

#include "term/demangle.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/value.h"
#include "format/spirv/spirv_grammar.h"
#include <sybil/link.h>

/* Parts of a module, in the order in which they are written. */
enum link_section {
	SECTION_CAPABILITY,
	SECTION_EXTENSION,
	SECTION_SET,
	SECTION_MEMORY_MODEL,
	SECTION_ENTRY_POINT,
	SECTION_MODE,
	SECTION_SOURCE, /* strings, too */
	SECTION_NAME,
	SECTION_PROCESSED,
	SECTION_DECORATION,
	SECTION_GLOBAL, /* types, constants, variables, and debug information about them */
	SECTION_COUNT,
};

/* The kind of an id. Flags are added to it. */
enum link_kind {
	LINK_NONE, /* not defined */
	LINK_SET,  /* of extended instructions */
	LINK_STRING,
	LINK_GROUP,    /* of decorations */
	LINK_SAME,     /* type or constant: equal ones become one */
	LINK_SPEC,     /* specialization constant: the same if it has a SpecId */
	LINK_GLOBAL,   /* anything else before the functions */
	LINK_VARIABLE, /* before the functions */
	LINK_FUNCTION,
	LINK_BODY, /* within functions */
	LINK_KIND = 0x0f,
	LINK_OPEN = 0x10,      /* refers to a pointer that is only announced so far */
	LINK_GIVEN = 0x20,     /* it has its new number */
	LINK_DECORATED = 0x40, /* decorations of it are in the list */
	LINK_CONSTANT = 0x80,  /* a variable that is not written to; with LINK_SAME: one that the device has */
};

/* The map of an id. Before LINK_GIVEN it is the word where a function, a variable or an open type is defined, or the
 * use of a symbol. */
enum {
	LINK_ID = 0x3fffffff,
	LINK_DROPPED = LINK_ID,     /* within a function that is left out */
	LINK_SELECTOR = 0x40000000, /* of an OpSwitch: its width is needed */
};
#define LINK_ALIAS 0x80000000u /* defined elsewhere, under this number */

struct link_function {
	uint32_t at, end; /* words */
	uint32_t id;
	uint32_t type; /* id of the file; 0: not stated */
	bool body, dropped;
};

/* A decoration of an id that may equal another one; those of groups appear for each of their targets. */
struct link_decoration {
	uint32_t id, member; /* SPIRV_NO_MEMBER */
	uint32_t at;         /* of the instruction that states it */
};

struct link_module {
	const char *name;
	struct span file;
	struct spirv_header header;
	uint32_t words;
	uint32_t bound; /* local ids are less; they are the ids of the file, or counted from 1 where those are far apart
			 */
	uint32_t *sparse_keys, *sparse_ids; /* id of the file → local id; NULL where they are the same */
	uint32_t sparse_room;
	uint8_t *kinds;
	uint32_t *map;
	uint32_t begin[SECTION_COUNT], end[SECTION_COUNT]; /* words; the limits of a section */
	uint32_t functions_at;
	struct link_function *functions;
	size_t function_count, function_room;
	struct link_decoration *decorations; /* sorted by id and content */
	size_t decoration_count, decoration_room;
	struct hash linkage_groups; /* group → word of its OpDecorate with linkage */
	struct hash spec_ids;       /* SpecId → the one it becomes */
	bool has_switch;
	struct hash widths; /* id of a selector, or of a type of whole numbers → words of its literals */
	struct hash sets;   /* id → index of its name in link.set_names */
};

enum link_linkage { LINKAGE_EXPORT = 0, LINKAGE_IMPORT = 1, LINKAGE_ONCE = 2 };
enum { LINK_NO_USE = UINT32_MAX };

/* A symbol of a module: the external name of an id. */
struct link_use {
	uint32_t module, id;
	uint32_t at;     /* its decoration */
	uint32_t def_at; /* its definition */
	uint32_t type;   /* of a function; id of the file, 0: not stated */
	uint32_t symbol;
	uint32_t next; /* use of that symbol, or LINK_NO_USE */
	uint8_t linkage;
	bool function, constant;
};

struct link_symbol {
	const char *name;
	uint32_t first, last; /* uses */
	uint32_t owner;       /* use that defines it, LINK_NO_USE when it is unresolved */
	uint32_t id;          /* new */
	bool stays;           /* a symbol of the result */
	bool shared;          /* a variable that several modules may define */
};

/* A type or constant that is compared with others. */
struct link_def {
	uint32_t module, at, id, code;
};

struct link_entry {
	uint32_t module, at;
	uint32_t function;  /* new id */
	uint32_t interface; /* word of the instruction at which it begins */
	size_t from, count; /* variables that it does not name itself, in link.reached */
};

struct link {
	struct syb_ctx *ctx;
	struct syb_spirv_link_opts opts;
	struct link_module *modules;
	size_t module_count;
	struct arena arena;
	struct buf scratch, other; /* words of keys and instructions */
	uint8_t *word_kinds;       /* of one instruction */
	uint32_t next_id;
	uint64_t total_words;
	uint32_t version;

	struct hash names; /* → symbol */
	struct link_symbol *symbols;
	size_t symbol_count, symbol_room;
	struct link_use *uses;
	size_t use_count, use_room;
	bool reorder; /* something before the functions needs a variable of a later module */

	struct hash set_index, string_index; /* name or text → new id */
	const char **set_names;
	size_t set_name_count, set_name_room;
	struct link_def *defs;
	size_t def_count, def_room;
	uint32_t *slots; /* index of a def + 1, by its code */
	size_t slot_room;
	uint64_t seed;
	struct hash cycles;   /* canonical form → new id */
	struct hash spec_ids; /* SpecId → index of the def that has it first */
	uint64_t knot_bytes;  /* that may still be written down for them */
	struct claims claims; /* decorations out of groups */

	struct link_entry *entries;
	size_t entry_count, entry_room;
	uint32_t *reached; /* new ids of variables */
	size_t reached_count, reached_room;

	size_t problems; /* reported; the work fails for them */
	struct demangler *demangler;
	struct buf text; /* of a message */
	uint64_t dropped_functions, dropped_declarations, same;
};

/* ---- ids ---- */

/* The local id, 0 when not defined. */
uint32_t splink_sparse(const struct link_module *m, uint32_t id);
static inline uint32_t splink_local(const struct link_module *m, uint32_t id)
{
	if (m->sparse_keys)
		return splink_sparse(m, id);
	return id < m->bound ? id : 0;
}

/* Whether words and ids of the file can be used as they are. */
static inline bool splink_is_plain(const struct link_module *m)
{
	return !m->header.big_endian && !m->sparse_keys;
}

static inline uint8_t splink_kind(const struct link_module *m, uint32_t local)
{
	return m->kinds[local] & LINK_KIND;
}

/* The new number of an id of the file: 0 when it has none (yet), LINK_DROPPED. */
static inline uint32_t splink_new(const struct link_module *m, uint32_t id)
{
	uint32_t local = splink_local(m, id);

	return m->kinds[local] & LINK_GIVEN ? m->map[local] & LINK_ID : 0;
}

/* Whether its names and decorations are dropped. */
static inline bool splink_is_gone(const struct link_module *m, uint32_t local)
{
	return m->map[local] & LINK_ALIAS || (m->map[local] & LINK_ID) == LINK_DROPPED;
}

static inline void splink_assign(struct link_module *m, uint32_t local, uint32_t id)
{
	m->map[local] = (m->map[local] & LINK_SELECTOR) | id;
	m->kinds[local] |= LINK_GIVEN;
}

/* A new id. Fails: LIMIT. */
int splink_number(struct link *l, uint32_t *out_id);
/* The same, for an id. */
static inline int splink_fresh(struct link *l, struct link_module *m, uint32_t local)
{
	uint32_t id = l->next_id;

	if (id < LINK_DROPPED)
		l->next_id++;
	else
		TRY(splink_number(l, &id)); /* reports the error */
	splink_assign(m, local, id);
	return 0;
}

/* ---- walking ---- */

/* The words before `at` were read, those before *past as well; see file_read_past. */
void splink_read_past(struct link *l, const struct link_module *m, uint32_t *past, uint32_t at);

/* Word of the result: 0 for none, 1 or 2. */
static inline uint32_t splink_result_word(const struct spirv_shape *shape)
{
	if ((shape->kinds & 3) == SPIRV_WORD_RESULT)
		return 1;
	return (shape->kinds & 15) == (SPIRV_WORD_TYPE | SPIRV_WORD_RESULT << 2) ? 2 : 0;
}

/* The instruction at a word, which index has checked. */
struct spirv_inst splink_inst_at(const struct link_module *m, uint32_t at);
/* Step through the instructions of one section: begin with link_walk, false at the end. */
struct spirv_inst splink_walk(const struct link_module *m, enum link_section section);
bool splink_step(const struct link_module *m, enum link_section section, struct spirv_inst *inst);
/* Kinds of the words of an instruction, in l->word_kinds. */
int splink_word_kinds(struct link *l, struct link_module *m, const struct spirv_inst *inst);
/* Append the words of an instruction with new ids to words; unknown is called for an id without a number. */
int splink_put_words(struct link *l, struct link_module *m, const struct spirv_inst *inst, struct buf *words,
		     bool *out_unknown);
static inline int splink_put_word(struct link *l, struct buf *words, uint32_t word)
{
	return buf_add(l->ctx, words, &word, sizeof(word));
}

static inline int splink_put_text(struct link *l, struct buf *words, const char *text)
{
	const size_t len = strlen(text), at = words->len;
	int r = buf_fill(l->ctx, words, 0, spirv_text_words(len) * 4);

	if (r == 0)
		(void)spirv_put_text(text, len, (uint32_t *)(void *)(words->ptr + at));
	return r;
}

/* Append a decoration's words from its number on, with new SpecIds, to words. */
int splink_put_decoration(struct link *l, const struct link_module *m, uint32_t at, struct buf *words);
/* Record the width of the literals of an OpSwitch, for an instruction whose result is marked as a selector. */
int splink_note_selector(struct link *l, struct link_module *m, const struct spirv_inst *inst, uint32_t result);
/* The other name of a SpecId. */
uint32_t splink_spec_id(const struct link_module *m, uint32_t id);
/* Index of the word with the number of a decoration: 2 or 3. */
uint32_t splink_decoration_number(uint32_t op);
/* Decorations of an id, as a range of m->decorations. */
const struct link_decoration *splink_decorations_of(const struct link_module *m, uint32_t local, size_t *out_count);

/* ---- steps ---- */

int splink_index(struct link *l, struct link_module *m);
int splink_collect_symbols(struct link *l);
int splink_resolve(struct link *l);
int splink_unify(struct link *l);
int splink_close_cycle(struct link *l, struct link_module *m, const uint32_t *locals, size_t count);
int splink_check_symbols(struct link *l);
int splink_entries(struct link *l);
int splink_interfaces(struct link *l);
int splink_emit(struct link *l, struct syb_out *out);
int splink_make_map(struct link *l, struct syb_record **out_map);

/* A name for messages: demangled if requested, with the raw one. In l->text. */
const char *splink_shown(struct link *l, const char *name);

#endif
