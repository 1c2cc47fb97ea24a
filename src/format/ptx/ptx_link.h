/* format/ptx/ptx_link.h — linking PTX: what ptx_link.c decides, and ptx_write.c writes. */
#ifndef FORMAT_PTX_LINK_H
#define FORMAT_PTX_LINK_H

#include "base/buf.h"
#include "base/value.h"
#include "ptx.h"
#include <sybil/link.h>

struct ptx_module {
	struct ptx *ptx;
	const char *name; /* of the file */
	uint64_t at;
	struct hash renamed; /* own name → new name */
	struct hash files;   /* number of a file → new number; empty: as they are */
	bool drop_sections;
};

/* A name that modules share: who has it. */
struct ptx_global {
	size_t module, symbol; /* the definition, or the first declaration */
	bool defined;
};

struct ptx_link {
	struct syb_ctx *ctx;
	struct syb_ptx_link_opts opts;
	struct arena arena;
	struct ptx_module *modules;
	size_t module_count;
	struct hash globals; /* name → place in list */
	struct ptx_global *list;
	size_t count, room;
	struct hash keep, shared; /* exports that stay; variables that may be defined twice */
	unsigned major, minor, address_size;
	const char *target;
	const char *const *flags;
	size_t flag_count;
	size_t problems;
	struct syb_record *map; /* NULL: not wanted */
	struct syb_value *map_symbols, *map_renamed, *map_imports;
};

static inline const struct ptx_symbol *ptx_symbol_of(const struct ptx_link *l, const struct ptx_global *g)
{
	return &l->modules[g->module].ptx->symbols[g->symbol];
}

/* Names that are not a module's own. */
static inline bool ptx_is_global(const struct ptx_symbol *s)
{
	return s->linkage != PTX_LOCAL || !s->defined || s->kernel;
}

/* Who has a name that modules share; NULL when nobody declares it. */
const struct ptx_global *ptx_find(const struct ptx_link *l, const char *name);
/* true when the statements about a symbol of a module count: it is the module's own, or the module has it. */
bool ptx_owns(const struct ptx_link *l, size_t module, size_t symbol);

/* ptx_write.c */
int ptx_write(struct ptx_link *l, struct syb_out *out);

#endif
