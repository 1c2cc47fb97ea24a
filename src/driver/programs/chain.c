/* driver/programs/chain.c — targets → the compilers that make code for them: chains.def is the table. */
#include "chain.h"

#include "base/words.h"

#include <stdlib.h>
#include <sybil/target.h>

/* clang-format off */
#define STEP(chain, program, makes, backend, arguments, joined, level0, debug)
#define INSTEAD(arch, since, other)
enum {
#define CHAIN(id, triples, takes, library, arch_option, default_arch, advice) CHAIN_##id,
#include "chains.def"
#undef CHAIN
};

static const struct chain chains[] = {
#define CHAIN(id, triples, takes, library, arch_option, default_arch, advice) \
	{ { #id, SYB_KIND_##takes, library }, triples, arch_option, default_arch, advice },
#include "chains.def"
#undef CHAIN
};
#undef STEP

static const struct step steps[] = {
#define CHAIN(id, triples, takes, library, arch_option, default_arch, advice)
#define STEP(chain, program, makes, backend, arguments, joined, level0, debug) \
	{ CHAIN_##chain, PROGRAM_##program, SYB_KIND_##makes, backend, arguments, joined, level0, debug },
#include "chains.def"
#undef STEP
#undef INSTEAD
};

static const struct {
	const char *arch;
	long since;
	const char *other;
} instead[] = {
#define STEP(chain, program, makes, backend, arguments, joined, level0, debug)
#define INSTEAD(arch, since, other) { arch, since, other },
#include "chains.def"
#undef STEP
#undef CHAIN
#undef INSTEAD
};
/* clang-format on */

static bool is_for(const struct chain *chain, const char *triple)
{
	const char *rest = chain->triples;
	size_t len;

	for (const char *p; (p = words_next(&rest, &len));)
		if (strncmp(triple, p, len) == 0)
			return true;
	return false;
}

const struct chain *chain_find(const char *target, const char **out_arch)
{
	const struct syb_target_info *info = target ? syb_target_find(target) : NULL;

	if (target && !info)
		info = syb_target_by_arch(target, NULL);
	for (size_t i = 0; info && i < ARRAY_SIZE(chains); i++) {
		if (!is_for(&chains[i], info->triple))
			continue;
		*out_arch = info->arch;
		return &chains[i];
	}
	return NULL;
}

const struct step *chain_step(const struct chain *chain, size_t i)
{
	for (size_t k = 0; k < ARRAY_SIZE(steps); k++)
		if (&chains[steps[k].chain] == chain && i-- == 0)
			return &steps[k];
	return NULL;
}

const char *chain_arch_for(const char *arch, const char *llvm)
{
	long major = llvm ? strtol(llvm, NULL, 10) : 15;

	/* newest first: the replacement may itself be too new */
	for (size_t i = ARRAY_SIZE(instead); i > 0; i--)
		if (major < instead[i - 1].since && str_eq(arch, instead[i - 1].arch))
			arch = instead[i - 1].other;
	return arch;
}
