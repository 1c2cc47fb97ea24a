/* ir/aspects/aspects.h — aspects of a module: their numbers, their names, sets of them.
 *
 * A set is a small number: equal sets have equal numbers, 0 is the empty set, and unions are cached, so that a pass
 * over millions of instructions compares integers. Errors are sticky: after a failure every result is the empty set and
 * `r` has the code, which callers check once at the end. */
#ifndef IR_ASPECTS_H
#define IR_ASPECTS_H

#include "term/nearest.h"
#include "ir/module/metadata.h"

/* Different aspects in one module. SYCL has a hundred; the limit keeps memory linear for modules with one aspect per
 * function. */
enum { ASPECTS_MOST = 1024, ASPECT_WORDS = ASPECTS_MOST / 64 };

typedef uint32_t aspect_set;

struct syb_devices;

struct aspect {
	int64_t number;   /* negative: internal to the compiler */
	const char *name; /* of the module, else of our table, else NULL */
};

struct aspect_bits {
	uint64_t words[ASPECT_WORDS];
	/* of an interned set, after the first query: indices ascending by number */
	uint16_t *members;
	size_t member_count;
};

/* The spellings of the specification and of DPC++. */
enum spelling { SPELLING_SYCL, SPELLING_INTEL, SPELLINGS };

struct aspects {
	struct syb_ctx *ctx;
	const struct syb_ir *ir;
	struct arena arena;
	int r;
	struct aspect *list; /* by index; sets are sets of indices */
	size_t count, room;
	struct hash index; /* number → index */
	struct hash named; /* name in the module's list → number */
	struct aspect_bits **sets;
	size_t set_count, set_room;
	struct hash ids;                 /* words → set */
	struct hash unions;              /* pair of sets → set */
	struct hash nodes;               /* metadata node → set */
	enum syb_aspect_numbers numbers; /* of the module: as its list of names has them, else those of the context */
	aspect_set fp64;
	aspect_set fp16, image, atomic64;              /* of OpenCL C; empty where a module was something else */
	unsigned used[SPELLINGS], declared[SPELLINGS]; /* metadata kinds */
};

/* Reads the module's list of names. Free with aspects_free, also after a failure. */
int aspects_init(struct aspects *aspects, struct syb_ctx *ctx, const struct syb_ir *ir);
void aspects_free(struct aspects *aspects);

/* Sets the aspects of OpenCL C where the module was compiled from it (opencl_aspects.c). */
void opencl_aspects_init(struct aspects *aspects);

/* The numbering that a module's list of names has; DEFAULT where it has none, or one that fits both. */
enum syb_aspect_numbers aspects_stated(LLVMModuleRef module);

/* Number of a name: the module's list, then our table. */
bool aspects_number(const struct aspects *aspects, const char *name, size_t len, int64_t *out_number);
/* Compare a name with those of the module, then with those of our table. */
void aspects_nearest(const struct aspects *aspects, const char *given, struct nearest *best);
/* The index of a number, made when it is new. */
size_t aspects_index(struct aspects *aspects, int64_t number);

aspect_set aspects_one(struct aspects *aspects, int64_t number);
aspect_set aspects_union_slow(struct aspects *a, aspect_set x, aspect_set y);
static inline aspect_set aspects_union(struct aspects *aspects, aspect_set a, aspect_set b)
{
	return a == b || b == 0 ? a : a == 0 ? b : aspects_union_slow(aspects, a, b);
}
aspect_set aspects_without(struct aspects *a, aspect_set x, aspect_set y);
bool aspects_in(const struct aspects *aspects, aspect_set set, size_t index);
/* The members of a set, ascending by number; the indices live as long as aspects. */
const uint16_t *aspects_members(struct aspects *aspects, aspect_set set, size_t *out_count);

/* The set that a metadata list names: integers, {name, integer} pairs, names. NULL is an empty list. */
aspect_set aspects_of_list(struct aspects *aspects, LLVMMetadataRef node);
/* One operand of such a list; false when it names no aspect. */
bool aspects_of_operand(const struct aspects *aspects, LLVMMetadataRef operand, int64_t *out_number);
/* The aspects in a comma list of numbers or names. */
aspect_set aspects_of_text(struct aspects *aspects, const char *text, size_t len);

/* Learn the name of an aspect from a {name, integer} pair; any other operand is left alone. */
void aspects_learn(struct aspects *aspects, LLVMMetadataRef operand);
/* A number of the module → the number that files written through the context have: names decide. Fails: UNSUPPORTED
 * (check aspect-number). */
int aspects_export(struct aspects *aspects, int64_t number, uint32_t *out_number);

/* The name of a fixed target in metadata: a name, or a number that becomes the name of its aspect, else its digits.
 * NULL for other operands. */
int aspects_target_name(struct aspects *aspects, LLVMMetadataRef operand, const char **out_name);

/* The target's name in the configuration, if it has this name or alias. NULL for NULL. */
const char *aspects_target_alias(const struct syb_devices *devices, const char *name);

/* state_types.c: replace the module's list of types by metadata of functions; stated: they already have it. */
int aspects_state_types(struct syb_ctx *ctx, const struct syb_ir *ir, bool stated);

/* "fp64", or "77" for an aspect without a name: in the arena. */
const char *aspects_name(struct aspects *aspects, size_t index);

#endif
