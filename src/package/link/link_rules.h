/* package/link/link_rules.h — merging properties: the rules, and a registry that is filled module by module. */
#ifndef PACKAGE_LINK_RULES_H
#define PACKAGE_LINK_RULES_H

#include "base/buf.h"
#include "link.h"

enum link_rule {
	RULE_UNION,
	RULE_AGREE,
	RULE_KERNELS,
	RULE_COMMON,
	RULE_FIRST,
	RULE_LEAST,
	RULE_ZERO,
	RULE_ROOTS,
	RULE_SIZE,
	RULE_REBASE, /* link_spec.c */
	RULE_ANEW,   /* link_props.c */
};

struct merge_entry {
	const char *key;
	enum link_rule rule;
	enum syb_shape shape;
	struct syb_prop value;
	const struct link_module *from; /* the first one that states it */
	const struct syb_prop *stated;  /* there */
	size_t count;                   /* modules that state it */
	struct buf elements;            /* of a union: u32s, or texts with a NUL behind each */
};

struct merge_set {
	const char *name;
	enum link_rule rule; /* of any key */
	struct merge_entry *entries;
	size_t count, room;
	struct hash index; /* key → place */
};

struct merge {
	struct link *l;
	struct arena arena;
	const struct link_module **modules;
	size_t module_count, added;
	struct merge_set *sets;
	size_t count, room;
	struct hash index; /* name → place */
};

/* Begin with { .l, .modules, .module_count }; end with merge_drop. */
void merge_drop(struct merge *m);
/* The next module's properties; contradictions are reported (link_problem). */
void merge_add(struct merge *m, bool root);
/* After the last module: rules that need all of them, and the final values. */
void merge_finish(struct merge *m);
/* Write the entries of a set, which the writer has begun. */
void merge_write(struct merge *m, const struct merge_set *set, struct syb_props_writer *writer);

#endif
