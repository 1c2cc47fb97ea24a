/* tools/cc_inputs.c — what the files of a command line are: sources by -x or their names, all others by content. */
#define _GNU_SOURCE /* memmem */
#include "cc.h"

#include "base/path.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static const struct {
	const char *suffix, *clang;
} sources[] = {
	{ "cpp", "c++" }, { "cc", "c++" },  { "cxx", "c++" }, { "c++", "c++" }, { "C", "c++" },       { "CPP", "c++" },
	{ "cp", "c++" },  { "hpp", "c++" }, { "h", "c++" },   { "cl", "cl" },   { "clcpp", "clcpp" },
};

bool cc_has_kind(const struct cc *cc, enum cc_kind kind)
{
	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].kind == kind)
			return true;
	return false;
}

static const char *suffix_of(const char *path)
{
	const char *dot = path_dot(path);

	return *dot ? dot + 1 : dot;
}

/* What -x says at this place of the command line; NULL: nothing. */
static const char *language_at(const struct cc *cc, size_t operand)
{
	const struct args *args = &cc->tool->args;
	const char *said = NULL;

	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_language && args->list[i].at <= operand)
			said = args->list[i].value;
	return said && !str_eq(said, "none") ? said : NULL;
}

/* ---- content ---- */

struct contents {
	struct cc *cc;
	size_t ir, others;
	unsigned families;
	const char *triples;
	const char *natives;
	bool spirv, aot; /* in packages */
};

enum { ALL_FAMILIES = (1 << CC_FAMILY_COUNT) - 1, SPIRV_FAMILIES = 1 << CC_SPIR64 | 1 << CC_SPIR64_AOT };

/* Code for native targets of the spir64 family can be made from what is for SPIR-V. */
static unsigned families_of(const char *triple)
{
	unsigned found = 0;

	for (int f = 0; f < CC_FAMILY_COUNT; f++)
		if (!triple || str_eq(triple, cc_family_object((enum cc_family)f)))
			found |= 1U << f;
	return found;
}

static void add_name(struct contents *c, const char *name)
{
	if (!strstr(c->triples, name))
		c->triples = cc_text(c->cc, "%s%s%s", c->triples, *c->triples ? ", " : "", name);
}

/* A target that native code is for, if it was asked for. */
static void count_native(struct contents *c, const struct syb_image *image)
{
	const char *name = cc_native_name(image), *arch = syb_image_arch(image);

	add_name(c, name ? name : arch ? arch : "a device that is not named");
	if (!name)
		return;
	c->natives = cc_text(c->cc, "%s %s ", c->natives, name);
	for (size_t i = 0; i < c->cc->target_count; i++)
		if (str_eq(c->cc->targets[i].name, name))
			c->families |= 1U << cc_target_family(&c->cc->targets[i]);
}

/* What can be linked, and what is there as it is. */
static int count_images(struct contents *c, const struct device_code *code)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open_item(c->cc->tool->ctx, code->item, code->name, &bin);

	for (size_t m = 0; r == 0 && m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			enum cc_family family = cc_ir_family(image);

			if (syb_image_kind(image) == SYB_IMAGE_NATIVE) {
				count_native(c, image);
				continue;
			}
			c->families |= family == CC_SPIR64 ? (unsigned)SPIRV_FAMILIES : 1U << family;
			c->spirv |= family == CC_SPIR64;
			c->aot |= family == CC_SPIR64_AOT;
			add_name(c, cc_family_name(family));
		}
	}
	return r;
}

static int count_code(void *user, const struct device_code *code)
{
	struct contents *c = user;

	if (code->kind == SYB_KIND_BITCODE) {
		c->ir++;
		c->families |= families_of(code->triple);
		if (code->triple)
			add_name(c, code->triple);
		return 0;
	}
	c->others++;
	if (code->kind == SYB_KIND_SYCLBIN)
		return count_images(c, code);
	c->families |= code->kind == SYB_KIND_PTX ? 1U << CC_NVPTX : (unsigned)SPIRV_FAMILIES;
	c->spirv |= code->kind != SYB_KIND_PTX;
	add_name(c, code->kind == SYB_KIND_PTX ? "nvptx64" : "spir64");
	return 0;
}

static int look_inside(struct cc *cc, struct syb_file *file, struct cc_input *input)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct syb_ctx *ctx = cc->tool->ctx;
	struct contents found = { .cc = cc, .triples = "", .natives = "" };
	int r = syb_unpack(ctx, syb_file_bytes(file), input->path, &tree);

	if (r == 0)
		r = device_code_each(cc->tool, tree, input->path, count_code, &found);
	if (r < 0)
		return r;
	if (found.ir == 0 && found.others == 0)
		return device_code_none(cc->tool, input->path, syb_file_bytes(file), 0);
	if (found.ir && found.others)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "link-input",
				"%s has both LLVM IR and other device code: sybil link takes it", input->path);
	input->has_aot = found.aot || strstr(found.triples, cc_family_object(CC_SPIR64_AOT)) != NULL;
	input->has_spirv = found.spirv;
	input->kind = found.ir ? CC_OBJECT : CC_PACKAGE;
	if (found.ir) {
		input->has = cc_text(cc, "LLVM IR for %s", found.triples);
		input->families = found.families & 1U << CC_SPIR64 ? found.families | SPIRV_FAMILIES : found.families;
	}
	if (!found.ir) {
		input->has = *found.triples ? cc_text(cc, "code for %s", found.triples) : "no code";
		input->natives = found.natives;
		input->families = *found.triples ? found.families : (unsigned)ALL_FAMILIES;
	}
	if (syb_identify(syb_file_bytes(file)) == SYB_KIND_BITCODE && syb_item_count(syb_tree_root(tree)) == 0)
		input->kind = CC_IR; /* not host code that carries some */
	return 0;
}

/* The family that LLVM IR says it is for; what says nothing, or cannot be read here, goes with SPIR-V. */
static void set_family(struct cc *cc, struct cc_input *input, enum cc_family family)
{
	input->families = family == CC_SPIR64 ? SPIRV_FAMILIES : 1U << family;
	input->has = cc_text(cc, "LLVM IR for %s", cc_family_triple(family));
}

static enum cc_family family_of(struct cc *cc, struct syb_bytes bytes)
{
	static const char mark[] = "target triple = \"";
	const char *at = bytes.len ? memmem(bytes.ptr, bytes.len, mark, sizeof(mark) - 1) : NULL;
	const char *end = (const char *)bytes.ptr + bytes.len;
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	const struct syb_value *value;
	char triple[64] = "";

	if (at) {
		at += sizeof(mark) - 1;
		for (size_t i = 0; i + 1 < sizeof(triple) && at < end && *at != '"'; i++)
			triple[i] = *at++;
	} else if (syb_identify(bytes) == SYB_KIND_BITCODE) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cc->tool->ctx);

		if (syb_show(cc->tool->ctx, bytes, NULL, &record) == 0) {
			value = syb_value_get(syb_record_root(record), "triple");
			if (value && syb_value_string(value))
				snprintf(triple, sizeof(triple), "%s", syb_value_string(value));
		}
	}
	for (int i = CC_NVPTX; i < CC_FAMILY_COUNT; i++)
		if (str_starts(triple, cc_family_name((enum cc_family)i)))
			return (enum cc_family)i;
	return CC_SPIR64;
}

/* What -x cannot help with. */
static bool is_binary(const char *path)
{
	static const char *const suffixes[] = { "spv", "bc", "o", "a", "so", "syclbin", "ptx" };

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (str_eq(suffix_of(path), suffixes[i]))
			return true;
	return false;
}

static int fail_content(struct cc *cc, const char *path, struct syb_bytes bytes)
{
	const char *why = "neither its name nor its content tells what it is; -x does";

	if (bytes.len == 0)
		why = "the file is empty";
	else if (is_binary(path))
		why = "its content is not what its name says";
	return syb_fail(cc->tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input", "%s: %s", path, why);
}

static int by_content(struct cc *cc, struct cc_input *input)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	enum syb_kind kind;
	int r = syb_file_open(ctx, input->path, &file);

	if (r < 0)
		return r;
	kind = syb_identify(syb_file_bytes(file));
	switch (kind) {
	case SYB_KIND_SPIRV:
		input->kind = CC_SPIRV;
		input->families = SPIRV_FAMILIES;
		input->has = "SPIR-V";
		return 0;
	case SYB_KIND_BITCODE:
		r = look_inside(cc, file, input);
		if (r == 0 && input->kind == CC_IR)
			set_family(cc, input, family_of(cc, syb_file_bytes(file)));
		return r;
	case SYB_KIND_UNKNOWN:
		if (!str_eq(suffix_of(input->path), "ll"))
			return fail_content(cc, input->path, syb_file_bytes(file));
		set_family(cc, input, family_of(cc, syb_file_bytes(file)));
		input->kind = CC_IR;
		return 0;
	default:
		return look_inside(cc, file, input);
	}
}

/* ---- standard input ---- */

/* Programs that are started have none: it becomes a file, whose messages still name it. */
static int copy_stdin(struct cc *cc, struct cc_input *input)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	static const char mark[] = "# 1 \"<stdin>\"\n";
	int r;

	input->file = cc_temp(cc, "stdin", input->kind == CC_SOURCE ? ".in" : ".ll");
	if (cc->error || cc->dry)
		return cc->error;
	r = syb_file_open(ctx, "-", &file);
	if (r == 0)
		r = syb_out_open(ctx, input->file, &out);
	if (r == 0 && input->kind == CC_SOURCE)
		r = syb_out_write(ctx, out, (struct syb_bytes){ (const uint8_t *)mark, sizeof(mark) - 1 });
	if (r == 0)
		r = syb_out_write(ctx, out, syb_file_bytes(file));
	return r < 0 ? r : syb_out_commit(ctx, out);
}

/* ---- names ---- */

/* Files made from an input are called after it; two of one name get numbers. */
static const char *stem_of(struct cc *cc, const char *path)
{
	const char *name = path_name(path);
	const char *stem = str_eq(path, "-") ? "stdin" : cc_text(cc, "%.*s", (int)(path_dot(name) - name), name);
	size_t same = 0;

	for (size_t i = 0; i < cc->input_count; i++)
		if (str_eq(cc->inputs[i].stem, stem))
			same++;
	return same && cc->stop == CC_STOP_PACKAGE ? cc_text(cc, "%s-%zu", stem, cc->input_count) : stem;
}

static int by_name(struct cc *cc, struct cc_input *input, const char *said)
{
	const char *suffix = suffix_of(input->path);

	if (said && str_eq(said, "ir")) {
		input->kind = CC_IR;
		set_family(cc, input, CC_SPIR64);
		return 0;
	}
	if (said) {
		input->clang = str_eq(said, "c++-header") ? "c++" : said;
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (str_eq(sources[i].suffix, suffix))
			input->clang = sources[i].clang;
	if (str_eq(suffix, "c"))
		return usage(cc->tool, "'%s': kernels are written in C++ or OpenCL C; -x says which it is",
			     input->path);
	return 0;
}

static int add(struct cc *cc, const char *path, size_t operand)
{
	struct cc_input input = {
		.path = path, .name = path, .file = path, .kind = CC_SOURCE, .families = ALL_FAMILIES
	};
	const char *said = language_at(cc, operand);
	bool stdin_read = str_eq(path, "-");
	int r;

	if (stdin_read && !said)
		return usage(cc->tool, "-x says what standard input is: -x c++, -x cl or -x ir");
	r = by_name(cc, &input, said);
	if (r == 0 && !input.clang && input.kind == CC_SOURCE)
		r = by_content(cc, &input);
	else if (r == 0 && !stdin_read && access(path, R_OK) < 0)
		r = syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", path, strerror(errno));
	input.stem = stem_of(cc, path);
	if (path[0] == '-') /* which programs would take for an option */
		input.file = cc_text(cc, "./%s", path);
	if (stdin_read)
		input.name = "<stdin>";
	if (r == 0 && stdin_read)
		r = copy_stdin(cc, &input);
	if (r == 0)
		r = VEC_PUSH(cc->tool->ctx, cc->inputs, cc->input_count, cc->input_room);
	if (r == 0)
		cc->inputs[cc->input_count++] = input;
	return r < 0 ? r : cc->error;
}

/* ---- what does not go together ---- */

static bool is_compiled(const struct cc_input *input)
{
	return input->kind == CC_SOURCE || input->kind == CC_IR;
}

/* Code that fits no target would be dropped silently. Packages that are only linked keep all their code
 * where no targets were named. */
static int check_family(struct cc *cc, const struct cc_input *input)
{
	bool linked = args_has(cc->tool, OPT_cc_sycl_link) && !cc->said_targets && input->kind == CC_PACKAGE;
	bool used = (cc->stop == CC_STOP_PACKAGE && !linked) || (cc->stop <= CC_STOP_IR && input->kind == CC_IR);

	for (int f = 0; f < CC_FAMILY_COUNT && used; f++)
		used = !(input->families & 1U << f && cc_needs_family(cc, (enum cc_family)f));
	if (!used)
		return 0;
	return syb_fail(cc->tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-target",
			"%s has %s, of which nothing can be made for the targets: %s", input->name, input->has,
			cc->target_count ? cc_targets_text(cc) : cc_family_name(CC_SPIR64));
}

static int check(struct cc *cc)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	size_t compiled = 0;

	for (size_t i = 0; i < cc->input_count; i++) {
		const struct cc_input *input = &cc->inputs[i];

		int r = check_family(cc, input);

		if (r < 0)
			return r;
		compiled += is_compiled(input);
		if (args_has(cc->tool, OPT_cc_sycl_link) && input->kind == CC_SOURCE)
			return usage(cc->tool, "-fsycl-link links what was compiled: '%s' is a source", input->path);
		if (cc->stop != CC_STOP_PACKAGE && !is_compiled(input))
			syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
				   "%s: 'linker' input unused", input->path);
		for (size_t k = 0; k < i && cc->stop != CC_STOP_PACKAGE; k++)
			if (str_eq(cc->inputs[k].stem, input->stem))
				return usage(cc->tool, "'%s' and '%s' would both become %s.%s", cc->inputs[k].path,
					     input->path, input->stem,
					     cc->stop == CC_STOP_OBJECT ? "o"
					     : cc->text                 ? "ll"
									: "bc");
	}
	if (cc->output && compiled > 1 && cc->stop != CC_STOP_PACKAGE && cc->stop != CC_STOP_SYNTAX)
		return usage(cc->tool, "cannot specify -o when generating multiple output files");
	if (args_get(cc->tool, OPT_cc_mf) && compiled > 1 &&
	    (args_has(cc->tool, OPT_cc_md) || args_has(cc->tool, OPT_cc_mmd)))
		return usage(cc->tool, "-MF names one file, and each source has dependencies of its own");
	return 0;
}

int cc_inputs_read(struct cc *cc)
{
	const struct args *args = &cc->tool->args;
	int r = 0;

	if (args->operand_count == 0)
		return usage(cc->tool, "no input files");
	for (size_t i = 0; i < args->operand_count && r == 0; i++)
		r = add(cc, args->operands[i], i);
	/* clang says what it does not know, where it is called; it would take a slip in our names for one in its own */
	for (size_t i = 0; i < args->count && r == 0; i++)
		if (args->list[i].id == OPT_cc_warn &&
		    (!cc_has_kind(cc, CC_SOURCE) || warnings_misspelled(args->list[i].value)))
			warnings_take(cc->tool, args->list[i].value, true);
	return r < 0 ? r : check(cc);
}
