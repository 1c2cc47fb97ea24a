/* tests/unit/spirv/t_spirv_link.c — linking SPIR-V modules, rule by rule: what is resolved, unified, dropped, kept and
 * refused; both byte orders, ids that are far apart; damaged in every way, every allocation refused. */
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/file.h"
#include "base/value.h"
#include "format/spirv/spirv_grammar.h"
#include <sybil/link.h>
#include <sybil/value.h>

enum {
	OP_LINE = 8,
	OP_EXT_INST = 12,
	OP_TYPE_FLOAT = 22,
	OP_TYPE_POINTER = 32,
	OP_TYPE_FUNCTION = 33,
	OP_TYPE_FORWARD_POINTER = 39,
	OP_CONSTANT = 43,
	OP_SPEC_CONSTANT = 50,
	OP_FUNCTION_PARAMETER = 55,
	OP_FUNCTION_END = 56,
	OP_FUNCTION_CALL = 57,
	OP_LOAD = 61,
	OP_LABEL = 248,
	OP_SWITCH = 251,
	OP_RETURN = 253,
	OP_RETURN_VALUE = 254,
	LINKAGE = 41,
	EXPORT = 0,
	IMPORT = 1,
	ONCE = 2,
	CROSS_WORKGROUP = 5,
	INPUT = 1,
};

static struct syb_ctx *ctx;
static struct words a, b, result;
static struct syb_spirv_link_opts opts;
static struct syb_link_input given[2];

/* ---- making modules ---- */

static void name_for_others(struct words *m, uint32_t id, const char *name, int64_t linkage)
{
	put_op_text(m, SPIRV_OP_DECORATE, NUMBERS(id, LINKAGE), name, NUMBERS(linkage));
}

static void head(struct words *m, uint32_t bound)
{
	words_begin(m, bound);
	put_op(m, SPIRV_OP_CAPABILITY, 4);
	put_op(m, SPIRV_OP_CAPABILITY, 5);
	put_op(m, SPIRV_OP_CAPABILITY, 6);
	put_op(m, SPIRV_OP_MEMORY_MODEL, 2, 2);
}

/* %1 = void, %2 = uint, %3 = uint (uint) */
static void types(struct words *m)
{
	put_op(m, SPIRV_OP_TYPE_VOID, 1);
	put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
	put_op(m, OP_TYPE_FUNCTION, 3, 2, 2);
}

static void declare(struct words *m, uint32_t id)
{
	put_op(m, SPIRV_OP_FUNCTION, 2, id, 0, 3);
	put_op(m, OP_FUNCTION_PARAMETER, 2, id + 1);
	put_op(m, OP_FUNCTION_END, -1);
}

/* uint f(uint x) { return callee(x); }, or x; takes id to id + 3 */
static void define(struct words *m, uint32_t id, uint32_t callee)
{
	put_op(m, SPIRV_OP_FUNCTION, 2, id, 0, 3);
	put_op(m, OP_FUNCTION_PARAMETER, 2, id + 1);
	put_op(m, OP_LABEL, id + 2);
	if (callee)
		put_op(m, OP_FUNCTION_CALL, 2, id + 3, callee, id + 1);
	put_op(m, OP_RETURN_VALUE, callee ? id + 3 : id + 1);
	put_op(m, OP_FUNCTION_END, -1);
}

/* g calls f, which b has. */
static void two_modules(void)
{
	head(&a, 30);
	put_op_text(&a, SPIRV_OP_NAME, NUMBERS(10), "f", NULL);
	put_op_text(&a, SPIRV_OP_NAME, NUMBERS(11), "parameter", NULL);
	name_for_others(&a, 10, "f", IMPORT);
	name_for_others(&a, 20, "g", EXPORT);
	put_op(&a, SPIRV_OP_DECORATE, 11, 38, 5);
	types(&a);
	declare(&a, 10);
	define(&a, 20, 10);
	head(&b, 20);
	name_for_others(&b, 10, "f", EXPORT);
	put_op(&b, SPIRV_OP_DECORATE, 11, 38, 5);
	types(&b);
	define(&b, 10, 0);
}

/* ---- linking ---- */

static int link_bytes(struct syb_ctx *c, struct syb_bytes first, struct syb_bytes second, struct syb_record **map,
		      struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r;

	given[0].size = given[1].size = sizeof(given[0]);
	given[0].name = "a.spv";
	given[1].name = "b.spv";
	given[0].bytes = first;
	given[1].bytes = second;
	opts.size = sizeof(opts);
	r = out_scratch(c, &out);
	if (r == 0)
		r = syb_spirv_link(c, given, second.len ? 2 : 1, &opts, out, map);
	return r < 0 ? r : out_scratch_file(c, out, out_file);
}

/* Link a and b (in the byte orders given); the words of the result are in `result`. */
static int link_orders(bool big_a, bool big_b)
{
	struct syb_bytes first = words_bytes(&a, big_a),
			 second = b.count ? words_bytes(&b, big_b) : (struct syb_bytes){ 0 };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r;

	syb_ctx_diag_clear(ctx);
	result.count = 0;
	r = link_bytes(ctx, first, second, NULL, &file);
	if (r == 0) {
		struct span s = span_of(syb_file_bytes(file), 0);

		for (; result.count < s.len / 4; result.count++)
			result.w[result.count] = span_u32(s, result.count * 4);
	}
	free((void *)(uintptr_t)first.ptr);
	free((void *)(uintptr_t)second.ptr);
	return r;
}

static int link_both(void)
{
	return link_orders(false, false);
}

/* How many instructions of the result begin with these words; -1 stands for any. */
static size_t count_of(uint32_t op, const int64_t *words)
{
	size_t count = 0;

	for (size_t at = 5; at < result.count; at += result.w[at] >> 16) {
		bool same = (result.w[at] & 0xffff) == op;

		for (size_t i = 0; same && words[i] != -2; i++)
			same = i + 1 < result.w[at] >> 16 &&
			       (words[i] == -1 || result.w[at + 1 + i] == (uint32_t)words[i]);
		count += same;
	}
	return count;
}
#define COUNT(op, ...) (int)count_of(op, (const int64_t[]){ __VA_ARGS__, -2 })
#define COUNT_ALL(op) (int)count_of(op, (const int64_t[]){ -2 })

/* The diagnostic at i: "check" or "". */
static const char *check_at(size_t i)
{
	return i < syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, i)->check : "";
}

static void fails_with(const char *what, int code, const char *check)
{
	int r = link_both();

	ok(r == code && str_eq(check_at(0), check), "%s", what);
	if (r != code || !str_eq(check_at(0), check))
		printf("# %d %s\n", r, syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->text : "");
}

static void reset(void)
{
	memset(&opts, 0, sizeof(opts));
	memset(given, 0, sizeof(given));
	b.count = 0;
}

/* ---- rules ---- */

static void test_resolve(bool big_a, bool big_b)
{
	reset();
	two_modules();
	is_int(link_orders(big_a, big_b), 0);
	is_int(result.w[0], 0x07230203);
	is_int(COUNT_ALL(SPIRV_OP_FUNCTION), 2);
	is_int(COUNT_ALL(SPIRV_OP_TYPE_INT), 1);
	is_int(COUNT_ALL(OP_TYPE_FUNCTION), 1);
	is_int(COUNT_ALL(SPIRV_OP_NAME), 0); /* of a declaration and its parameter */
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 38, 5), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE), 0);
	is_int(COUNT(SPIRV_OP_CAPABILITY, 5), 1); /* nothing could be started without */
	is_int(COUNT(SPIRV_OP_CAPABILITY, 6), 1);
	is_int(result.w[3], 11); /* void, uint, type; f, x, label; g, x, label, call; and 0 */
}

static void test_library(void)
{
	reset();
	two_modules();
	opts.library = true;
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'f', EXPORT), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'g', EXPORT), 1);
	reset();
	two_modules();
	opts.keep_exports = (const char *const[]){ "g", "nobody" };
	opts.keep_export_count = 1;
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'g', EXPORT), 1);
	opts.keep_export_count = 2;
	fails_with("nobody has what is to stay exported", -SYB_E_INCOMPATIBLE, "link-unresolved");
}

static void test_partial(void)
{
	reset();
	two_modules();
	b.count = 0;
	fails_with("nobody defines it", -SYB_E_INCOMPATIBLE, "link-unresolved");
	opts.partial = true;
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'f', IMPORT), 1);
	is_int(COUNT(SPIRV_OP_CAPABILITY, 5), 1);
	is_int(COUNT_ALL(SPIRV_OP_NAME), 2);
	/* two modules import the same: one declaration is enough */
	two_modules();
	b = a;
	b.w[0] = 0x07230203;
	for (size_t i = 0; i < b.count; i++)
		if (b.w[i] == 'g')
			b.w[i] = 'h';
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_FUNCTION), 3);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'f', IMPORT), 1);
}

static void test_duplicate(void)
{
	reset();
	two_modules();
	a = b;
	fails_with("exported twice", -SYB_E_INCOMPATIBLE, "link-duplicate");
	for (size_t i = 0; i < a.count; i++)
		if (a.w[i] == 'f')
			a.w[i + 1] = ONCE;
	is_int(link_both(), 0); /* who exports wins over who may be there several times */
	is_int(COUNT_ALL(SPIRV_OP_FUNCTION), 1);
	b = a;
	opts.library = true;
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_FUNCTION), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'f', ONCE), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 38, 5), 1);
}

static void test_types(void)
{
	reset();
	two_modules();
	for (size_t i = 5; i < b.count; i++)
		if (b.w[i] == (4u << 16 | SPIRV_OP_TYPE_INT))
			b.w[i + 2] = 16;
	fails_with("another type", -SYB_E_INCOMPATIBLE, "link-type");
	/* every problem is told */
	reset();
	two_modules();
	name_for_others(&a, 99, "", 0); /* behind everything: not looked at there */
	a.count -= 5;
	head(&b, 20);
	name_for_others(&b, 10, "g", EXPORT);
	types(&b);
	define(&b, 10, 0);
	is_int(link_both(), -SYB_E_INCOMPATIBLE);
	is_int(syb_ctx_diag_count(ctx), 2);
	is_str(check_at(0), "link-unresolved");
	is_str(check_at(1), "link-duplicate");
}

static void variable_module(struct words *m, int64_t linkage, bool constant, int64_t storage)
{
	head(m, 20);
	name_for_others(m, 10, "v", linkage);
	if (constant)
		put_op(m, SPIRV_OP_DECORATE, 10, 22);
	put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
	put_op(m, OP_TYPE_POINTER, 4, storage, 2);
	if (linkage == IMPORT) {
		put_op(m, SPIRV_OP_VARIABLE, 4, 10, storage);
		put_op(m, OP_TYPE_POINTER, 5, storage, 4);
		put_op(m, SPIRV_OP_VARIABLE, 5, 11, storage, 10);
	} else {
		put_op(m, OP_CONSTANT, 2, 6, 42);
		put_op(m, SPIRV_OP_VARIABLE, 4, 10, storage, 6);
	}
}

static void test_variables(void)
{
	size_t v = 0, p = 0;

	reset();
	variable_module(&a, IMPORT, true, CROSS_WORKGROUP);
	variable_module(&b, EXPORT, true, CROSS_WORKGROUP);
	opts.verify_ids = true;
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_VARIABLE), 2);
	for (size_t at = 5; at < result.count; at += result.w[at] >> 16)
		if ((result.w[at] & 0xffff) == SPIRV_OP_VARIABLE) {
			if (!v)
				v = result.w[at + 2];
			else
				p = result.w[at + 4];
		}
	ok(v && v == p, "the one that is pointed to comes first");
	variable_module(&b, EXPORT, false, CROSS_WORKGROUP);
	fails_with("one is constant", -SYB_E_INCOMPATIBLE, "link-type");
	variable_module(&b, EXPORT, true, 4);
	fails_with("another storage class", -SYB_E_INCOMPATIBLE, "link-type");
	two_modules();
	variable_module(&b, EXPORT, true, 4);
	for (size_t i = 0; i < b.count; i++)
		if (b.w[i] == 'v')
			b.w[i] = 'f';
	fails_with("a function and a variable", -SYB_E_INCOMPATIBLE, "link-type");
	/* initialised by each other */
	for (int i = 0; i < 2; i++) {
		struct words *m = i ? &b : &a;

		head(m, 20);
		name_for_others(m, 10, i ? "w" : "v", IMPORT);
		name_for_others(m, 11, i ? "v" : "w", EXPORT);
		put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
		put_op(m, OP_TYPE_POINTER, 4, 5, 2);
		put_op(m, SPIRV_OP_VARIABLE, 4, 10, 5);
		put_op(m, SPIRV_OP_VARIABLE, 4, 11, 5, 10);
	}
	fails_with("a cycle", -SYB_E_INCOMPATIBLE, "link-cycle");
}

/* struct node { uint; node *; }, with a decoration or not; a function that takes one. */
static void recursive_module(struct words *m, uint32_t offset, bool packed)
{
	const uint32_t s = 10 + offset, p = 11 + offset, f = 12 + offset;

	head(m, 40);
	if (packed)
		put_op(m, SPIRV_OP_DECORATE, s, 10);
	name_for_others(m, 20, "f", m == &a ? IMPORT : EXPORT);
	types(m);
	put_op(m, OP_TYPE_FORWARD_POINTER, p, 5);
	put_op(m, SPIRV_OP_TYPE_STRUCT, s, 2, p);
	put_op(m, OP_TYPE_POINTER, p, 5, s);
	put_op(m, OP_TYPE_FUNCTION, f, 2, p);
	put_op(m, SPIRV_OP_FUNCTION, 2, 20, 0, f);
	put_op(m, OP_FUNCTION_PARAMETER, p, 21);
	if (m == &b) {
		put_op(m, OP_LABEL, 22);
		put_op(m, OP_LOAD, 2, 23, 21);
		put_op(m, OP_RETURN_VALUE, 23);
	}
	put_op(m, OP_FUNCTION_END, -1);
}

static void test_recursive(void)
{
	reset();
	recursive_module(&a, 0, false);
	recursive_module(&b, 3, false);
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_TYPE_STRUCT), 1);
	is_int(COUNT_ALL(OP_TYPE_FORWARD_POINTER), 1);
	recursive_module(&a, 0, true);
	is_int(link_both(), -SYB_E_INCOMPATIBLE);
	is_str(check_at(0), "link-type");
	recursive_module(&b, 0, true);
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 10), 1);
	/* announced, and never defined */
	head(&a, 40);
	types(&a);
	put_op(&a, OP_TYPE_FORWARD_POINTER, 10, 5);
	b.count = 0;
	fails_with("a pointer that is only announced", -SYB_E_FORMAT, "spirv-id");
}

static void spec_module(struct words *m, uint32_t id, uint32_t value)
{
	head(m, 20);
	put_op(m, SPIRV_OP_DECORATE, 10, 1, id);
	put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
	put_op(m, OP_SPEC_CONSTANT, 2, 10, value);
}

static void test_spec_constants(void)
{
	static const struct syb_spec_id to_eight[] = { { 7, 8 }, { 8, 9 } };

	reset();
	spec_module(&a, 7, 1);
	spec_module(&b, 7, 1);
	is_int(link_both(), 0);
	is_int(COUNT_ALL(OP_SPEC_CONSTANT), 1);
	is_int(syb_ctx_diag_count(ctx), 0);
	spec_module(&b, 7, 2);
	is_int(link_both(), 0);
	is_int(COUNT_ALL(OP_SPEC_CONSTANT), 2);
	is_str(check_at(0), "link-spec-id");
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 0);
	given[1].spec_ids = to_eight;
	given[1].spec_id_count = 2;
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 1, 7), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 1, 8), 1);
	is_int(syb_ctx_diag_count(ctx), 0);
	spec_module(&a, 8, 2);
	is_int(link_both(), 0); /* the same, once it has its other number */
	is_int(COUNT_ALL(OP_SPEC_CONSTANT), 1);
}

static void test_memory_model_and_version(void)
{
	reset();
	two_modules();
	for (size_t i = 5; i < b.count; i++)
		if (b.w[i] == (3u << 16 | SPIRV_OP_MEMORY_MODEL))
			b.w[i + 1] = 1;
	fails_with("memory models", -SYB_E_INCOMPATIBLE, "link-memory-model");
	two_modules();
	a.w[1] = 0x00010100;
	b.w[1] = 0x00010300;
	is_int(link_both(), 0);
	is_int(result.w[1], 0x00010300);
	opts.same_version = true;
	fails_with("versions differ", -SYB_E_INCOMPATIBLE, "link-version");
	opts.same_version = false;
	opts.version = 0x00010200;
	fails_with("a version that is too high", -SYB_E_INCOMPATIBLE, "link-version");
	opts.version = 0x00010500;
	is_int(link_both(), 0);
	is_int(result.w[1], 0x00010500);
}

/* A kernel that calls f of b, which reads a variable that the device has, and one of its own. */
static void kernel_modules(uint32_t version)
{
	head(&a, 40);
	put_op_text(&a, SPIRV_OP_ENTRY_POINT, NUMBERS(SPIRV_MODEL_KERNEL, 20), "kernel", NULL);
	put_op(&a, SPIRV_OP_EXECUTION_MODE, 20, 31);
	name_for_others(&a, 10, "f", IMPORT);
	types(&a);
	put_op(&a, OP_TYPE_FUNCTION, 4, 1);
	put_op(&a, OP_CONSTANT, 2, 5, 9);
	declare(&a, 10);
	put_op(&a, SPIRV_OP_FUNCTION, 1, 20, 0, 4);
	put_op(&a, OP_LABEL, 21);
	put_op(&a, OP_FUNCTION_CALL, 2, 22, 10, 5);
	put_op(&a, OP_RETURN, -1);
	put_op(&a, OP_FUNCTION_END, -1);
	head(&b, 40);
	name_for_others(&b, 10, "f", EXPORT);
	name_for_others(&b, 16, "__spirv_BuiltInGlobalSize", IMPORT);
	put_op(&b, SPIRV_OP_DECORATE, 16, 11, 31);
	types(&b);
	put_op(&b, OP_TYPE_POINTER, 14, INPUT, 2);
	put_op(&b, OP_TYPE_POINTER, 15, CROSS_WORKGROUP, 2);
	put_op(&b, SPIRV_OP_VARIABLE, 14, 16, INPUT);
	put_op(&b, SPIRV_OP_VARIABLE, 15, 17, CROSS_WORKGROUP);
	put_op(&b, SPIRV_OP_FUNCTION, 2, 10, 0, 3);
	put_op(&b, OP_FUNCTION_PARAMETER, 2, 11);
	put_op(&b, OP_LABEL, 12);
	put_op(&b, OP_LOAD, 2, 20, 16);
	put_op(&b, OP_LOAD, 2, 21, 17);
	put_op(&b, OP_RETURN_VALUE, 21);
	put_op(&b, OP_FUNCTION_END, -1);
	a.w[1] = b.w[1] = version;
}

static void test_entry_points(void)
{
	reset();
	kernel_modules(0x00010000);
	is_int(link_both(), 0);
	is_int(COUNT(SPIRV_OP_CAPABILITY, 5), 0);
	is_int(COUNT_ALL(SPIRV_OP_ENTRY_POINT), 1);
	for (size_t at = 5; at < result.count; at += result.w[at] >> 16)
		if ((result.w[at] & 0xffff) == SPIRV_OP_ENTRY_POINT)
			is_int(result.w[at] >> 16, 6); /* the variable that the device has */
	kernel_modules(0x00010400);
	is_int(link_both(), 0);
	for (size_t at = 5; at < result.count; at += result.w[at] >> 16)
		if ((result.w[at] & 0xffff) == SPIRV_OP_ENTRY_POINT)
			is_int(result.w[at] >> 16, 7); /* all of them */
	kernel_modules(0x00010000);
	b = a;
	opts.partial = true;
	fails_with("a kernel twice", -SYB_E_INCOMPATIBLE, "link-kernel");
}

/* A kernel uses a variable that is initialised by one of a later module: it reaches both. */
static void test_initializer_of_later_module(void)
{
	reset();
	head(&a, 40);
	put_op_text(&a, SPIRV_OP_ENTRY_POINT, NUMBERS(SPIRV_MODEL_KERNEL, 20), "kernel", NUMBERS(11));
	name_for_others(&a, 10, "v", IMPORT);
	put_op(&a, SPIRV_OP_TYPE_VOID, 1);
	put_op(&a, SPIRV_OP_TYPE_INT, 2, 32, 0);
	put_op(&a, OP_TYPE_FUNCTION, 3, 1);
	put_op(&a, OP_TYPE_POINTER, 4, CROSS_WORKGROUP, 2);
	put_op(&a, OP_TYPE_POINTER, 5, CROSS_WORKGROUP, 4);
	put_op(&a, SPIRV_OP_VARIABLE, 4, 10, CROSS_WORKGROUP);
	put_op(&a, SPIRV_OP_VARIABLE, 5, 11, CROSS_WORKGROUP, 10);
	put_op(&a, SPIRV_OP_FUNCTION, 1, 20, 0, 3);
	put_op(&a, OP_LABEL, 21);
	put_op(&a, OP_LOAD, 4, 22, 11);
	put_op(&a, OP_RETURN, -1);
	put_op(&a, OP_FUNCTION_END, -1);
	variable_module(&b, EXPORT, false, CROSS_WORKGROUP);
	is_int(link_both(), 0);
	for (size_t at = 5; at < result.count; at += result.w[at] >> 16)
		if ((result.w[at] & 0xffff) == SPIRV_OP_ENTRY_POINT)
			is_int(result.w[at] >> 16, 7);
}

static void test_text(void)
{
	reset();
	for (int i = 0; i < 2; i++) {
		struct words *m = i ? &b : &a;

		words_begin(m, 30);
		put_op(m, SPIRV_OP_CAPABILITY, 5);
		put_op_text(m, SPIRV_OP_EXTENSION, NULL, "SPV_KHR_something", NULL);
		put_op_text(m, SPIRV_OP_EXT_INST_IMPORT, NUMBERS(6 + i), "OpenCL.std", NULL);
		put_op(m, SPIRV_OP_MEMORY_MODEL, 2, 2);
		put_op_text(m, SPIRV_OP_STRING, NUMBERS(9 - i), "file.cl", NULL);
		put_op_text(m, SPIRV_OP_SOURCE, NUMBERS(3, 102000, 9 - i), "text", NULL);
		put_op_text(m, SPIRV_OP_SOURCE_CONTINUED, NULL, i ? "more" : "other", NULL);
		put_op_text(m, SPIRV_OP_SOURCE_EXTENSION, NULL, "cl_khr_fp64", NULL);
		put_op_text(m, SPIRV_OP_MODULE_PROCESSED, NULL, "by somebody", NULL);
		put_op(m, OP_LINE, 9 - i, 10, 1);
		put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
		if (i)
			put_op(m, OP_LINE, 9 - i, 11, 1);
		put_op(m, OP_TYPE_FLOAT, 3, i ? 64 : 32);
	}
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_EXTENSION), 1);
	is_int(COUNT_ALL(SPIRV_OP_EXT_INST_IMPORT), 1);
	is_int(COUNT_ALL(SPIRV_OP_STRING), 1);
	is_int(COUNT_ALL(SPIRV_OP_SOURCE), 2); /* they go on differently */
	is_int(COUNT_ALL(SPIRV_OP_SOURCE_CONTINUED), 2);
	is_int(COUNT_ALL(SPIRV_OP_SOURCE_EXTENSION), 1);
	is_int(COUNT_ALL(SPIRV_OP_MODULE_PROCESSED), 1);
	is_int(COUNT(OP_LINE, -1, 10, 1), 1); /* that of the type of b is gone with it */
	is_int(COUNT(OP_LINE, -1, 11, 1), 1);
	is_int(COUNT_ALL(317), 2); /* lines end with their module */
}

static void test_groups(void)
{
	reset();
	for (int i = 0; i < 2; i++) {
		struct words *m = i ? &b : &a;

		head(m, 30);
		put_op(m, SPIRV_OP_DECORATE, 10, 10);
		name_for_others(m, 10, i ? "v" : "w", EXPORT);
		put_op(m, SPIRV_OP_DECORATION_GROUP, 10);
		put_op(m, SPIRV_OP_GROUP_DECORATE, 10, 11, 20);
		put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
		put_op(m, SPIRV_OP_TYPE_STRUCT, 11, 2);
		put_op(m, OP_TYPE_POINTER, 12, 5, 11);
		put_op(m, SPIRV_OP_VARIABLE, 12, 20, 5);
	}
	opts.library = true;
	fails_with("a group that gives linkage to a type", -SYB_E_FORMAT, "spirv-linkage");
	for (int i = 0; i < 2; i++) {
		struct words *m = i ? &b : &a;

		head(m, 30);
		name_for_others(m, 13, i ? "v" : "w", EXPORT);
		put_op(m, SPIRV_OP_DECORATION_GROUP, 13);
		put_op(m, SPIRV_OP_DECORATE, 10, 10);
		put_op(m, SPIRV_OP_DECORATION_GROUP, 10);
		put_op(m, SPIRV_OP_GROUP_DECORATE, 13, 20);
		put_op(m, SPIRV_OP_GROUP_DECORATE, 10, 11);
		put_op(m, SPIRV_OP_TYPE_INT, 2, 32, 0);
		put_op(m, SPIRV_OP_TYPE_STRUCT, 11, 2);
		put_op(m, OP_TYPE_POINTER, 12, 5, 11);
		put_op(m, SPIRV_OP_VARIABLE, 12, 20, 5);
	}
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_TYPE_STRUCT), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'v', EXPORT), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, LINKAGE, 'w', EXPORT), 1);
	is_int(COUNT(SPIRV_OP_DECORATE, -1, 10), 2);
	/* a plain decoration and one of a group are the same */
	head(&b, 30);
	put_op(&b, SPIRV_OP_DECORATE, 11, 10);
	put_op(&b, SPIRV_OP_TYPE_INT, 2, 32, 0);
	put_op(&b, SPIRV_OP_TYPE_STRUCT, 11, 2);
	is_int(link_both(), 0);
	is_int(COUNT_ALL(SPIRV_OP_TYPE_STRUCT), 1);
}

static void test_ids(void)
{
	reset();
	two_modules();
	b.w[3] = UINT32_MAX; /* a bound is only a number */
	is_int(link_both(), 0);
	is_int(result.w[3], 11);
	for (size_t i = 5; i < b.count; i++)
		if (b.w[i] == 12)
			b.w[i] = 4000000000u;
	is_int(link_both(), 0);
	is_int(result.w[3], 11);
	b.w[3] = 4;
	fails_with("ids beyond the bound", -SYB_E_FORMAT, "spirv-id");
	two_modules();
	put_op(&b, SPIRV_OP_TYPE_VOID, 1);
	fails_with("defined twice", -SYB_E_FORMAT, "spirv-id");
	two_modules();
	put_op(&b, OP_FUNCTION_CALL, 2, 15, 19, 19);
	fails_with("not defined", -SYB_E_FORMAT, "spirv-id");
	two_modules();
	b.count--;
	fails_with("a function without an end", -SYB_E_FORMAT, "spirv-function");
	two_modules();
	put_op(&b, OP_FUNCTION_END, -1);
	fails_with("an end without a function", -SYB_E_FORMAT, "spirv-function");
	two_modules();
	put_op(&b, 64000, 1);
	fails_with("not in the grammar", -SYB_E_UNSUPPORTED, "spirv-opcode");
	two_modules();
	put_op(&b, OP_EXT_INST, 2, 15, 10, 1, 11);
	fails_with("a set that is none", -SYB_E_UNSUPPORTED, "spirv-ext-inst");
	/* used before it is defined */
	two_modules();
	head(&b, 20);
	name_for_others(&b, 10, "f", EXPORT);
	types(&b);
	put_op(&b, SPIRV_OP_FUNCTION, 2, 10, 0, 3);
	put_op(&b, OP_FUNCTION_PARAMETER, 2, 11);
	put_op(&b, OP_LABEL, 12);
	put_op(&b, 128, 2, 13, 14, 11);
	put_op(&b, 128, 2, 14, 11, 11);
	put_op(&b, OP_RETURN_VALUE, 13);
	put_op(&b, OP_FUNCTION_END, -1);
	is_int(link_both(), 0);
	opts.verify_ids = true;
	fails_with("used before it is defined", -SYB_E_FORMAT, "spirv-id");
}

static void test_linkage(void)
{
	reset();
	two_modules();
	for (size_t i = 0; i < b.count; i++)
		if (b.w[i] == 'f')
			b.w[i + 1] = IMPORT;
	fails_with("an import with a body", -SYB_E_FORMAT, "spirv-linkage");
	two_modules();
	for (size_t i = 0; i < a.count; i++)
		if (a.w[i] == 'f' && a.w[i + 1] == IMPORT)
			a.w[i + 1] = EXPORT;
	fails_with("an export without a body", -SYB_E_FORMAT, "spirv-linkage");
	two_modules();
	head(&b, 20);
	name_for_others(&b, 10, "f", EXPORT);
	name_for_others(&b, 10, "f", EXPORT);
	types(&b);
	define(&b, 10, 0);
	is_int(link_both(), 0);
	head(&b, 20);
	name_for_others(&b, 10, "f", EXPORT);
	name_for_others(&b, 10, "other", EXPORT);
	types(&b);
	define(&b, 10, 0);
	fails_with("two names", -SYB_E_FORMAT, "spirv-linkage");
	a.count = 0;
	words_begin(&a, 1);
	b.count = 0;
	fails_with("nothing but a header", -SYB_E_INCOMPATIBLE, "link-memory-model");
}

static void test_switch(void)
{
	reset();
	head(&a, 40);
	put_op(&a, SPIRV_OP_TYPE_INT, 2, 64, 0);
	put_op(&a, OP_TYPE_FUNCTION, 3, 2, 2);
	put_op(&a, SPIRV_OP_FUNCTION, 2, 30, 0, 3);
	put_op(&a, OP_FUNCTION_PARAMETER, 2, 31);
	put_op(&a, OP_LABEL, 32);
	put_op(&a, OP_SWITCH, 31, 33, 33, 32, 33, 32, 33, 33); /* two cases of two words: ids would be these, too */
	put_op(&a, OP_LABEL, 33);
	put_op(&a, OP_RETURN_VALUE, 31);
	put_op(&a, OP_FUNCTION_END, -1);
	is_int(link_both(), 0);
	is_int(COUNT(OP_SWITCH, 4, 6, 33, 32, 6, 32, 33, 6), 1);
}

static void test_map(void)
{
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes first, second;
	const struct syb_value *symbol;

	reset();
	two_modules();
	first = words_bytes(&a, false);
	second = words_bytes(&b, false);
	is_int(link_bytes(ctx, first, second, &map, &file), 0);
	if (map) {
		is_int(syb_value_count(syb_value_get(syb_record_root(map), "inputs")), 2);
		symbol = syb_value_at(syb_value_get(syb_record_root(map), "symbols"), 0);
		is_str(syb_value_string(syb_value_get(symbol, "name")), "f");
		is_str(syb_value_string(syb_value_get(symbol, "defined_by")), "b.spv");
		is_str(syb_value_string(syb_value_at(syb_value_get(symbol, "imported_by"), 0)), "a.spv");
		is_int(syb_value_uint(
			       syb_value_get(syb_value_get(syb_record_root(map), "totals"), "declarations_left_out")),
		       1);
	}
	free((void *)(uintptr_t)first.ptr);
	free((void *)(uintptr_t)second.ptr);
}

/* ---- damage ---- */

/* Everything in two modules: what the other tests have, together. */
static void rich_modules(void)
{
	kernel_modules(0x00010400);
	put_op(&b, SPIRV_OP_FUNCTION, 2, 30, 0, 3);
	put_op(&b, OP_FUNCTION_PARAMETER, 2, 31);
	put_op(&b, OP_LABEL, 32);
	put_op(&b, OP_SWITCH, 31, 33, 5, 33);
	put_op(&b, OP_LABEL, 33);
	put_op(&b, OP_RETURN_VALUE, 31);
	put_op(&b, OP_FUNCTION_END, -1);
}

static void test_damage(void)
{
	struct syb_bytes first, second;
	size_t wrong = 0;

	reset();
	rich_modules();
	first = words_bytes(&a, false);
	second = words_bytes(&b, false);
	opts.verify_ids = true;
	for (size_t len = 0; len < second.len; len++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		int r;

		syb_ctx_diag_clear(ctx);
		r = link_bytes(ctx, first, (struct syb_bytes){ second.ptr, len ? len : 1 }, NULL, &file);
		wrong += r == -SYB_E_INTERNAL || (r < 0 && !syb_ctx_diag_count(ctx)) || (r == 0 && len % 4);
	}
	is_int(wrong, 0);
	for (size_t i = 0; i < b.count; i++)
		for (size_t k = 0; k < 6; k++) {
			static const uint32_t values[] = { 0, 1, 0xffffffff, 0x7fffffff, 0x00010036, 0xffff0047 };
			_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
			uint8_t *word = (uint8_t *)(uintptr_t)second.ptr + i * 4;
			uint32_t before = b.w[i], value = values[k];
			int r;

			memcpy(word, &value, 4);
			syb_ctx_diag_clear(ctx);
			r = link_bytes(ctx, first, second, NULL, &file);
			wrong += r == -SYB_E_INTERNAL || (r < 0 && !syb_ctx_diag_count(ctx));
			memcpy(word, &before, 4);
		}
	is_int(wrong, 0);
	free((void *)(uintptr_t)first.ptr);
	free((void *)(uintptr_t)second.ptr);
}

static int work(struct syb_ctx *c, void *arg)
{
	const struct syb_bytes *modules = arg;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	return link_bytes(c, modules[0], modules[1], &map, &file);
}

static void test_torture(void)
{
	struct syb_bytes modules[2];

	for (int i = 0; i < 3; i++) {
		reset();
		if (i == 0)
			rich_modules();
		if (i == 1) {
			variable_module(&a, IMPORT, true, CROSS_WORKGROUP);
			variable_module(&b, EXPORT, true, CROSS_WORKGROUP);
		}
		if (i == 2) {
			recursive_module(&a, 0, true);
			recursive_module(&b, 3, true);
			b.w[3] = 100000;
		}
		opts.verify_ids = true;
		opts.demangle = i == 1;
		modules[0] = words_bytes(&a, i == 1);
		modules[1] = words_bytes(&b, i == 2);
		torture(work, modules);
		free((void *)(uintptr_t)modules[0].ptr);
		free((void *)(uintptr_t)modules[1].ptr);
	}
}

static void test_arguments(void)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	reset();
	syb_ctx_diag_clear(ctx);
	is_int(out_scratch(ctx, &out), 0);
	is_int(syb_spirv_link(ctx, given, 0, NULL, out, NULL), -SYB_E_ARG);
	is_str(check_at(0), "argument");
}

int main(void)
{
	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	for (int i = 0; i < 4; i++)
		test_resolve(i & 1, i & 2);
	test_library();
	test_partial();
	test_duplicate();
	test_types();
	test_variables();
	test_recursive();
	test_spec_constants();
	test_memory_model_and_version();
	test_entry_points();
	test_initializer_of_later_module();
	test_text();
	test_groups();
	test_ids();
	test_linkage();
	test_switch();
	test_map();
	test_arguments();
	test_damage();
	test_torture();
	syb_ctx_free(ctx);
	return tap_done();
}
