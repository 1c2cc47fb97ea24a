/* ir/split/image_scope.c — device_global variables with image scope belong to the image that uses them. It must be one:
 * each image would have a variable of its own. The host may access a variable that no image uses, so one image has it.
 */
#include "postlink.h"

static bool has_image_scope(LLVMValueRef variable)
{
	struct text scope = ir_variable_attribute(variable, "sycl-device-image-scope");

	return scope.ptr && !text_is(scope, "false") && ir_variable_attribute(variable, "sycl-device-global-size").ptr;
}

static int complain(struct split *s, uint32_t variable)
{
	return syb_fail(s->run->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "device-global-scope",
			"device_global variable '%s' with property \"device_image_scope\" is used in more than one "
			"device image.",
			ir_name(s->graph.values[variable]));
}

/* Every image has all exported variables, so only those that its entry points use count. */
static int find_users(struct split *s, uint32_t *users)
{
	uint32_t from = s->graph.function_count;

	for (size_t g = 0; g < s->groups.count; g++) {
		split_gather(s, g);
		for (size_t i = 0; i < s->member_count; i++) {
			uint32_t *user;

			if (!use_graph_is_variable(&s->graph, s->members[i]))
				continue;
			user = &users[s->members[i] - from];
			if (*user == GROUP_NONE)
				continue;
			if (*user != 0 && *user != g + 1)
				return complain(s, s->members[i]);
			*user = (uint32_t)g + 1;
		}
	}
	return 0;
}

/* An image has only the variables of this kind that it uses; the first also has those that no image uses. */
static int take_off_roots(struct split *s, const uint32_t *users, size_t roots)
{
	const uint32_t from = s->graph.function_count;
	size_t kept = 0;

	s->strays = arena_array(s->run->ctx, &s->arena, roots, sizeof(*s->strays));
	if (!s->strays)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < roots; i++) {
		const uint32_t root = s->roots[i], user = users[root - from];

		if (user == GROUP_NONE)
			s->roots[kept++] = root;
		else if (user == 0)
			s->strays[s->stray_count++] = root;
	}
	s->root_count = kept;
	return 0;
}

int scope_check(struct split *s)
{
	size_t roots = s->root_count;
	bool some = false;
	uint32_t *users;
	int r;

	if (!s->opts->device_globals || s->groups.whole || s->groups.count < 2)
		return 0;
	users = arena_array(s->run->ctx, &s->arena, (size_t)s->graph.variable_count + 1, sizeof(*users));
	if (!users)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < s->graph.variable_count; i++) {
		bool scoped = has_image_scope(s->graph.values[s->graph.function_count + i]);

		users[i] = scoped ? 0 : GROUP_NONE;
		some |= scoped;
	}
	if (!some)
		return 0;
	s->root_count = 0;
	r = find_users(s, users);
	return r < 0 ? r : take_off_roots(s, users, roots);
}
