/* ir/aspects/aspect_chains.h — why a function uses an aspect: the shortest chains of calls, and the uses at their ends.
 *
 * Strings and paths are valid until the next search. */
#ifndef IR_ASPECT_CHAINS_H
#define IR_ASPECT_CHAINS_H

#include "term/demangle.h"
#include "ir/module/places.h"
#include "ir/split/uses.h"

enum chain_goal {
	CHAIN_USED,     /* any use */
	CHAIN_HARD,     /* uses that emulation of double does not help */
	CHAIN_DECLARED, /* functions that declare it */
};

enum site_kind {
	SITE_INSTRUCTION, /* a type of an instruction */
	SITE_METADATA,    /* metadata of an instruction */
	SITE_SIGNATURE,   /* the type of the function */
	SITE_STATED,      /* metadata of the function */
	SITE_DECLARED,    /* device_has of the function */
};

/* Where a function itself uses an aspect. */
struct use_site {
	enum site_kind kind;
	LLVMValueRef instruction; /* NULL when it is none */
	LLVMTypeRef type;         /* the part that brings the aspect in; NULL when no single type does */
};

struct chain_step {
	uint32_t node;     /* a function, or a set of virtual functions */
	LLVMValueRef call; /* the call that leads to it; NULL at the start, and around sets */
};

struct chains {
	struct uses *uses;
	struct demangler *demangler;
	struct arena arena, scratch;
	uint32_t *queue, *from, *stamp; /* by node, of the last search */
	LLVMValueRef *by;
	uint32_t search;
	uint64_t budget; /* edges that may still be walked, in all searches together */
	uint32_t notes;  /* steps of chains that may still be reported */
	struct hash site_index;
	struct use_site *sites;
	size_t site_count, site_room;
};

int chains_init(struct chains *chains, struct uses *uses);
void chains_free(struct chains *chains);

/* Functions below (and including) a node that bring the aspect in themselves, nearest first, at most `most` of them.
 * Returns their number; 0: the search budget is exhausted. */
size_t chains_find(struct chains *chains, uint32_t node, size_t aspect, enum chain_goal goal, uint32_t *out_nodes,
		   size_t most);
/* Find the nearest of these start nodes for every node, for chains_path. */
void chains_from(struct chains *chains, const uint32_t *starts, size_t count);
bool chains_reached(const struct chains *chains, uint32_t node);
/* The previous node on the path of the last search; UINT32_MAX for a start, and for a node that was not reached. */
uint32_t chains_caller(const struct chains *chains, uint32_t node);
/* The path of the last search to a node. */
int chains_path(struct chains *chains, uint32_t node, struct chain_step **out_steps, size_t *out_count);
/* The aspects that a function introduces itself: by its code, and by its metadata unless they come from a callee. The
 * type of a function that is only declared counts for its callers. */
aspect_set chains_own(struct chains *chains, uint32_t node, enum chain_goal goal);

struct use_site chains_site(struct chains *chains, uint32_t node, size_t aspect, enum chain_goal goal);
struct place chains_place(struct chains *chains, LLVMValueRef instruction_or_function);
/* The position of the use, else of the function, else of the call on the path of the last search. */
struct place chains_site_place(struct chains *chains, uint32_t node, struct use_site site);
/* Whether it is a kernel that the front end made from a function of the user's. */
bool chains_is_made(const struct chains *chains, uint32_t node);
/* Whether a function, or the class that names a kernel, is one of SYCL's headers. */
bool chains_is_of_headers(LLVMValueRef function);
/* The nearest function that is not of SYCL's headers on the path of the last search to a node; *out_call is its call of
 * the headers, NULL where the node itself is such a function. */
uint32_t chains_user(const struct chains *chains, uint32_t node, LLVMValueRef *out_call);
/* For people, as in the source: "foo(double)". Never NULL. */
const char *chains_name(struct chains *chains, LLVMValueRef function);

#endif
