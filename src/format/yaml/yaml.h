/* format/yaml/yaml.h — YAML as a tree that keeps order, spelling and positions, in an arena.
 *
 * Two readers give the same tree: libyaml for any YAML (yaml.c), and a fast path for the layout that compilers print
 * (yaml_fast.c), which declines everything else. Anchors are resolved, tags are dropped except that a tag for text
 * makes a plain scalar a quoted one, merge keys stay keys, repeated keys stay. */
#ifndef FORMAT_YAML_H
#define FORMAT_YAML_H

#include "base/span.h"
#include <sybil/zeinfo.h>

enum syb_ze_kind {
	SYB_ZE_NODE_SCALAR,
	SYB_ZE_NODE_MAP,
	SYB_ZE_NODE_LIST,
};

/* How a scalar was written. */
enum syb_ze_style {
	SYB_ZE_STYLE_PLAIN,
	SYB_ZE_STYLE_SINGLE, /* 'text' */
	SYB_ZE_STYLE_DOUBLE, /* "text" */
	SYB_ZE_STYLE_BLOCK,  /* | or > */
};

enum {
	YAML_DEPTH = 64,            /* maps and lists inside each other */
	YAML_ALIAS_NODES = 1 << 20, /* nodes that aliases may add */
	YAML_FEW_KEYS = 32,         /* keys of a map that are compared one by one; beyond, a table finds them */
	YAML_MERGE_KEYS = 256,      /* keys of a map that merges others by `<<` */
	YAML_KEY_LENGTH = 255,      /* so that a key fits in a line that every reader accepts, even with escapes */
};

struct syb_ze_node {
	union {
		const char *text;          /* scalar */
		struct syb_ze_node *items; /* map, list */
	};
	const char *key; /* in a map */
	uint32_t count;  /* items */
	uint32_t line, column;
	uint32_t key_line, key_column;
	uint16_t row; /* in the schema, + 1; 0 = unknown */
	uint8_t path; /* of a map's attributes, or of a list's maps (enum ze_path) */
	uint8_t kind : 2;
	uint8_t style : 2;
	uint8_t flow : 1;  /* [ … ] or { … } */
	uint8_t drop : 1;  /* while a document is lowered */
	uint8_t table : 1; /* a table of places follows the items; clear this when items move */
};

/* The place of a text, for diagnostics. */
struct yaml_source {
	uint64_t at;
	bool embedded;     /* diagnostics have the offset `at`, and lines of the section */
	const char *check; /* check to report for text that is not YAML; NULL: zeinfo-yaml */
};

/* Collects nodes: those of open maps and lists are on a stack and move to the arena when their parent ends. */
struct yaml_builder {
	struct syb_ctx *ctx;
	struct arena *arena;
	struct yaml_source source;
	struct syb_ze_node *stack;
	size_t count, room;
	size_t open[YAML_DEPTH]; /* index of their first items on the stack; they themselves are just before */
	size_t depth;
	uint64_t total; /* nodes so far */
};

/* Read a document. *out_root is NULL for an empty one. Fails: FORMAT (source.check), LIMIT, NOMEM. */
int yaml_read(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
	      struct syb_ze_node **out_root);
/* The two readers. yaml_fast sets *out_taken to false (and returns 0) when the text is not in its subset. */
int yaml_read_any(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
		  struct syb_ze_node **out_root);
int yaml_read_fast(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
		   struct syb_ze_node **out_root, bool *out_taken);

/* Add a scalar, or begin a map or list; `node` has its kind, position, key and text. */
int yaml_builder_add(struct yaml_builder *b, const struct syb_ze_node *node);
int yaml_builder_begin(struct yaml_builder *b, const struct syb_ze_node *node);
int yaml_builder_end(struct yaml_builder *b);
void yaml_builder_done(struct yaml_builder *b);

/* The effective value of a key (the last one); NULL when absent. */
const struct syb_ze_node *yaml_get(const struct syb_ze_node *map, const char *key);

/* Fail at a place of the text. */
int yaml_fail(struct syb_ctx *ctx, enum syb_code code, struct yaml_source source, uint32_t line, uint32_t column,
	      const char *check, const char *what);

/* A deep copy in an arena. */
int yaml_copy(struct syb_ctx *ctx, struct arena *arena, const struct syb_ze_node *from, struct syb_ze_node *to);

#endif
