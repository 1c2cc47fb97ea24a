/* target/targets.c — the targets table. The rows are in targets.def; a hundred rows, looked up once per file, so a
 * linear search is enough. */
#include "base/util.h"
#include "base/words.h"

#include <sybil/target.h>

static const struct syb_target_info targets[] = {
#define TARGET(name, triple, arch, aliases, aspects, lacks, sizes, work_group, toolchain) \
	{ name, triple, arch, aliases, aspects, sizes, sizeof(arch) == 1, toolchain, work_group, lacks },
#include "targets.def"
#undef TARGET
};

size_t syb_target_count(void)
{
	return ARRAY_SIZE(targets);
}

const struct syb_target_info *syb_target_at(size_t i)
{
	return i < ARRAY_SIZE(targets) ? &targets[i] : NULL;
}

const struct syb_target_info *syb_target_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(targets); i++)
		if (str_eq(targets[i].name, name) || words_have(targets[i].aliases, name, strlen(name)))
			return &targets[i];
	return NULL;
}

/* Vendor and system vary between tools ("spir64_gen", "spir64_gen-unknown-unknown"); the first part decides. */
static bool same_triple(const char *a, const char *b)
{
	size_t n = strcspn(a, "-");

	return n == strcspn(b, "-") && memcmp(a, b, n) == 0;
}

const struct syb_target_info *syb_target_by_arch(const char *arch, const char *triple)
{
	if (!*arch && !triple)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(targets); i++)
		if (str_eq(targets[i].arch, arch) && (!triple || same_triple(targets[i].triple, triple)))
			return &targets[i];
	return NULL;
}
