/* package/select.c — matching by numbers and by shell patterns. */
#include "select.h"

#include "format/props.h"
#include "kernels.h"

#include <fnmatch.h>

bool select_text(const char *const *patterns, size_t count, const char *text)
{
	for (size_t i = 0; text && i < count; i++)
		if (fnmatch(patterns[i], text, 0) == 0)
			return true;
	return false;
}

bool select_number(const size_t *numbers, size_t count, size_t n)
{
	for (size_t i = 0; i < count; i++)
		if (numbers[i] == n)
			return true;
	return false;
}

bool select_name(struct demangler *demangler, const char *const *patterns, size_t count, const char *name)
{
	/* a readable name holds what patterns give a meaning to: f(int*), a[3]; spelled out it matches itself */
	const char *readable;

	if (count == 0 || select_text(patterns, count, name))
		return count != 0;
	readable = demangle(demangler, name);
	for (size_t i = 0; readable && i < count; i++)
		if (str_eq(patterns[i], readable))
			return true;
	return select_text(patterns, count, readable);
}

int select_kernels(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_module *module,
		   const char *const *patterns, size_t count, struct select_kernels *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };
	struct select_kernels found = { 0 };
	int r;

	r = syb_module_props(ctx, module, &props);
	if (r == 0)
		r = kernels_read(ctx, props, &kernels);
	if (r < 0)
		return r;
	found.all = kernels_count(&kernels);
	for (size_t i = 0; i < found.all; i++)
		found.matching += select_name(demangler, patterns, count, kernels_at(&kernels, i));
	*out = found;
	return 0;
}
