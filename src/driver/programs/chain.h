/* driver/programs/chain.h — targets → the compilers that make code for them: chains.def. */
#ifndef DRIVER_CHAIN_H
#define DRIVER_CHAIN_H

#include "programs.h"
#include <sybil/item.h>
#include <sybil/translate.h>

struct step {
	size_t chain;
	enum program program;
	enum syb_kind makes; /* UNKNOWN: a driver's own format */
	bool backend;
	const char *arguments, *joined, *level0, *debug;
};

struct chain {
	struct syb_aot_info info;
	const char *triples, *arch_option, *default_arch, *advice;
};

/* The chain of a target (a name, an alias, or its compiler's name for it), NULL if there is none. arch: the device that
 * the target names, "" if an option names it. */
const struct chain *chain_find(const char *target, const char **out_arch);

/* The i-th step, NULL after the last. */
const struct step *chain_step(const struct chain *chain, size_t i);

/* The name of an architecture for the code generators of an LLVM version ("15.0.6"). */
const char *chain_arch_for(const char *arch, const char *llvm);

#endif
