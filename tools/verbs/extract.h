/* tools/verbs/extract.h — shared by the two files of `sybil extract`. */
#ifndef TOOLS_EXTRACT_H
#define TOOLS_EXTRACT_H

#include "tools/frame/tool.h"

#include "base/hash.h"

struct work {
	struct tool *tool;
	struct syb_select select;
	const char *const *sections;
	size_t section_count;
	const char *output, *dir;
	bool metadata;
	const struct syb_file *file; /* being taken apart */
	const char *prefix;          /* prefix of names: file and package, "" for a single one */
	size_t matches;
	bool has_dir, made_dir;
	struct hash names; /* of files written in this run */
	const char **made; /* files that did not exist before */
	size_t made_count, made_room;
	struct syb_out *pending[2]; /* with -o: committed when it is known that only one image matches */
	struct syb_record *record;
	struct syb_value *list;
};

/* cmd_extract.c */
/* Create --out-dir, once. */
int extract_make_dir(struct work *w);
/* Set the prefix of names: file and package, if there are several. */
int extract_prefix(struct work *w, size_t package, size_t count);
/* Prefix, module, image and architecture. */
char *extract_stem(struct work *w, const struct syb_module *module, const struct syb_image *image);
/* A name from a file; characters other than letters, digits and a few marks become '_'. */
char *extract_name(struct work *w, const char *name, const char *marks, size_t most);
/* text: may be written to a terminal. */
int extract_write(struct work *w, const char *path, struct syb_bytes bytes, bool text);

/* extract_zebin.c */
/* Whether the file contains zebins but no packages. */
int extract_is_zebin(struct work *w, bool *out);
/* Extract the matching parts of every zebin in the file. */
int extract_zebins(struct work *w);

#endif
