/* driver/programs/chain.h — targets → the compilers that make code for them: chains.def. */
#ifndef DRIVER_CHAIN_H
#define DRIVER_CHAIN_H

#include "programs.h"
#include <sybil/item.h>
#include <sybil/translate.h>

struct step {
	size_t chain;
	enum program program;
	enum syb_kind makes; /* UNKNOWN: a form of the driver's own */
	bool backend;
	const char *arguments, *joined, *level0, *debug;
};

struct chain {
	struct syb_aot_info info;
	const char *triples, *arch_option, *default_arch, *advice;
};

/* The chain of a target (a name, an alias, or what its compiler calls it), NULL when there is none. arch is what the
 * target says, "" when it leaves that to the options. */
const struct chain *chain_find(const char *target, const char **out_arch);

/* Its i-th step, NULL behind the last. */
const struct step *chain_step(const struct chain *chain, size_t i);

/* What a code generator of that LLVM ("15.0.6") calls an architecture. */
const char *chain_arch_for(const char *arch, const char *llvm);

#endif
