/* ir/lower/front_end.h — the parts of the pass front-end: facts are read in front_end.c; what is left of them, and of
 * host code, goes in front_end_clean.c. */
#ifndef IR_FRONT_END_H
#define IR_FRONT_END_H

#include "ir/module/constants.h"
#include "ir/module/metadata.h"

/* Each once. */
struct fe_values {
	LLVMValueRef *list;
	size_t count, room;
};

struct front_end {
	struct pass_run *run;
	struct text module;        /* the source's path */
	struct fe_values entries;  /* kernels, and functions for other modules */
	struct fe_values carriers; /* variables that carry facts, to be removed */
	bool elsewhere;            /* inside of a fact about something that is only declared */
};

struct fact {
	struct text *fields;
	size_t count;
};

int fe_remember(struct front_end *fe, struct fe_values *values, LLVMValueRef value);
/* The module's list of annotations with these only. */
void fe_replace_list(struct front_end *fe, LLVMValueRef list, LLVMValueRef *entries, unsigned count);
/* An entry of it whose file has a name only. */
LLVMValueRef fe_without_folder(struct front_end *fe, LLVMValueRef entry);
/* Replace aliases, which clang makes for constructors, by functions: readers of device code do not know aliases. */
int fe_replace_aliases(struct front_end *fe);
/* Calls that annotate: those that mean nothing go, the others name files without their folders. */
int fe_finish_calls(struct front_end *fe);
/* Mathematical functions of C's library become those of the device. */
void fe_use_device_library(struct front_end *fe);
/* Entry points, what they need, and nothing else. */
int fe_keep_device_code(struct front_end *fe);

#endif
