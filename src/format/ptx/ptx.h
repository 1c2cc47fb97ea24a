/* format/ptx/ptx.h — PTX modules: statements outside of functions. */
#ifndef FORMAT_PTX_H
#define FORMAT_PTX_H

#include "base/hash.h"
#include "ptx_lex.h"

enum ptx_linkage {
	PTX_LOCAL,
	PTX_EXTERN,
	PTX_VISIBLE,
	PTX_WEAK,
	PTX_COMMON,
};

enum ptx_item_kind {
	PTX_ITEM_FUNCTION,
	PTX_ITEM_VARIABLE,
	PTX_ITEM_ALIAS,
	PTX_ITEM_FILE,
	PTX_ITEM_SECTION,
	PTX_ITEM_OTHER, /* .pragma */
};

/* A statement outside of functions. Places are in the text. */
struct ptx_item {
	enum ptx_item_kind kind;
	enum ptx_linkage linkage;
	size_t at, end;
	size_t head; /* after the linkage */
	size_t stop; /* of functions: where the opening brace or the semicolon is */
	size_t body; /* the opening brace of a function, the start of a variable's value; 0: none */
	size_t symbol;
	const char *signature; /* of functions: parameters and result without names */
	uint32_t number;       /* of a file */
};

struct ptx_symbol {
	const char *name;
	enum ptx_linkage linkage; /* of the definition, if any */
	bool function, kernel, defined;
	bool shared;           /* a variable in shared memory */
	const char *space;     /* of a variable */
	uint64_t bytes;        /* of a variable; 0: not known */
	const char *signature; /* of a function */
	size_t at;             /* in the text */
	size_t item;           /* that defines it, or else the first one that declares it */
};

struct ptx {
	struct allocator from;
	struct arena arena;
	struct span text;
	unsigned major, minor;
	const char *target; /* "sm_90a" */
	const char **flags; /* further words of .target */
	size_t flag_count;
	unsigned address_size;
	struct ptx_item *items;
	size_t item_count, item_room;
	struct ptx_symbol *symbols;
	size_t symbol_count, symbol_room;
	struct hash index; /* name → place in symbols */
	uint32_t files;    /* the highest number of a file */
	bool sections;
};

/* Read a module; the text is borrowed. Fails: FORMAT ("ptx-syntax"), LIMIT, NOMEM. */
int ptx_read(struct syb_ctx *ctx, struct span text, struct ptx **out_ptx);
void ptx_free(struct ptx *ptx);

/* A symbol that another module must define; not one that the driver or the launch provides. */
bool ptx_imported(const struct ptx_symbol *symbol);
/* A symbol that other modules may use; not a kernel. */
bool ptx_exported(const struct ptx_symbol *symbol);

DEFINE_CLEANUP(struct ptx *, ptx_free);

#endif
