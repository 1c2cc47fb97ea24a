/* ir/lower/front_end.h — shared by the files of the pass front-end: front_end.c reads facts, front_end_clean.c removes
 * them and host code, front_end_types.c names opaque types. */
#ifndef IR_FRONT_END_H
#define IR_FRONT_END_H

#include "ir/module/constants.h"
#include "ir/module/metadata.h"
#include "ir/module/values.h"

struct front_end {
	struct pass_run *run;
	struct text module;     /* the path of the source */
	struct values entries;  /* kernels, and functions for other modules */
	struct values carriers; /* variables that carry facts, to be removed */
	bool elsewhere;         /* reading a fact about something that is only declared */
};

struct fact {
	struct text *fields;
	size_t count;
	const char *kind, *spec_kind; /* of metadata, by dialect */
};

/* An entry of llvm.global.annotations with the name of its file, without the folder. */
LLVMValueRef fe_without_folder(struct front_end *fe, LLVMValueRef entry);
/* Replace aliases, which clang makes for constructors, by functions: consumers of device code do not know aliases. */
int fe_replace_aliases(struct front_end *fe);
/* Remove annotation calls without a meaning, and folders from the file names of the others. */
void fe_finish_calls(struct front_end *fe);
/* Replace mathematical functions of the C library by those of the device. */
void fe_use_device_library(struct front_end *fe);
/* Give the prelude's images, samplers and events the names that the translator knows. */
void fe_name_types(struct front_end *fe);
/* Remove everything that no entry point needs. */
int fe_keep_device_code(struct front_end *fe);

#endif
