/* ir/describe/describe.h — shared by the writers of an image's property sets; describe.c has the list of sets.
 *
 * A set begins with its first property, so one without properties is not written unless describe.c begins it. The work
 * is in proportion to the size of the image: only the names of aspects come from the whole module. */
#ifndef IR_DESCRIBE_H
#define IR_DESCRIBE_H

#include "ir/aspects/aspects.h"
#include "base/buf.h"
#include "term/demangle.h"
#include "ir/split/image.h"
#include "ir/aspects/requirers.h"
#include "ir/properties/properties.h"

struct describer {
	struct pass_run *run;
	struct syb_ctx *ctx;
	const struct syb_postlink_opts *opts;
	const struct image *image;
	const struct spec_constants *constants; /* never NULL */
	const char *target;
	struct syb_props_writer *props;
	bool spec;       /* the dialect of the documents */
	const char *set; /* being written, and whether it has begun */
	bool begun;
	struct arena arena;
	struct buf bytes, key;  /* one value, one key */
	struct aspects aspects; /* after describe_need_aspects */
	bool has_aspects;
	struct demangler *demangler;
};

/* A few numbers, ascending, each once; memory is the describer's. */
struct number_set {
	int64_t *list;
	size_t count, room;
};

struct describer;
int number_set_add(struct describer *d, struct number_set *set, int64_t number);
bool number_set_has(const struct number_set *set, int64_t number);

/* ---- describe.c ---- */
int describe_u32(struct describer *d, const char *key, uint32_t value);
int describe_bits(struct describer *d, const char *key, const void *bytes, uint64_t bits);
/* Sizes of more than 32 bits become the largest number; no device supports either. */
static inline uint32_t describe_in_u32(int64_t value)
{
	return value < 0 || value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static inline int describe_bytes(struct describer *d, const char *key, const void *bytes, size_t len)
{
	return describe_bits(d, key, bytes, (uint64_t)len * 8);
}
/* The bytes of d->bytes. */
static inline int describe_buffer(struct describer *d, const char *key)
{
	return describe_bits(d, key, d->bytes.ptr, (uint64_t)d->bytes.len * 8);
}
/* The property "NAME=1|1" of a function or variable. */
int describe_flag(struct describer *d, LLVMValueRef value);
/* NAME + suffix, until the next call. Fails: FORMAT for a name that cannot be a key. */
int describe_key(struct describer *d, const char *name, size_t len, const char *suffix, const char **out_key);
int describe_value_key(struct describer *d, LLVMValueRef value, const char *suffix, const char **out_key);
/* Read the module's names of aspects into d->aspects. */
int describe_need_aspects(struct describer *d);
/* A readable name, until the next call. */
int describe_name(struct describer *d, const struct requirer *from, const char **out_name);
/* Metadata of a function. */
LLVMMetadataRef describe_metadata(const struct describer *d, LLVMValueRef function, const char *kind);
/* The number in an attribute of a function or variable (what); false without the attribute, and with a warning when its
 * value is not a number. */
bool describe_read_number(struct describer *d, const char *what, LLVMValueRef value, const char *name, struct text text,
			  uint32_t *out_number);

/* ---- describe_requirements.c ---- */
struct requirements {
	struct number_set aspects;
	struct number_set sub_group_sizes;
	bool *targets; /* by fixed target of the image: whether the image keeps it */
};
int describe_requirements(struct describer *d);
int describe_needed(struct describer *d);
/* Add the aspects that a function uses or declares in any form, without internal ones. */
int describe_function_aspects(struct describer *d, const struct requirer *from, struct number_set *out);
/* The sub-group size that a function requires as a number. */
bool describe_sub_group_size(const struct describer *d, const struct requirer *from, uint32_t *out_size);

/* The aspect of a fixed target: by its name, or by the number of an aspect without one. After describe_need_aspects. */
bool describe_target_number(const struct describer *d, const char *target, int64_t *out_number);

/* ---- external_checks.c: functions that require more than the kernels of the image ---- */
/* requirements: of the entry points; those of other functions are added. */
int external_checks(struct describer *d, struct requirements *requirements);

/* ---- describe_kernels.c ---- */
int describe_kernel_args(struct describer *d);
int describe_kernel_names(struct describer *d);
int describe_program_metadata(struct describer *d);
int describe_local_args(struct describer *d);
int describe_registered_kernels(struct describer *d);

/* ---- describe_globals.c ---- */
int describe_device_globals(struct describer *d);
int describe_host_pipes(struct describer *d);
int describe_global_ids(struct describer *d);
/* Whether other images may use the variable. */
bool describe_is_exported_global(LLVMValueRef variable);
/* Whether it declares a variable of another image. */
bool describe_is_imported_global(LLVMValueRef variable);

/* ---- describe_symbols.c ---- */
int describe_exports(struct describer *d);
int describe_imports(struct describer *d);
/* Functions that are called and not defined, importable or not. */
int describe_undefined(struct describer *d);

/* ---- describe_misc.c ---- */
int describe_misc(struct describer *d);
int describe_virtual_functions(struct describer *d);
int describe_spec_constants(struct describer *d);
int describe_spec_defaults(struct describer *d);

/* ---- describe_devicelib.c, describe_assert.c: sets of the documents only ---- */
int describe_devicelib(struct describer *d);
/* of a library itself, in both dialects */
int describe_device_lib(struct describer *d);
int describe_assert(struct describer *d);

#endif
