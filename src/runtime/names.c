/* runtime/names.c — kernels by name: the module that has a kernel, and its name in the device code.
 *
 * A name is that of the package, with or without the prefix of free-function kernels (also inside mangled names), a
 * registered name, or the name of the function in the source if only one kernel has it. The text of all properties is
 * searched for it, and only modules that mention it are read. Demangled names are searched last, among all kernels. */
#include "names.h"

#include "term/demangle.h"
#include "term/nearest.h"

/* How well a kernel's name matches; the best matches are used. */
enum fit { FIT_NONE, FIT_PLAIN, FIT_READABLE, FIT_REGISTERED, FIT_STRIPPED, FIT_SAME };

struct search {
	struct syb_ctx *ctx;
	struct syb_bundle *bundle;
	const char *name;
	struct buf stripped; /* the name without prefixes */
	struct buf needle;   /* a string that every spelling of the name contains */
	struct buf scratch;
	enum fit best;
	struct names_found *found;
};

static void search_drop(struct search *s)
{
	buf_free(&s->stripped);
	buf_free(&s->needle);
	buf_free(&s->scratch);
}

static const char *text_of(const struct buf *buf)
{
	return (const char *)buf->ptr;
}

static const char *last_part(const char *plain)
{
	for (const char *p; (p = strstr(plain, "::"));)
		plain = p + 2;
	return plain;
}

static int begin(struct search *s)
{
	const char *part;

	TRY(spelling_strip(s->ctx, &s->stripped, s->name));
	TRY(spelling_plain(s->ctx, &s->scratch, s->name));
	part = last_part(text_of(&s->scratch));
	if (!*part) /* a lambda: it has only one spelling */
		part = s->name;
	return buf_add(s->ctx, &s->needle, part, strlen(part) + 1);
}

/* "iota" and "ns::iota" are plain spellings of ns::iota. */
static bool is_plain(const char *whole, const char *given)
{
	size_t n = strlen(whole), len = strlen(given);

	if (len == 0 || len > n || !str_eq(whole + n - len, given))
		return false;
	return n == len || (n - len >= 2 && memcmp(whole + n - len - 2, "::", 2) == 0);
}

static int fit(struct search *s, const char *kernel, enum fit *out)
{
	int r;

	*out = str_eq(kernel, s->name) ? FIT_SAME : FIT_NONE;
	if (*out || !strstr(kernel, text_of(&s->needle)))
		return 0;
	r = spelling_strip(s->ctx, &s->scratch, kernel);
	if (r == 0 && str_eq(text_of(&s->scratch), text_of(&s->stripped))) {
		*out = FIT_STRIPPED;
		return 0;
	}
	if (r < 0 || spelling_mangled(s->name) || s->best > FIT_PLAIN)
		return r;
	r = spelling_plain(s->ctx, &s->scratch, kernel);
	if (r == 0 && is_plain(text_of(&s->scratch), spelling_bare(s->name)))
		*out = FIT_PLAIN;
	return r;
}

static int add(struct search *s, enum fit fit, struct module *module, const char *kernel)
{
	struct names_found *found = s->found;

	if (fit == FIT_NONE || fit < s->best)
		return 0;
	if (fit > s->best)
		found->count = 0;
	s->best = fit;
	TRY(VEC_PUSH(s->ctx, found->list, found->count, found->room));
	found->list[found->count++] = (struct names_one){ module, kernel };
	return 0;
}

static int search_module(struct search *s, struct module *module)
{
	const struct syb_module_info *info = NULL;

	TRY(module_info(s->ctx, module, &info));
	for (size_t i = 0; i < info->kernel_count; i++) {
		enum fit f;

		TRY(fit(s, info->kernels[i], &f));
		TRY(add(s, f, module, info->kernels[i]));
	}
	for (size_t i = 0; i < info->registered_kernel_count; i++)
		if (str_eq(info->registered_kernels[i]->name, s->name))
			TRY(add(s, FIT_REGISTERED, module, info->registered_kernels[i]->kernel));
	return 0;
}

void names_drop(struct names_found *found)
{
	allocator_free(found->from, found->list);
}

/* ---- unknown and ambiguous names ---- */

enum { NEAREST = 3, LOOKED_AT = 20000, SHOWN = 32 };

/* Insert into a list in ascending order of distance; the last one is dropped. */
static void keep_near(struct nearest *list, const struct nearest *one)
{
	size_t at = NEAREST;

	if (!one->name)
		return;
	for (size_t i = 0; i < NEAREST; i++)
		if (list[i].name && str_eq(list[i].name, one->name))
			return;
	while (at > 0 && one->distance < list[at - 1].distance)
		at--;
	if (at == NEAREST)
		return;
	memmove(list + at + 1, list + at, (NEAREST - 1 - at) * sizeof(*list));
	list[at] = *one;
}

/* Suggestions compare the name in the package and the name in the source; the message has the name in the package. */
static int fail_name(struct search *s)
{
	struct nearest list[NEAREST] = { { NULL, SIZE_MAX }, { NULL, SIZE_MAX }, { NULL, SIZE_MAX } };
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t count = syb_bundle_kernel_count(s->bundle);
	int r = 0;

	for (size_t i = 0; r == 0 && i < count && i < LOOKED_AT; i++) {
		const char *kernel = syb_bundle_kernel_at(s->bundle, i);
		struct nearest one = { NULL, SIZE_MAX };

		nearest_try(&one, s->name, kernel);
		if (!one.name) {
			r = spelling_plain(s->ctx, &s->scratch, kernel);
			if (r == 0)
				nearest_try(&one, s->name, last_part(text_of(&s->scratch)));
			one.name = one.name ? kernel : NULL;
		}
		keep_near(list, &one);
	}
	for (size_t i = 0; r == 0 && i < NEAREST && list[i].name; i++)
		r = buf_printf(s->ctx, &text, "%s'%s'", i ? ", " : "; did you mean ", list[i].name);
	if (r < 0)
		return r;
	return syb_fail(s->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "kernel-name",
			"kernel '%s' not found in kernel_bundle%.*s%s", s->name, (int)text.len,
			text.len ? text_of(&text) : "", text.len ? "?" : "");
}

/* Modules for different targets may have the same kernel; different names mean different kernels. */
static int check_one(struct search *s)
{
	const struct names_found *found = s->found;
	size_t others = 0;
	int r = 0;

	for (size_t i = 1; i < found->count; i++)
		others += !str_eq(found->list[i].kernel, found->list[0].kernel);
	if ((s->best != FIT_PLAIN && s->best != FIT_READABLE) || others == 0)
		return 0;
	r = syb_fail(s->ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-name", "several kernels are named '%s'", s->name);
	for (size_t i = 0; i < found->count && i < SHOWN; i++) {
		bool shown = false;

		for (size_t k = 0; k < i && !shown; k++)
			shown = str_eq(found->list[k].kernel, found->list[i].kernel);
		if (!shown)
			r = syb_note(s->ctx, r, "%s", found->list[i].kernel);
	}
	return r;
}

/* Search the code of a module that does not name its kernels. An error in it does not end the search. */
static int search_unnamed(struct search *s, struct module *module)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->ctx);
	int r = search_module(s, module);

	return r == -SYB_E_FORMAT ? 0 : ctx_unmute_failed(&mute, r);
}

static int search_text(struct search *s, const char *text)
{
	static const char names_set[] = "SYCL/kernel names";
	size_t len = strlen(text);

	for (size_t i = 0; i < s->bundle->module_count; i++) {
		struct module *module = s->bundle->modules[i];

		if (module_mentions(module, text, len))
			TRY(search_module(s, module));
		else if (!module_mentions(module, names_set, strlen(names_set)))
			TRY(search_unnamed(s, module));
	}
	return 0;
}

/* ---- demangled names ---- */

/* The demangled name without prefixes; *out_head: without the return type and the parameters. */
static int spell_readable(struct search *s, const char *readable, struct buf *head)
{
	const char *text, *from;
	size_t depth = 0, end;
	int r = spelling_unprefix(s->ctx, &s->scratch, readable);

	if (r < 0)
		return r;
	text = text_of(&s->scratch);
	from = text;
	end = strlen(text);
	if (end && text[end - 1] == ')') {
		size_t at = end;

		do {
			at--;
			depth += text[at] == ')';
			depth -= text[at] == '(';
		} while (at > 0 && depth);
		end = depth == 0 && at > 0 ? at : end;
	}
	depth = 0;
	for (size_t i = 0; i < end; i++) {
		depth += strchr("<({", text[i]) != NULL;
		depth -= depth && strchr(">)}", text[i]);
		if (depth == 0 && text[i] == ' ')
			from = text + i + 1;
	}
	head->len = 0;
	r = buf_add(s->ctx, head, from, end - (size_t)(from - text));
	return r < 0 ? r : buf_char(s->ctx, head, '\0');
}

static int try_readable(struct search *s, struct demangler *demangler, const char *given, struct module *module,
			const char *kernel)
{
	const char *readable = spelling_mangled(kernel) ? demangle(demangler, kernel) : NULL;
	_cleanup_(buf_free) struct buf head = { 0 };
	int r = readable ? spell_readable(s, readable, &head) : 0;

	if (!readable || r < 0)
		return r;
	if (str_eq(text_of(&s->scratch), given))
		return add(s, FIT_READABLE, module, kernel);
	return is_plain(text_of(&head), given) ? add(s, FIT_PLAIN, module, kernel) : 0;
}

static int search_readable(struct search *s)
{
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;
	_cleanup_(buf_free) struct buf given = { 0 };
	int r = demangler_new(s->ctx, &demangler);

	if (r == 0)
		r = spelling_unprefix(s->ctx, &given, s->name);
	for (size_t i = 0; r == 0 && i < s->bundle->module_count; i++) {
		struct module *module = s->bundle->modules[i];
		const struct syb_module_info *info = NULL;

		{
			_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->ctx);

			r = module_info(s->ctx, module, &info);
			if (r != -SYB_E_FORMAT)
				r = ctx_unmute_failed(&mute, r);
		}
		for (size_t k = 0; r == 0 && k < info->kernel_count; k++)
			r = try_readable(s, demangler, text_of(&given), module, info->kernels[k]);
		r = r == -SYB_E_FORMAT ? 0 : r;
	}
	return r;
}

/* Exact names first: they are common, and parts of a name may be in many others. */
int names_find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct names_found *out)
{
	_cleanup_(search_drop) struct search s = { .ctx = ctx, .bundle = bundle, .name = name, .found = out };
	int r = begin(&s);

	out->from = allocator_of(ctx);
	if (r == 0)
		r = search_text(&s, name);
	if (r == 0 && s.best != FIT_SAME && !str_eq(text_of(&s.needle), name)) {
		s.best = FIT_NONE;
		out->count = 0;
		r = search_text(&s, text_of(&s.needle));
	}
	if (r == 0 && out->count == 0 && *name && !spelling_mangled(name))
		r = search_readable(&s);
	if (r < 0)
		return r;
	return out->count ? check_one(&s) : fail_name(&s);
}

/* ---- all names ---- */

static int gather(struct syb_ctx *ctx, struct syb_bundle *bundle)
{
	int r = 0;

	bundle->kernel_count = 0;
	for (size_t i = 0; r == 0 && i < bundle->module_count; i++) {
		const struct syb_module_info *info = NULL;

		r = module_info(ctx, bundle->modules[i], &info);
		for (size_t k = 0; r == 0 && k < info->kernel_count; k++) {
			bool first = false;

			r = owners_add(ctx, &bundle->kernel_owners, info->kernels[k], bundle->modules[i], &first);
			if (r == 0 && first)
				r = VEC_PUSH(ctx, bundle->kernels, bundle->kernel_count, bundle->kernel_room);
			if (r == 0 && first)
				bundle->kernels[bundle->kernel_count++] = info->kernels[k];
		}
	}
	bundle->kernel_owners.complete = r == 0;
	if (r < 0) {
		owners_drop(&bundle->kernel_owners, bundle->from);
		bundle->kernel_count = 0;
	}
	return r;
}

int names_need(struct syb_ctx *ctx, struct syb_bundle *bundle)
{
	int r = 0;

	pthread_mutex_lock(&bundle->lock);
	if (!bundle->kernel_owners.complete)
		r = gather(ctx, bundle);
	pthread_mutex_unlock(&bundle->lock);
	return r;
}

/* Names are read on first use. Modules that cannot be read have none; the error is reported when they are used. */
static void need_names(const struct syb_bundle *bundle)
{
	/* the change is not visible to the caller */
	struct syb_bundle *inside = (struct syb_bundle *)(uintptr_t)bundle;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = bundle->from.fn, .alloc_user = bundle->from.user };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) == 0) {
		syb_ctx_assume_aspect_numbers(ctx, bundle->numbers);
		(void)!names_need(ctx, inside);
		syb_ctx_free(ctx);
	}
}

size_t syb_bundle_kernel_count(const struct syb_bundle *bundle)
{
	need_names(bundle);
	return bundle->kernel_count;
}

const char *syb_bundle_kernel_at(const struct syb_bundle *bundle, size_t i)
{
	need_names(bundle);
	return i < bundle->kernel_count ? bundle->kernels[i] : NULL;
}
