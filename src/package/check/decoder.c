/* package/check/decoder.c — ZE Info text → findings of a driver's decoder, and its verdict, in the decoder's order:
 * version, entries of the document, kernels. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "decoder.h"

#include "check.h"
#include "target/zeinfo.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	TEXT_SIZE = 512,
	FINDINGS_MOST = 1000, /* reported of one text; the first decides */
};

/* ---- reporting ---- */

static void refused(struct decoder *d, enum decoder_result result)
{
	if (result != DECODER_LOADS && d->errors++ == 0)
		d->result = result;
}

/* An error, or with DECODER_LOADS a warning. */
static void report(struct decoder *d, enum decoder_result result, uint32_t at, uint32_t line, const char *check,
		   const char *text)
{
	const enum syb_severity severity = result == DECODER_LOADS ? SYB_SEVERITY_WARNING : SYB_SEVERITY_ERROR;
	const uint8_t *start = d->doc.text.ptr, *before;

	refused(d, result);
	if (d->findings++ >= FINDINGS_MOST)
		return;
	if (d->embedded) {
		syb_report(d->ctx, severity, d->doc.text.at == SYB_NO_OFFSET ? SYB_NO_OFFSET : d->doc.text.at + at,
			   check, "%s (line %" PRIu32 ")", text, line);
		return;
	}
	before = at ? memrchr(start, '\n', at) : NULL;
	syb_report_text(d->ctx, severity, line ? line : 1, (uint32_t)(start + at - (before ? before + 1 : start)) + 1,
			check, "%s", text);
}

static uint32_t place(const struct dy_node *node)
{
	return node->key.kind ? node->key.at : node->value.at;
}

void decoder_error(struct decoder *d, enum decoder_result result, const struct dy_node *node, const char *check,
		   const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	check_vtext(text, TEXT_SIZE, fmt, args);
	va_end(args);
	report(d, result, place(node), node->line, check, text);
}

void decoder_error_at(struct decoder *d, enum decoder_result result, uint64_t at, const char *check, const char *fmt,
		      ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	check_vtext(text, TEXT_SIZE, fmt, args);
	va_end(args);
	refused(d, result);
	syb_report(d->ctx, SYB_SEVERITY_ERROR, at, check, "%s", text);
}

struct decoder_word decoder_word(struct span s)
{
	struct decoder_word word = { 0 };

	memcpy(word.text, s.ptr, s.len < sizeof(word.text) - 1 ? s.len : sizeof(word.text) - 1);
	return word;
}

static struct decoder_word key_of(const struct decoder *d, const struct dy_node *node)
{
	return node->key.kind ? decoder_word(dy_span(&d->doc, node->key)) : (struct decoder_word){ "" };
}

void decoder_unknown(struct decoder *d, const struct dy_node *node, const char *where)
{
	decoder_error(d, d->modern ? DECODER_UNKNOWN : DECODER_LOADS, node, "decoder-unknown",
		      "%s: `%s` is unknown to decoder %" PRIu32 ".%" PRIu32, where, key_of(d, node).text,
		      d->version.major, d->version.minor);
}

/* ---- walking ---- */

const struct dy_node *decoder_first(const struct decoder *d, const struct dy_node *node)
{
	return node && node->first ? &d->doc.nodes[node->first] : NULL;
}

const struct dy_node *decoder_next(const struct decoder *d, const struct dy_node *node)
{
	return node->next ? &d->doc.nodes[node->next] : NULL;
}

const struct dy_node *decoder_find(const struct decoder *d, const struct dy_node *map, const char *key)
{
	const struct dy_node *found = NULL;

	for (const struct dy_node *n = decoder_first(d, map); n; n = decoder_next(d, n))
		if (dy_is(&d->doc, n->key, key))
			found = n;
	return found;
}

int64_t decoder_int(const struct decoder *d, const struct dy_node *map, const char *key, int64_t missing)
{
	const struct dy_node *n = decoder_find(d, map, key);
	int64_t value = missing;

	return n && dy_int(&d->doc, n->value, d->modern, &value) ? value : missing;
}

/* ---- known attributes ---- */

#define NEVER UINT32_MAX

/* Where drivers and the schema disagree: attributes by path, values by enumeration. */
static const struct {
	const char *where, *name;
	uint32_t since; /* minor version */
} exceptions[] = {
	{ "/", "required_libs", 66 },
	{ "/", "kernels_cost_info", NEVER },
	{ "/kernels[]/execution_env", "hw_preemption_mode", 0 },
	{ "/kernels[]/execution_env", "actual_kernel_start_offset", DECODER_MODERN },
	{ "/kernels[]/execution_env", "indirect_stateless_count", DECODER_OLDEST },
	{ "/kernels[]/execution_env", "has_device_enqueue", NEVER },
	{ "/kernels[]/execution_env", "quantum_size", NEVER },
	{ "/kernels[]/execution_env", "quantum_walk_order", NEVER },
	{ "/kernels[]/execution_env", "quantum_partition_dimension", NEVER },
	{ "/kernels[]/execution_env", "generate_local_id", NEVER },
	{ "/kernels[]/debug_env", "sip_surface_offset", DECODER_MODERN },
	{ "argument_type", "group_size", NEVER },
	{ "argument_type", "image_srgb_channel_order", NEVER },
	{ "argument_type", "region_group_size", NEVER },
	{ "argument_type", "region_group_wg_count", NEVER },
	{ "argument_type", "region_group_barrier_buffer", NEVER },
	{ "argument_type", "vme_mb_block_type", 0 },
	{ "argument_type", "vme_sad_adjust_mode", 0 },
	{ "argument_type", "vme_search_path_type", 0 },
	{ "argument_type", "vme_subpixel_mode", 0 },
	{ "image_type", "image_cube", NEVER },
	{ "memory_addressing_mode", "shared_local_memory", NEVER },
	{ "sampler_type", "sample_8x8_minmax", NEVER },
	{ "sampler_type", "vd", 0 },
	{ "sampler_type", "ve", 0 },
	{ "sampler_type", "vme", 0 },
};

/* Whether the decoder knows a name that the schema has with these versions. */
static bool is_known(const struct decoder *d, const char *where, const char *name, struct syb_ze_version since,
		     struct syb_ze_version removed)
{
	const uint32_t minor = d->version.minor < DECODER_LEARNED ? DECODER_LEARNED : d->version.minor;

	for (size_t i = 0; i < ARRAY_SIZE(exceptions); i++)
		if (str_eq(exceptions[i].where, where) && str_eq(exceptions[i].name, name))
			return exceptions[i].since <= d->version.minor;
	return syb_ze_known_in(since, removed, (struct syb_ze_version){ 1, minor });
}

static const struct syb_ze_attr *known_attr(const struct decoder *d, const char *path, const char *name)
{
	const struct syb_ze_attr *attr = syb_ze_attr_find(path, name);

	return attr && is_known(d, path, name, attr->since,
				attr->in_spec ? attr->removed : (struct syb_ze_version){ 0, 1 })
		       ? attr
		       : NULL;
}

static bool knows_value(const struct decoder *d, const char *of, const char *name)
{
	const struct syb_ze_enum_value *value = syb_ze_enum_find(of, name);
	const struct syb_ze_version never = { 1, NEVER };

	return is_known(d, of, name, value ? value->since : never,
			value ? value->removed : (struct syb_ze_version){ 0 });
}

/* ---- values ---- */

static bool int_fits(const struct decoder *d, const struct dy_node *node, int64_t low, int64_t high)
{
	int64_t value;

	return dy_int(&d->doc, node->value, d->modern, &value) && value >= low && value <= high;
}

static bool is_int3(const struct decoder *d, const struct dy_node *node)
{
	size_t count = 0;

	for (const struct dy_node *n = decoder_first(d, node); n; n = decoder_next(d, n), count++)
		if (!int_fits(d, n, INT32_MIN, INT32_MAX))
			return false;
	return count == 3;
}

/* More than three elements, the first four of which are numbers. */
static bool is_long(const struct decoder *d, const struct dy_node *node)
{
	size_t count = 0;

	for (const struct dy_node *n = decoder_first(d, node); n && count < 4; n = decoder_next(d, n), count++)
		if (!int_fits(d, n, INT32_MIN, INT32_MAX))
			return false;
	return d->modern && count == 4;
}

static bool is_right(const struct decoder *d, const struct dy_node *node, const struct syb_ze_attr *attr)
{
	bool b;

	switch (attr->type) {
	case SYB_ZE_INT32:
		if (str_eq(attr->name, "slm_alignment"))
			return int_fits(d, node, 0, UINT8_MAX);
		return int_fits(d, node, INT32_MIN, INT32_MAX);
	case SYB_ZE_INT32X3:
		return is_int3(d, node);
	case SYB_ZE_BOOL:
		return dy_bool(&d->doc, node->value, &b);
	case SYB_ZE_ENUM:
		return node->value.kind && knows_value(d, attr->of, decoder_word(dy_span(&d->doc, node->value)).text);
	default:
		return true;
	}
}

static bool read_attr(struct decoder *d, const struct dy_node *node, const char *path)
{
	struct decoder_word key = key_of(d, node);
	const struct syb_ze_attr *attr = known_attr(d, path, key.text);
	const struct dy_node *shown = node->value.kind || !node->first ? node : decoder_first(d, node);
	size_t before = d->errors;

	if (attr && is_right(d, node, attr))
		return true;
	if (attr && attr->type == SYB_ZE_INT32X3 && is_long(d, node)) {
		decoder_error(d, DECODER_ABORTS, node, "decoder-abort",
			      "%s: more than three numbers overflow an array of three", key.text);
		return false;
	}
	if (attr) {
		decoder_error(d, DECODER_INVALID, node, "decoder-value", "%s: `%s` cannot be read as %s", key.text,
			      shown->value.kind ? decoder_word(dy_span(&d->doc, shown->value)).text : "",
			      attr->type == SYB_ZE_ENUM ? attr->of : syb_ze_type_name(attr->type));
		return false;
	}
	if (str_eq(path, "/kernels[]/user_attributes") && strstr(key.text, "_hint"))
		return true;
	if (str_eq(path, "/kernels[]/user_attributes") && !d->modern) {
		decoder_error(d, DECODER_INVALID, node, "decoder-unknown",
			      "user attribute `%s` is unknown to decoder 1.%" PRIu32, key.text, d->version.minor);
		return false;
	}
	decoder_unknown(d, node, path);
	return d->errors == before;
}

bool decoder_map(struct decoder *d, const struct dy_node *map, const char *path)
{
	bool good = true;

	for (const struct dy_node *n = decoder_first(d, map); n; n = decoder_next(d, n))
		good = read_attr(d, n, path) && good;
	return good;
}

/* ---- the document ---- */

/* Two numbers as atoi() reads them. */
static bool check_version(struct decoder *d, const struct dy_node *node)
{
	struct span text = dy_string(&d->doc, node->value, false);
	struct decoder_word word = decoder_word(text);
	const uint8_t *dot = memchr(text.ptr, '.', text.len);
	const char *digits = word.text + strspn(word.text, " \t\n\v\f\r"); /* as atoi */
	uint64_t major = 0;

	if (!node->value.kind || !dot || dot == text.ptr || dot + 1 == text.ptr + text.len) {
		decoder_error(d, DECODER_INVALID, node, "decoder-version", "`%s` is not a version", word.text);
		return false;
	}
	digits += *digits == '+';
	for (; *digits >= '0' && *digits <= '9' && major < UINT32_MAX; digits++)
		major = major * 10 + (uint64_t)(*digits - '0');
	if (major != 1) {
		decoder_error(d, DECODER_UNHANDLED, node, "decoder-version", "version %s: the major version is not 1",
			      word.text);
		return false;
	}
	return true;
}

/* Entries that may appear once. */
static bool check_once(struct decoder *d, const struct dy_node *root)
{
	static const struct {
		const char *name;
		bool modern;
	} once[] = {
		{ "version", false },      { "kernels", false },
		{ "functions", false },    { "global_host_access_table", true },
		{ "required_libs", true }, { "l1_cache_policy", true },
	};
	const struct dy_node *first[ARRAY_SIZE(once)] = { 0 };
	bool good = true;

	for (const struct dy_node *n = decoder_first(d, root); n; n = decoder_next(d, n)) {
		for (size_t i = 0; i < ARRAY_SIZE(once); i++) {
			if (!dy_is(&d->doc, n->key, once[i].name) || (once[i].modern && !d->modern))
				continue;
			if (first[i])
				decoder_error(d, DECODER_INVALID, n, "decoder-repeated", "%s appears twice",
					      once[i].name);
			good = good && !first[i];
			first[i] = n;
		}
	}
	return good;
}

static bool check_top(struct decoder *d, const struct dy_node *root)
{
	size_t before = d->errors;

	for (const struct dy_node *n = decoder_first(d, root); n; n = decoder_next(d, n))
		if (!known_attr(d, "/", key_of(d, n).text))
			decoder_unknown(d, n, "/");
	return d->errors == before;
}

static bool check_host_table(struct decoder *d, const struct dy_node *table)
{
	static const char *const names[] = { "device_name", "host_name" };
	bool good = true;

	for (const struct dy_node *n = decoder_first(d, table); n; n = decoder_next(d, n)) {
		good = decoder_map(d, n, "/global_host_access_table[]") && good;
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			const struct dy_node *name = decoder_find(d, n, names[i]);

			if (!name || (name->value.kind && name->value.kind != DY_MARK))
				continue;
			decoder_error(d, name->value.kind ? DECODER_INVALID : DECODER_ABORTS, name,
				      name->value.kind ? "decoder-value" : "decoder-abort", "%s is not a string",
				      names[i]);
			good = false;
		}
	}
	return good;
}

static bool check_functions(struct decoder *d, const struct dy_node *functions)
{
	size_t before = d->errors;

	for (const struct dy_node *f = decoder_first(d, functions); f; f = decoder_next(d, f)) {
		for (const struct dy_node *n = decoder_first(d, f); n; n = decoder_next(d, n)) {
			if (dy_is(&d->doc, n->key, "execution_env"))
				decoder_map(d, n, "/kernels[]/execution_env");
			else if (!dy_is(&d->doc, n->key, "name"))
				decoder_unknown(d, n, "/functions[]");
		}
	}
	return d->errors == before;
}

/* The decoder cuts off kernels_misc_info before it reads the rest, wherever the word appears. */
static struct span cut_misc(const struct decoder *d, struct span text)
{
	static const char word[] = "kernels_misc_info", libs[] = "required_libs";
	const uint8_t *cut = memmem(text.ptr, text.len, word, sizeof(word) - 1);

	if (cut && !(d->modern && memmem(cut, (size_t)(text.ptr + text.len - cut), libs, sizeof(libs) - 1)))
		text.len = (size_t)(cut - text.ptr);
	return text;
}

static bool is_first_on_line(struct span text, size_t at)
{
	while (at && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

/* Modern decoders write out of bounds when they cut in the middle of a kernel's name. */
static int check_cut(struct decoder *d, struct span text, size_t cut)
{
	struct dy_problem problem;
	const struct dy_node *kernels, *name;
	int r;

	if (!d->modern || cut == text.len || is_first_on_line(text, cut))
		return 0;
	r = dy_read(d->ctx, text, d->modern, &d->doc, &problem);
	kernels = r < 0 ? NULL : decoder_find(d, &d->doc.nodes[0], "kernels");
	for (const struct dy_node *n = decoder_first(d, kernels); n; n = decoder_next(d, n)) {
		struct span s = { 0 };

		name = decoder_find(d, n, "name");
		if (name && name->value.kind)
			s = dy_string(&d->doc, name->value, true);
		if (s.len && s.ptr <= text.ptr + cut && text.ptr + cut < s.ptr + s.len) {
			decoder_error(
				d, DECODER_ABORTS, name, "decoder-abort",
				"the name of a kernel contains kernels_misc_info, where the decoder cuts the text");
			break;
		}
	}
	if (d->errors == 0)
		dy_free(&d->doc);
	return r == -SYB_E_FORMAT ? 0 : r; /* errors after the cut do not matter */
}

static int check_document(struct decoder *d)
{
	const struct dy_node *root = &d->doc.nodes[0];
	const struct dy_node *version = decoder_find(d, root, "version");
	const struct dy_node *kernels = decoder_find(d, root, "kernels");

	if (!check_top(d, root) || !check_once(d, root) || (version && !check_version(d, version)) || !kernels)
		return 0;
	if (!check_host_table(d, decoder_find(d, root, "global_host_access_table")) ||
	    !check_functions(d, decoder_find(d, root, "functions")))
		return 0;
	for (const struct dy_node *n = decoder_first(d, kernels); n; n = decoder_next(d, n))
		TRY(decoder_kernel(d, n));
	if (d->modern && decoder_find(d, root, "l1_cache_policy"))
		read_attr(d, decoder_find(d, root, "l1_cache_policy"), "/");
	return 0;
}

/* The arguments that are described. Modern decoders abort when the kernel does not have one. */
static void check_misc_args(struct decoder *d, const struct dy_node *misc, size_t count)
{
	const struct dy_node *list = decoder_find(d, misc, "args_info");
	const char *why = NULL;

	for (const struct dy_node *n = decoder_first(d, list); n; n = decoder_next(d, n)) {
		int64_t index = -1;
		const struct dy_node *node = decoder_find(d, n, "index");

		if (!n->first)
			continue;
		if (!node || !dy_int(&d->doc, node->value, d->modern, &index))
			why = "the description of an argument lacks its index";
		else if (d->modern && (index < 0 || (uint64_t)index >= count))
			why = "the kernel does not have the described argument: the process aborts when a program "
			      "queries "
			      "it";
		else
			continue;
		report(d, DECODER_LOADS, node ? place(node) : place(decoder_first(d, n)), n->line, "decoder-misc-info",
		       why);
	}
}

/* kernels_misc_info is read when a program queries the arguments: errors there do not prevent loading. */
static int check_misc(struct decoder *d, struct span text)
{
	struct dy_problem problem;
	const struct dy_node *list;
	int r;

	dy_free(&d->doc);
	r = dy_read(d->ctx, text, d->modern, &d->doc, &problem);
	if (r == -SYB_E_FORMAT) {
		report(d, DECODER_LOADS, problem.at, problem.line, "decoder-misc-info", problem.why);
		return 0;
	}
	list = r < 0 ? NULL : decoder_find(d, &d->doc.nodes[0], "kernels_misc_info");
	for (const struct dy_node *n = decoder_first(d, list); n; n = decoder_next(d, n)) {
		const struct dy_node *name = decoder_find(d, n, "name");
		struct span s = dy_span(&d->doc, name ? name->value : n->value);
		const size_t *count = name ? hash_get(&d->kernels, s.ptr, s.len) : NULL;

		if (!n->first) /* the decoder treats an item of one line as a word, and skips it */
			continue;
		if (count) {
			check_misc_args(d, n, *count);
			continue;
		}
		report(d, DECODER_LOADS, name ? name->value.at : place(n), n->line, "decoder-misc-info",
		       name ? "no kernel has this spelling of the name" : "the name of the kernel is missing");
	}
	return r;
}

int decoder_zeinfo(struct decoder *d, struct span text)
{
	struct span head = cut_misc(d, text);
	struct dy_problem problem;
	int r = check_cut(d, text, head.len);

	if (r < 0 || d->errors)
		return r;
	r = dy_read(d->ctx, head, d->modern, &d->doc, &problem);
	if (r == -SYB_E_FORMAT) {
		report(d, problem.aborts ? DECODER_ABORTS : DECODER_INVALID, problem.at, problem.line,
		       problem.aborts ? "decoder-abort" : "decoder-yaml", problem.why);
		return 0;
	}
	if (r == 0)
		r = check_document(d);
	if (r == 0 && head.len < text.len && d->result == DECODER_LOADS)
		r = check_misc(d, text);
	return r;
}

/* ---- verdicts ---- */

int decoder_version(struct syb_ctx *ctx, const char *text, struct syb_ze_version *out_version)
{
	struct syb_ze_version v = syb_ze_version_newest();

	if (!str_eq(text, "newest") &&
	    (syb_ze_version_parse(text, &v) < 0 || v.major != 1 || v.minor < DECODER_OLDEST ||
	     syb_ze_version_compare(v, syb_ze_version_newest()) > 0))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"unknown decoder '%s': use 1.%d to 1.%" PRIu32 ", or newest", text, DECODER_OLDEST,
				syb_ze_version_newest().minor);
	*out_version = v;
	return 0;
}

static const char *result_text(enum decoder_result result)
{
	switch (result) {
	case DECODER_INVALID:
		return "result 2, invalid";
	case DECODER_UNHANDLED:
		return "result 3, not handled";
	case DECODER_UNKNOWN:
		return "result 4, unknown attribute";
	default:
		return "its process aborts or reads out of bounds";
	}
}

void decoder_verdict(const struct decoder *d, uint64_t at)
{
	if (d->result == DECODER_LOADS)
		syb_report(d->ctx, SYB_SEVERITY_INFO, at, "decoder-verdict",
			   "decoder %" PRIu32 ".%" PRIu32 " loads the file", d->version.major, d->version.minor);
	else
		syb_note(d->ctx, 0, "decoder %" PRIu32 ".%" PRIu32 " does not load the file: %s", d->version.major,
			 d->version.minor, result_text(d->result));
}

int decoder_check_text(struct syb_ctx *ctx, struct span text, struct syb_ze_version version)
{
	struct decoder d = { .ctx = ctx, .version = version, .modern = version.minor >= DECODER_MODERN };
	int r = decoder_zeinfo(&d, text);

	dy_free(&d.doc);
	hash_free(&d.kernels);
	if (r == 0)
		decoder_verdict(&d, SYB_NO_OFFSET);
	return r;
}
