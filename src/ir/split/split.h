/* ir/split/split.h — images of a module, one at a time: everything that a group needs is moved into a separate module.
 *
 * Nothing is copied: the cost of entering depends on the size of the image, not of the module. Globals of an image are
 * in no module until the next image needs them; leaving undoes all other changes. */
#ifndef IR_SPLIT_H
#define IR_SPLIT_H

#include "groups.h"
#include "image.h"

struct split_change {
	LLVMValueRef value, body; /* body: of a function that is only declared in the image */
	struct shim_sight before;
};

/* A node of named metadata that only images with certain functions and variables have. */
struct split_row {
	const char *named;
	LLVMMetadataRef node;
	LLVMMetadataRef inside; /* the list that it is an operand of, which is rebuilt; NULL */
	uint32_t *needs;
	size_t need_count;
};

struct split {
	struct pass_run *run;
	const struct syb_postlink_opts *opts;
	struct arena arena;
	struct use_graph graph;
	struct groups groups;
	struct shim_units *units; /* NULL: no debug information */
	LLVMModuleRef home, away;
	bool codes_differ; /* between groups: ESIMD, other code, both */
	bool changed;      /* something was removed from the module */
	uint8_t *traits;   /* by function */
	uint32_t *roots;   /* variables that every image has */
	size_t root_count;
	uint32_t *strays; /* variables that only the first image has */
	size_t stray_count;
	uint32_t *stamps; /* by node: the last image it was in */
	uint32_t turn;
	uint32_t *stack;
	uint32_t *members; /* of the image: nodes that are globals, ascending */
	size_t member_count;
	struct split_change *changes;
	size_t change_count, change_room;
	struct split_row *rows;
	size_t row_count, row_room;
	uint32_t *row_first, *rows_of; /* by global: rows that need it first */
	uint32_t *free_rows;           /* rows that need nothing, of lists that have others */
	size_t free_row_count;
	const char **varying; /* names of lists that have rows */
	size_t varying_count, varying_room;
	uint32_t *image_rows;
	LLVMValueRef *entries;
};

/* Read the module: graph and groups, which may still be changed. Free with split_free, also after a failure; no image
 * may be entered. */
int split_init(struct split *split, struct pass_run *run, const struct syb_postlink_opts *opts);
/* split_prepare.c: remove and correct parts of the module before anything else. */
int split_prepare(struct split *split);
/* Groups are final; prepare the module for split_enter. */
int split_begin(struct split *split);
void split_free(struct split *split);

/* Collect the globals that a group needs in members. */
void split_gather(struct split *split, size_t group);
/* Extract an image. Only one at a time. */
int split_enter(struct split *split, size_t group, struct image *out_image);
void split_leave(struct split *split);
/* Free a module that image_own made. */
void split_drop(const struct split *split, struct image *image);

/* Whether the image has only a declaration of a function. */
bool split_declares_only(const struct split *split, uint32_t function, size_t group);

#endif
