/* format/ptx/ptx_link.h — linking PTX: shared by ptx_link.c, which decides, and ptx_write.c, which writes. */
#ifndef FORMAT_PTX_LINK_H
#define FORMAT_PTX_LINK_H

#include "base/buf.h"
#include "base/value.h"
#include "ptx.h"
#include <sybil/link.h>

struct syb_ptx_link_opts {
	size_t size;
	bool partial; /* as in struct syb_spirv_link_opts, and so the others */
	bool library;
	/* Exports that stay exports without `library`; names. Variables always do: the host finds them by name. */
	const char *const *keep_exports;
	size_t keep_export_count;
	const char *const *shared;
	size_t shared_count;
};

struct ptx_module {
	struct ptx *ptx;
	const char *name; /* of the file */
	uint64_t at;
	struct hash renamed; /* own name → new name */
	struct hash files;   /* number of a file → new number; empty: as they are */
	bool drop_sections;
};

/* A name that modules share, and its definition. */
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
	struct syb_record *map; /* NULL: not requested */
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

/* The definition of a shared name; NULL when no module declares it. */
const struct ptx_global *ptx_find(const struct ptx_link *l, const char *name);
/* true when the statements about a symbol of a module are written: it is internal, or the module defines it. */
bool ptx_owns(const struct ptx_link *l, size_t module, size_t symbol);

/* ptx_write.c */
int ptx_write(struct ptx_link *l, struct syb_out *out);

/* Merge PTX modules: the highest version and target, one definition per visible name, names of each module's own made
 * different where they collide. Fails as syb_spirv_link does, and with "ptx-syntax" and "ptx-target". */
int syb_ptx_link(struct syb_ctx *ctx, const struct syb_link_input *inputs, size_t count,
		 const struct syb_ptx_link_opts *opts, struct syb_out *out, struct syb_record **out_map);

#endif
