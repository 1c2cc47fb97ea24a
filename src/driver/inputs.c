/* driver/inputs.c — the kinds of inputs: sources are recognised by -x or name, other files by content. */
#define _GNU_SOURCE /* memmem */
#include "plan.h"

#include "base/elf_walk.h"
#include "base/path.h"

#include <errno.h>
#include <stdio.h>
#include <sybil/package.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_record *, syb_record_free);

static const struct {
	const char *suffix, *clang;
} sources[] = {
	{ "cpp", "c++" }, { "cc", "c++" },  { "cxx", "c++" }, { "c++", "c++" }, { "C", "c++" },       { "CPP", "c++" },
	{ "cp", "c++" },  { "hpp", "c++" }, { "h", "c++" },   { "cl", "cl" },   { "clcpp", "clcpp" },
};

bool plan_has_kind(const struct plan *p, enum input_kind kind)
{
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind == kind)
			return true;
	return false;
}

static const char *suffix_of(const char *path)
{
	const char *dot = path_dot(path);

	return *dot ? dot + 1 : dot;
}

/* ---- content ---- */

struct contents {
	struct plan *plan;
	struct plan_input *input;
	size_t ir, others;
	unsigned families;
	const char *triples;
	const char *natives;
	bool spirv, aot; /* in packages */
};

enum { ALL_FAMILIES = (1 << FAMILY_COUNT) - 1, SPIRV_FAMILIES = 1 << FAMILY_SPIR64 | 1 << FAMILY_SPIR64_AOT };

/* Native code of the spir64 family can be made from code for SPIR-V. */
static unsigned families_of(const char *triple)
{
	unsigned found = 0;

	for (int f = 0; f < FAMILY_COUNT; f++)
		if (!triple || str_eq(triple, plan_family_object((enum plan_family)f)))
			found |= 1U << f;
	return found;
}

static void add_name(struct contents *c, const char *name)
{
	if (!strstr(c->triples, name))
		c->triples = plan_text(c->plan, "%s%s%s", c->triples, *c->triples ? ", " : "", name);
}

/* Record the target of native code. */
static void count_native(struct contents *c, const struct syb_image *image)
{
	const char *name = plan_native_name(image), *arch = syb_image_arch(image);

	add_name(c, name ? name : arch ? arch : "an unnamed device");
	if (!name)
		return;
	c->natives = plan_text(c->plan, "%s %s ", c->natives, name);
	for (size_t i = 0; i < c->plan->target_count; i++)
		if (str_eq(c->plan->targets[i].name, name))
			c->families |= 1U << plan_target_family(&c->plan->targets[i]);
}

/* Count linkable code and code for one device. */
static int count_images(struct contents *c, const struct syb_device_code *code)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(syb_bin_open_item(c->plan->ctx, code->item, code->name, &bin));
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			enum plan_family family = plan_ir_family(image);

			if (syb_image_kind(image) == SYB_IMAGE_NATIVE) {
				count_native(c, image);
				continue;
			}
			c->families |= family == FAMILY_SPIR64 ? (unsigned)SPIRV_FAMILIES : 1U << family;
			c->spirv |= family == FAMILY_SPIR64;
			c->aot |= family == FAMILY_SPIR64_AOT;
			add_name(c, plan_family_name(family));
		}
	}
	return 0;
}

/* Linking alone has one module for each triple. */
static int add_triple(struct plan *p, struct plan_input *input, const char *triple, const char *name)
{
	if (p->o.link && *triple && !str_starts(triple, "spir"))
		return syb_fail(p->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "link-ir-type",
				"%s: LLVM IR for '%s' cannot be translated to SPIR-V", name, triple);
	for (size_t i = 0; i < input->triple_count; i++)
		if (str_eq(input->triples[i], triple))
			return 0;
	TRY(VEC_PUSH(p->ctx, input->triples, input->triple_count, input->triple_room));
	input->triples[input->triple_count++] = plan_text(p, "%s", triple);
	return p->error;
}

static int count_code(void *user, const struct syb_device_code *code)
{
	struct contents *c = user;

	if (code->kind == SYB_KIND_BITCODE) {
		c->ir++;
		c->families |= families_of(code->triple);
		if (code->triple)
			add_name(c, code->triple);
		return add_triple(c->plan, c->input, code->triple ? code->triple : "", code->name);
	}
	c->others++;
	if (code->kind == SYB_KIND_SYCLBIN)
		return count_images(c, code);
	c->families |= code->kind == SYB_KIND_PTX ? 1U << FAMILY_NVPTX : (unsigned)SPIRV_FAMILIES;
	c->spirv |= code->kind != SYB_KIND_PTX;
	add_name(c, code->kind == SYB_KIND_PTX ? "nvptx64" : "spir64");
	return 0;
}

static int fail_none(struct plan *p, const char *path, struct syb_bytes bytes)
{
	return syb_fail(p->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input",
			"%s: found no LLVM IR, SPIR-V, PTX or package in %s%s", path,
			bytes.len ? syb_kind_text(syb_identify(bytes)) : "an empty file",
			p->o.link && p->o.input_count > 1 ? ", nor in the other files" : "");
}

static int look_inside(struct plan *p, struct syb_file *file, struct plan_input *input)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct contents found = { .plan = p, .input = input, .triples = "", .natives = "" };

	TRY(syb_unpack(p->ctx, syb_file_bytes(file), input->path, &tree));
	TRY(syb_device_code_each(p->ctx, tree, input->path, count_code, &found));
	input->kind = found.ir ? INPUT_OBJECT : INPUT_PACKAGE;
	input->joins = found.others > 0;
	if (!found.ir && !found.others && p->root) {
		input->kind = INPUT_HOST;
		return 0;
	}
	if (!found.ir && !found.others) /* host objects among the inputs are allowed */
		return p->o.link ? 0 : fail_none(p, input->path, syb_file_bytes(file));
	input->has_aot = found.aot || strstr(found.triples, plan_family_object(FAMILY_SPIR64_AOT)) != NULL;
	input->has_spirv = found.spirv;
	input->natives = found.natives;
	input->families = found.families;
	input->contents =
		*found.triples ? plan_text(p, "%s for %s", found.ir ? "LLVM IR" : "code", found.triples) : "no code";
	if (found.ir && found.families & 1U << FAMILY_SPIR64)
		input->families |= SPIRV_FAMILIES | (p->root ? 1U << FAMILY_NVPTX : 0U);
	if (!found.ir && !*found.triples)
		input->families = ALL_FAMILIES;
	if (syb_identify(syb_file_bytes(file)) == SYB_KIND_BITCODE && syb_item_count(syb_tree_root(tree)) == 0)
		input->kind = INPUT_IR; /* not host code that contains LLVM IR */
	return 0;
}

/* The family by the triple of the LLVM IR; a module without a triple, or that cannot be read here, is for SPIR-V. */
static void set_family(struct plan *p, struct plan_input *input, enum plan_family family)
{
	input->families = family == FAMILY_SPIR64 ? SPIRV_FAMILIES : 1U << family;
	input->contents = plan_text(p, "LLVM IR for %s", plan_family_triple(family));
}

static enum plan_family family_of(struct plan *p, struct syb_bytes bytes)
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
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);

		if (syb_show(p->ctx, bytes, NULL, &record) == 0) {
			value = syb_value_get(syb_record_root(record), "triple");
			if (value && syb_value_string(value))
				snprintf(triple, sizeof(triple), "%s", syb_value_string(value));
		}
	}
	for (int i = FAMILY_NVPTX; i < FAMILY_COUNT; i++)
		if (str_starts(triple, plan_family_name((enum plan_family)i)))
			return (enum plan_family)i;
	return FAMILY_SPIR64;
}

/* File names with suffixes of binary formats. */
static bool is_binary(const char *path)
{
	static const char *const suffixes[] = { "spv", "bc", "o", "a", "so", "syclbin", "ptx" };

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (str_eq(suffix_of(path), suffixes[i]))
			return true;
	return false;
}

static int fail_content(struct plan *p, const char *path, struct syb_bytes bytes)
{
	const char *why = "its language is unknown: name it with -x";

	if (bytes.len == 0)
		why = "the file is empty";
	else if (is_binary(path))
		why = "its content does not match its name";
	return syb_fail(p->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input", "%s: %s", path, why);
}

/* Programs and shared libraries. */
static bool is_linked(struct syb_bytes bytes)
{
	struct elf_walk elf;

	return !elf_open(span_of(bytes, 0), true, &elf) && (elf.type == ET_DYN || elf.type == ET_EXEC);
}

static int by_content(struct plan *p, struct plan_input *input)
{
	struct syb_ctx *ctx = p->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	enum syb_kind kind;
	int r = syb_file_open(ctx, input->path, &file);

	if (r < 0)
		return r;
	kind = syb_identify(syb_file_bytes(file));
	if (p->root && (kind == SYB_KIND_UNKNOWN || is_linked(syb_file_bytes(file)))) {
		input->kind = INPUT_HOST; /* a shared library registers its own images; a linker script */
		return 0;
	}
	switch (kind) {
	case SYB_KIND_SPIRV:
		r = look_inside(p, file, input);
		input->kind = INPUT_SPIRV;
		input->contents = "SPIR-V";
		return r;
	case SYB_KIND_BITCODE:
		r = look_inside(p, file, input);
		if (r == 0 && input->kind == INPUT_IR)
			set_family(p, input, family_of(p, syb_file_bytes(file)));
		return r;
	case SYB_KIND_UNKNOWN:
		if (p->o.link && !syb_device_code_is_text(input->path, syb_file_bytes(file)))
			return 0;
		if (!p->o.link && !str_eq(suffix_of(input->path), "ll"))
			return fail_content(p, input->path, syb_file_bytes(file));
		r = add_triple(p, input, "", input->path);
		set_family(p, input, family_of(p, syb_file_bytes(file)));
		input->kind = INPUT_IR;
		return r;
	default:
		return look_inside(p, file, input);
	}
}

/* ---- standard input ---- */

/* Child processes have no standard input: copy it to a file; messages still name <stdin>. */
static int copy_stdin(struct plan *p, struct plan_input *input)
{
	struct syb_ctx *ctx = p->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	static const char mark[] = "# 1 \"<stdin>\"\n";

	input->file = plan_temp(p, "stdin", input->kind == INPUT_SOURCE ? ".in" : ".ll");
	if (p->error || p->o.dry_run)
		return p->error;
	TRY(syb_file_open(ctx, "-", &file));
	TRY(syb_out_open(ctx, input->file, &out));
	if (input->kind == INPUT_SOURCE)
		TRY(syb_out_write(ctx, out, (struct syb_bytes){ (const uint8_t *)mark, sizeof(mark) - 1 }));
	TRY(syb_out_write(ctx, out, syb_file_bytes(file)));
	return syb_out_commit(ctx, out);
}

/* ---- names ---- */

/* Files made from an input are named after it; equal names get numbers. Names of temporary files are longer, and must
 * not be too long for the file system. */
static void set_names(struct plan *p, struct plan_input *input, const char *path)
{
	enum { MOST = 150 };
	const char *name = path_name(path);
	const char *base = str_eq(path, "-") ? "stdin" : plan_text(p, "%.*s", (int)(path_dot(name) - name), name);
	size_t same = 0, len;

	for (size_t i = 0; i < p->input_count; i++)
		if (str_eq(p->inputs[i].base, base))
			same++;
	input->base = same && plan_has_images(p) ? plan_text(p, "%s-%zu", base, p->input_count) : base;
	len = strcspn(base, "|"); /* which separates the cells of tables */
	input->stem = len <= MOST && !base[len]
			      ? input->base
			      : plan_text(p, "%.*s-%zu", (int)(len < MOST ? len : MOST), base, p->input_count);
}

static int by_name(struct plan *p, struct plan_input *input, const char *language)
{
	const char *suffix = suffix_of(input->path);

	if (language && str_eq(language, "ir")) {
		input->kind = INPUT_IR;
		set_family(p, input, FAMILY_SPIR64);
		return 0;
	}
	if (language) {
		input->clang = str_eq(language, "c++-header") ? "c++" : language;
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (!p->o.link && str_eq(sources[i].suffix, suffix))
			input->clang = sources[i].clang;
	if (!p->o.link && str_eq(suffix, "c"))
		return wrong(p, "'%s': kernels are written in C++ or OpenCL C; name the language with -x", input->path);
	return 0;
}

static int push(struct plan *p, struct plan_input input)
{
	TRY(VEC_PUSH(p->ctx, p->inputs, p->input_count, p->input_room));
	p->inputs[p->input_count++] = input;
	return p->error;
}

/* The archive that the linker uses for -lNAME: that of the first folder that has the library; NULL: a shared library,
 * or one of the system. */
static const char *find_archive(struct plan *p, const char *name)
{
	for (size_t i = 0; i < p->o.input_count && !p->error; i++) {
		const struct syb_compile_input *one = &p->o.inputs[i];
		const char *dir = one->path + 2, *archive = plan_text(p, "%s/lib%s.a", dir, name);

		if (!one->language || !str_eq(one->language, "linker") || !str_starts(one->path, "-L"))
			continue;
		if (access(plan_text(p, "%s/lib%s.so", dir, name), R_OK) == 0)
			return NULL;
		if (access(archive, R_OK) == 0)
			return archive;
	}
	return NULL;
}

/* A word for the linker. An archive with device code is also an input like others. */
static int add_word(struct plan *p, const char *word)
{
	struct plan_input input = { .path = word, .kind = INPUT_LINKER };
	const char *archive = str_starts(word, "-l") && plan_has_images(p) ? find_archive(p, word + 2) : NULL;
	int r;

	if (archive) {
		input.path = archive;
		TRY(by_content(p, &input));
		if (input.kind == INPUT_HOST)
			input = (struct plan_input){ .path = word, .kind = INPUT_LINKER };
	}
	input.name = input.file = input.path;
	input.base = input.stem = "";
	if (archive)
		set_names(p, &input, archive);
	r = push(p, input);
	if (r < 0)
		allocator_free(allocator_of(p->ctx), input.triples);
	return r;
}

static int add(struct plan *p, const char *path, const char *language)
{
	struct plan_input input = {
		.path = path, .name = path, .file = path, .kind = INPUT_SOURCE, .families = ALL_FAMILIES
	};
	bool from_stdin = str_eq(path, "-") && !p->o.link;
	int r;

	if (language && str_eq(language, "linker"))
		return add_word(p, path);

	if (from_stdin && !language)
		return wrong(p, "standard input needs a language: -x c++, -x cl or -x ir");
	r = by_name(p, &input, language);
	if (r == 0 && !input.clang && input.kind == INPUT_SOURCE) {
		input.kind = INPUT_PACKAGE;
		r = by_content(p, &input);
	} else if (r == 0 && !from_stdin && access(path, R_OK) < 0) {
		r = syb_fail(p->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", path, strerror(errno));
	}
	set_names(p, &input, path);
	if (path[0] == '-' && !p->o.link) /* other programs would read it as an option */
		input.file = plan_text(p, "./%s", path);
	if (from_stdin)
		input.name = "<stdin>";
	if (r == 0 && from_stdin)
		r = copy_stdin(p, &input);
	if (r == 0)
		r = push(p, input);
	if (r < 0)
		allocator_free(allocator_of(p->ctx), input.triples);
	return r;
}

/* ---- conflicts between inputs ---- */

static bool is_compiled(const struct plan_input *input)
{
	return input->kind == INPUT_SOURCE || input->kind == INPUT_IR;
}

/* An input without code for any target is an error, because it would be dropped silently. Linked packages keep all
 * their code if no targets are given. */
static int check_family(struct plan *p, const struct plan_input *input)
{
	bool linked = p->o.link_only && !p->o.target_count && input->kind == INPUT_PACKAGE;
	bool used = (plan_has_images(p) && !linked && input->kind < INPUT_HOST) ||
		    (p->o.stop <= SYB_COMPILE_IR && input->kind == INPUT_IR);

	for (int f = 0; f < FAMILY_COUNT && used; f++)
		used = !(input->families & 1U << f && plan_needs_family(p, (enum plan_family)f));
	if (!used)
		return 0;
	return syb_fail(p->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-target",
			"%s has %s, and no code for the targets: %s", input->name, input->contents,
			p->target_count ? plan_targets_text(p) : plan_family_name(FAMILY_SPIR64));
}

static int check_one(struct plan *p, size_t at)
{
	const struct plan_input *input = &p->inputs[at];
	bool package = plan_has_images(p);

	TRY(check_family(p, input));
	if (p->o.link_only && input->kind == INPUT_SOURCE)
		return wrong(p, "'%s' is a source: -fsycl-link only links", input->path);
	if (!p->o.ir && input->kind < INPUT_PACKAGE && input->kind != INPUT_SPIRV && p->o.stop <= SYB_COMPILE_IR)
		return syb_fail(p->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
				"%s: %s needs LLVM, which this build does not have", input->name,
				input->kind == INPUT_SOURCE ? "a source" : "LLVM IR");
	if (input->kind == INPUT_LINKER)
		return 0;
	if (!package && !is_compiled(input))
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
			   "%s: 'linker' input unused", input->path);
	for (size_t k = 0; k < at && !package; k++)
		if (str_eq(p->inputs[k].base, input->base))
			return wrong(p, "'%s' and '%s' would both become %s.%s", p->inputs[k].path, input->path,
				     input->base,
				     p->o.stop == SYB_COMPILE_OBJECT ? "o"
				     : p->o.text                     ? "ll"
								     : "bc");
	return 0;
}

static int check(struct plan *p)
{
	size_t compiled = 0;
	int r = 0;

	for (size_t i = 0; i < p->input_count && r == 0; i++) {
		r = check_one(p, i);
		compiled += is_compiled(&p->inputs[i]);
	}
	if (r == 0 && p->o.output && compiled > 1 && !plan_has_images(p) && p->o.stop != SYB_COMPILE_SYNTAX)
		return wrong(p, "cannot specify -o when generating multiple output files");
	if (r == 0 && p->o.rules_file && compiled > 1 && p->o.rules)
		return wrong(p, "-MF names one file, and each source has its own dependencies");
	return r;
}

/* Drop inputs with nothing to link; it is an error if none is left. */
static int drop_empty(struct plan *p)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->input_count; i++) {
		const struct plan_input *input = &p->inputs[i];

		if (input->kind != INPUT_PACKAGE || input->joins)
			p->inputs[kept++] = *input;
		else
			syb_report(p->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "link-input",
				   "%s contains nothing to link", input->path);
	}
	if (kept == 0) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

		TRY(syb_file_open(p->ctx, p->inputs[0].path, &file));
		return fail_none(p, p->inputs[0].path, syb_file_bytes(file));
	}
	p->input_count = kept;
	return 0;
}

/* The code with the worse exit code. */
static int worse(int a, int b)
{
	return b < 0 && (a == 0 || syb_code_exit(b) > syb_code_exit(a)) ? b : a;
}

int plan_inputs(struct plan *p)
{
	int r = 0;

	if (p->o.input_count == 0)
		return wrong(p, "no input files");
	for (size_t i = 0; i < p->o.input_count && (r == 0 || p->o.link); i++)
		r = worse(r, add(p, p->o.inputs[i].path, p->o.inputs[i].language));
	if (r == 0 && p->o.link)
		r = drop_empty(p);
	if (r == 0)
		r = check(p);
	for (size_t i = 0; i < p->input_count; i++)
		p->linked |=
			p->inputs[i].joins && (p->input_count > 1 || p->inputs[i].kind != INPUT_SPIRV || p->o.link);
	for (size_t i = 0; i < p->input_count && p->linked; i++)
		if (p->inputs[i].kind == INPUT_SPIRV)
			p->inputs[i].kind = INPUT_PACKAGE;
	return r;
}
