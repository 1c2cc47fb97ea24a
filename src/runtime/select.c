/* runtime/select.c — selects devices by the grammar of ONEAPI_DEVICE_SELECTOR.
 *
 *     selector = term { ";" term }        term = [ "!" ] backend ":" device { "," device }  |  name of a profile
 *     device = "*" | "cpu" | "gpu" | "fpga" | "acc" | number [ "." ( number | "*" ) [ "." … ] ]
 *
 * Discarding terms come after accepting ones; if there are only discarding terms, all other devices are accepted.
 * Backends of DPC++ that Sybil lacks are valid and match nothing. */
#include "rt.h"

#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

struct text {
	struct syb_ctx *ctx;
	const char *env;   /* NULL: an argument */
	const char *whole; /* for columns */
};

static int fail(const struct text *t, const char *at, const char *what)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(t->ctx, t->env);

	uint32_t column = (uint32_t)(at - t->whole) + 1;
	char place[32] = "";

	if (!t->env) /* an argument has no file name, so the column is part of the text */
		snprintf(place, sizeof(place), ", column %u", (unsigned)column);
	return syb_fail_text(t->ctx, SYB_E_ARG, 1, column, "device-selector", "\"%s\"%s: %s", t->whole, place, what);
}

static bool is(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

/* ---- one device of a term ---- */

enum { ANY_BACKEND = -1, OTHER_BACKEND = -2 };

static bool read_backend(const char *text, size_t len, int *out)
{
	static const char *const others[] = { "hip", "native_cpu", "offload", "host" };

	*out = ANY_BACKEND;
	if (is(text, len, "*"))
		return true;
	for (int i = SYB_BACKEND_OPENCL; i <= SYB_BACKEND_PROFILE; i++) {
		*out = i;
		if (is(text, len, syb_backend_name((enum syb_backend)i)))
			return true;
	}
	*out = OTHER_BACKEND;
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (is(text, len, others[i]))
			return true;
	return false;
}

static bool is_type(const struct syb_rt_device_info *info, const char *word, size_t len)
{
	bool accelerator = is(word, len, "fpga") || is(word, len, "acc");

	return accelerator ? str_eq(info->type, "acc") || str_eq(info->type, "fpga") : is(word, len, info->type);
}

static bool is_known_type(const char *word, size_t len)
{
	return is(word, len, "cpu") || is(word, len, "gpu") || is(word, len, "fpga") || is(word, len, "acc");
}

/* Check the syntax of one word of a list. */
static int check_word(const struct text *t, const char *word, size_t len)
{
	size_t digits = strspn(word, "0123456789");

	if (len == 0)
		return fail(t, word, "expected a device: *, cpu, gpu, fpga, acc or a number");
	if (memchr(word, '.', len) && (digits || *word == '*' || is_known_type(word, strcspn(word, "."))))
		return fail(t, word, "sub-devices are not supported: remove the point and the rest");
	if (is(word, len, "*") || is_known_type(word, len) || (digits == len && len < 10))
		return 0;
	return fail(t, word, "not a device: expected *, cpu, gpu, fpga, acc or a number");
}

static bool word_is(const struct syb_rt_device_info *info, const char *word, size_t len)
{
	if (is(word, len, "*"))
		return true;
	if (*word >= '0' && *word <= '9')
		return strtoul(word, NULL, 10) == info->number;
	return is_type(info, word, len);
}

/* ---- one term ---- */

struct term {
	const char *text;
	size_t len;
	bool discards;
	int backend;
	const char *devices; /* after the colon; NULL: text is the name of a profile */
};

static bool has_name(const struct syb_device *caps, const char *name, size_t len)
{
	return is(name, len, caps->name) || words_have(caps->aliases, name, len);
}

static bool term_is(const struct term *term, const struct syb_rt_device *device)
{
	const struct syb_rt_device_info *info = &device->info.info;
	const char *end = term->text + term->len;

	if (!term->devices)
		return has_name(&device->info.caps, term->text, term->len);
	if (term->backend != ANY_BACKEND && term->backend != (int)info->backend)
		return false;
	for (const char *word = term->devices; word <= end;) {
		size_t len = strcspn(word, ",;");

		if (word_is(info, word, len))
			return true;
		word += len + 1;
	}
	return false;
}

static int read_term(const struct text *t, const char *text, size_t len, struct syb_rt_device **devices, size_t count,
		     struct term *out)
{
	struct term term = { .text = text, .len = len, .backend = ANY_BACKEND };
	const char *colon;
	int r = 0;

	if (len && *text == '!') {
		term.discards = true;
		term.text++;
		term.len--;
	}
	if (term.len == 0)
		return fail(t, text, "empty term");
	colon = memchr(term.text, ':', term.len);
	*out = term;
	if (!colon) {
		for (size_t i = 0; i < count; i++)
			if (has_name(&devices[i]->info.caps, term.text, term.len))
				return 0;
		return fail(t, term.text, "expected BACKEND:DEVICES, such as *:cpu, or the name of a device");
	}
	if (!read_backend(term.text, (size_t)(colon - term.text), &out->backend))
		return fail(t, term.text, "not a backend: expected *, opencl, cuda, level_zero or profile");
	out->devices = colon + 1;
	for (const char *word = colon + 1, *end = term.text + term.len; r == 0 && word <= end;) {
		size_t n = strcspn(word, ",;");

		r = check_word(t, word, n);
		word += n + 1;
	}
	return r;
}

/* ---- the whole ---- */

int select_devices(struct syb_ctx *ctx, const char *selector, const char *env, struct syb_rt_device **devices,
		   size_t *inout_count)
{
	struct text t = { ctx, env, selector };
	_cleanup_(arena_free) struct arena scratch = { 0 };
	bool *accepted = arena_array(ctx, &scratch, *inout_count, sizeof(*accepted));
	bool *discarded = arena_array(ctx, &scratch, *inout_count, sizeof(*discarded));
	bool any_accepts = false, any_discards = false;
	size_t kept = 0;

	if (!accepted || !discarded)
		return -SYB_E_NOMEM;
	for (const char *p = selector;;) {
		size_t len = strcspn(p, ";");
		struct term term = { 0 };

		TRY(read_term(&t, p, len, devices, *inout_count, &term));
		if (!term.discards && any_discards)
			return fail(&t, p, "discarding terms (!) must come after accepting terms");
		any_accepts |= !term.discards;
		any_discards |= term.discards;
		for (size_t i = 0; i < *inout_count; i++)
			if (term_is(&term, devices[i]))
				(term.discards ? discarded : accepted)[i] = true;
		if (!p[len])
			break;
		p += len + 1;
	}
	for (size_t i = 0; i < *inout_count; i++)
		if ((accepted[i] || !any_accepts) && !discarded[i])
			devices[kept++] = devices[i];
	*inout_count = kept;
	return 0;
}

/* As SYCL's default selector: a GPU before others. A profile is chosen only if there is no device. */
static int rank(const struct syb_rt_device *device)
{
	const struct syb_rt_device_info *info = &device->info.info;

	if (info->backend == SYB_BACKEND_PROFILE)
		return 0;
	return str_eq(info->type, "gpu") ? 3 : str_eq(info->type, "cpu") ? 2 : 1;
}

/* Mention the environment variable, which users easily forget. */
static int fail_none(struct syb_ctx *ctx, const struct syb_rt *rt, const char *selector)
{
	const char *env = getenv("ONEAPI_DEVICE_SELECTOR");
	int r = syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "device-none", "no device%s%s",
			 selector ? " is selected by " : " was found", selector ? selector : "");

	if (rt->hidden_count == 0)
		return rt_note_missing(ctx, rt, selector, r);
	return syb_note(ctx, r, "ONEAPI_DEVICE_SELECTOR=%s hides %zu device%s", env ? env : "", rt->hidden_count,
			rt->hidden_count > 1 ? "s" : "");
}

int syb_rt_select(struct syb_ctx *ctx, const struct syb_rt *rt, const char *selector,
		  struct syb_rt_device **out_devices)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct syb_rt_device **list = arena_array(ctx, &scratch, rt->device_count + 1, sizeof(*list));
	struct syb_rt_device *best = NULL;
	size_t count = rt->device_count;

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		list[i] = rt->devices[i];
		if (!best || rank(list[i]) > rank(best))
			best = list[i];
	}
	if (!selector && best) {
		*out_devices = best;
		return 1;
	}
	TRY(selector ? select_devices(ctx, selector, NULL, list, &count) : 0);
	if (count == 0)
		return fail_none(ctx, rt, selector);
	memcpy(out_devices, list, count * sizeof(struct syb_rt_device *));
	return (int)count;
}
