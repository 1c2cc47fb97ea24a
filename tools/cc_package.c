/* tools/cc_package.c — the other half of a build: each image compiled for each target that can run it, and the package
 * of all. Where packages or SPIR-V were given beside other code, sybil link joins them. */
#define _GNU_SOURCE /* memmem */
#include "cc.h"
#include "base/shell.h"

#include <limits.h>
#include <stdlib.h>
#include <sybil/translate.h>

enum { MOST_LENGTH = 64 << 10 };

static const struct {
	const char *suffix; /* of a file with native code */
	uint64_t memory;    /* that the compiler takes */
} natives[] = {
	[CC_CHAIN_SPIRV] = { "spv", 0 },
	[CC_CHAIN_INTEL] = { "zebin", UINT64_C(600) << 20 },
	[CC_CHAIN_CPU] = { "cpu", UINT64_C(500) << 20 },
	[CC_CHAIN_NVIDIA] = { "cubin", UINT64_C(400) << 20 },
	[CC_CHAIN_AMD] = { "hsaco", UINT64_C(400) << 20 },
};

/* ---- images ---- */

static void add_word(struct cc *cc, struct cc_module *module, const char *file, const char *word)
{
	for (int i = 0; i < 2 && !cc->error; i++) {
		cc->error = VEC_PUSH(cc->tool->ctx, module->words, module->word_count, module->word_room);
		if (!cc->error)
			module->words[module->word_count++] = i ? word : file;
	}
}

/* A text without an option and its value, however often that is said. */
static const char *without(struct cc *cc, const char *text, const char *option)
{
	const char *at;

	while ((at = strstr(text, option)) && !cc->error) {
		const char *end = at + strlen(option);

		end += strspn(end, " ");
		end += strcspn(end, " ");
		text = cc_text(cc, "%.*s%s", (int)(at - text), text, end + strspn(end, " "));
	}
	return text;
}

/* The user's options for compilers of native code. Which device is the target's business where a general one was asked
 * for; else the compiler's, which may refuse it. */
static void pass_backend(struct cc *cc, const struct cc_target *target)
{
	const char *text = target->chain == CC_CHAIN_SPIRV ? "" : cc_backend_text(cc, target->name, target);

	if (cc->has_general)
		text = without(cc, without(cc, text, "-device "), "-mcpu=");
	text += strspn(text, " ");
	if (*text)
		cc_wordf(cc, "--backend-options=%s", text);
}

static void pass_level(struct cc *cc)
{
	cc_wordf(cc, "-O%s", cc->level);
	if (cc->debug)
		cc_word(cc, "-g");
}

/* Whether ptxas takes a device: its help lists them. One that lists none is believed to. */
static bool knows_device(struct cc *cc, const char *ptxas, const char *arch)
{
	_cleanup_(buf_free) struct buf help = { 0 };
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cc->tool->ctx);
	const char *const argv[] = { ptxas, "--help", NULL };
	const struct process_opts opts = { .argv = argv, .out_text = &help, .timeout_ms = 60000 };
	const char *quoted = cc_text(cc, "'%s'", arch);
	struct process_end end;

	if (process_run(cc->tool->ctx, &opts, &end) < 0 || end.signalled || end.status || !help.len)
		return true;
	return !memmem(help.ptr, help.len, "'sm_", 4) || memmem(help.ptr, help.len, quoted, strlen(quoted));
}

/* Code of one device is made of PTX where its assembler is there, and knows it. Else drivers do it. */
static bool is_assembled(struct cc *cc, struct cc_target *target)
{
	char name[PATH_MAX];
	bool there = false;

	if (target->assembles)
		return target->assembles == CC_ASSEMBLES;
	target->assembles = CC_ASSEMBLES_NOT;
	if (!*target->arch || !syb_aot_program(target->name, 1, name, sizeof(name), &there) || !there)
		return false;
	if (knows_device(cc, name, target->arch)) {
		target->assembles = CC_ASSEMBLES;
		return true;
	}
	syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-assembled",
		   "%s does not know '%s': for it there is PTX, which the driver compiles", name, target->said);
	return false;
}

enum { MOST_TOOLS = 6 };

/* What sybil translate starts and links, as it is found now: the cache looks at these. */
static const char *const *tools_of(struct cc *cc, const struct cc_target *target)
{
	const char **tools = arena_array(cc->tool->ctx, &cc->tool->arena, MOST_TOOLS + 1, sizeof(*tools));
	_cleanup_(syb_file_close_p) struct syb_file *library = NULL;
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cc->tool->ctx);
	const char *translator = getenv("SYBIL_LLVM_SPIRV");
	char name[PATH_MAX];
	size_t count = 0;
	bool there;

	if (!tools) {
		cc->error = -SYB_E_NOMEM;
		return NULL;
	}
	if (cc_family_spirv(cc_target_family(target)))
		tools[count++] = translator && *translator ? translator : "llvm-spirv-15";
	for (size_t i = 0; count < MOST_TOOLS && syb_aot_program(target->compile_for, i, name, sizeof(name), &there);
	     i++)
		tools[count++] = cc_text(cc, "%s", name);
	if (count < MOST_TOOLS && syb_aot_library(cc->tool->ctx, target->compile_for, &library) == 0 && library)
		tools[count++] = cc_text(cc, "%s", syb_file_name(library));
	return tools;
}

/* Start a job of an image; words of the target follow. */
static const char *begin(struct cc *cc, const struct cc_image *image, const char *suffix)
{
	const char *made = cc_text(cc, "%s/%s.%s", cc->dir, image->stem, suffix);

	cc_verb(cc, "translate");
	if (cc->tool->verbose)
		cc_word(cc, "--verbose");
	return made;
}

static void end(struct cc *cc, const struct cc_image *image, const struct cc_target *target, const char *made)
{
	cc_wordf(cc, "--name=%s", image->name);
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_word(cc, "--");
	cc_reads(cc, image->code);
	if (target->chain == CC_CHAIN_CPU && cc->cpu_profile) /* the driver, and the kind of CPU */
		cc_also_reads(cc, cc->cpu_profile);
	cc_job(cc, made, JOB_LAUNCH | JOB_CACHE | JOB_INNER, "%s for %s", image->name, target->said);
	if (!cc->error) {
		cc_last_job(cc)->memory = natives[target->chain].memory;
		cc_last_job(cc)->tools = tools_of(cc, target);
	}
}

/* Whether a module has code of a kind and triple. */
static bool has_word(const struct cc_module *module, const char *what)
{
	for (size_t i = 0; i < module->word_count; i += 2)
		if (strstr(module->words[i + 1], what))
			return true;
	return false;
}

/* Code that is compiled when it is loaded, or linked before native code is made of it. */
static void plan_spirv(struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	const char *triple = target->chain == CC_CHAIN_SPIRV ? target->triple : cc_aot_triple(cc);
	const char *word = cc_text(cc, ",type=spirv,target=%s", triple);
	struct cc_module *module = &cc->modules[image->module];
	const char *made = image->code;

	/* of targets that share it once, and not where that for spir64 does for all */
	if (has_word(module, word) || (target->chain != CC_CHAIN_SPIRV && str_eq(triple, cc_family_object(CC_SPIR64)) &&
				       cc_needs_family(cc, CC_SPIR64)))
		return;
	if (!image->spirv) {
		made = begin(cc, image, "spv");
		cc_pass_warnings(cc);
		end(cc, image, target, made);
	}
	add_word(cc, module, made, cc_text(cc, "--ir=%s%s", made, word));
}

static void add_native(struct cc *cc, const struct cc_image *image, const struct cc_target *target, const char *file)
{
	add_word(cc, &cc->modules[image->module], file,
		 cc_text(cc, "--native=%s,arch=%s,target=%s", file, target->name, target->triple));
}

static void plan_native(struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	const char *suffix = cc_text(cc, "%s.%s", target->name, natives[target->chain].suffix);
	const char *made = begin(cc, image, suffix);

	cc_wordf(cc, "--target=%s", target->compile_for);
	pass_level(cc);
	if (*target->options)
		cc_wordf(cc, "--backend-options=%s", target->options);
	pass_backend(cc, target);
	cc_pass_warnings(cc);
	end(cc, image, target, made);
	add_native(cc, image, target, made);
}

/* PTX is for all GPUs from the oldest one that was asked for on. */
static const struct cc_target *oldest_nvidia(const struct cc *cc)
{
	const struct cc_target *found = NULL;

	for (size_t i = 0; i < cc->target_count; i++) {
		const struct cc_target *t = &cc->targets[i];

		if (t->chain != CC_CHAIN_NVIDIA)
			continue;
		if (!*t->arch)
			return t;
		if (!found || strlen(t->arch) < strlen(found->arch) ||
		    (strlen(t->arch) == strlen(found->arch) && strcmp(t->arch, found->arch) < 0))
			found = t;
	}
	return found;
}

static void plan_ptx(struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	const struct cc_target *oldest = oldest_nvidia(cc);
	struct cc_module *module = &cc->modules[image->module];
	const char *made = image->code;

	if (has_word(module, ",type=ptx,"))
		return;
	if (!image->ptx) {
		made = begin(cc, image, "ptx");
		cc_word(cc, "--to=ptx");
		cc_wordf(cc, "--target=%s", *oldest->arch ? oldest->name : "nvptx64");
		pass_level(cc);
		cc_pass_warnings(cc);
		if (cc_image_waits(cc, image)) /* what is missing is linked */
			cc_word(cc, "--warn=no-undefined-function");
		end(cc, image, target, made);
	}
	add_word(cc, module, made, cc_text(cc, "--ir=%s,type=ptx,target=%s", made, target->triple));
}

/* A package that was linked may have it already. */
static bool has_native(const struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	for (size_t i = 0; i < cc->image_count; i++)
		if (cc->images[i].native && cc->images[i].module == image->module &&
		    str_eq(cc->images[i].native, target->name))
			return true;
	return false;
}

static void plan_image(struct cc *cc, const struct cc_image *image, struct cc_target *target)
{
	bool native = (!cc_image_waits(cc, image) || target->chain == CC_CHAIN_AMD) && !has_native(cc, image, target);

	target->images++;
	if (image->native) {
		add_native(cc, image, target, image->code);
		return;
	}
	switch (target->chain) {
	case CC_CHAIN_SPIRV:
		plan_spirv(cc, image, target);
		return;
	case CC_CHAIN_NVIDIA:
		plan_ptx(cc, image, target);
		native = native && is_assembled(cc, target);
		break;
	case CC_CHAIN_AMD:
		break;
	default:
		if (cc_image_shared(cc, image))
			plan_spirv(cc, image, target);
		break;
	}
	if (native)
		plan_native(cc, image, target);
}

/* ---- the package ---- */

DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

int cc_write_props(struct cc *cc, const struct syb_props *props, const char *path)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_ctx *ctx = cc->tool->ctx;
	struct syb_bytes text;
	int r = cc->error ? cc->error : syb_props_writer_new(ctx, &writer);

	if (r == 0)
		r = syb_props_writer_add(ctx, writer, props);
	if (r == 0)
		r = syb_props_writer_text(ctx, writer, SYB_DIALECT_KEEP, &text);
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_out_write(ctx, out, text);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

/* Of SPIR-V that no target takes its description is left, as that of any other code. */
static const char *describe_spirv(struct cc *cc, size_t module)
{
	const struct cc_image *image = cc->images;
	const char *path;

	while (image->module != module)
		image++;
	path = cc_temp(cc, image->stem, ".prop");
	if (!cc->error && !cc->dry)
		cc->error = cc_write_props(cc, image->props, path);
	return path;
}

/* Command lines end somewhere: for one word of a shell, as ninja uses it, that is 128 KiB. Words behind the verb go to
 * a file when there are too many. */
static void shorten(struct cc *cc)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_ctx *ctx = cc->tool->ctx;
	const char *path = cc_temp(cc, "package", ".words");
	size_t length = 0;
	int r;

	for (size_t i = 0; i < cc->word_count; i++)
		length += strlen(cc->words[i]) + 1;
	if (cc->dry || length < MOST_LENGTH)
		return;
	cc_word(cc, NULL);
	r = cc->error ? cc->error : shell_quote(ctx, &text, cc->words + 2);
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_out_write(ctx, out, (struct syb_bytes){ text.ptr, text.len });
	cc->error = r < 0 ? r : syb_out_commit(ctx, out);
	cc->word_count = 2;
	cc_wordf(cc, "@%s", path);
	cc_also_reads(cc, path);
}

static void pack(struct cc *cc, const char *state, const char *made)
{
	const char *compress = args_get(cc->tool, OPT_cc_compress);
	bool empty = true;

	for (size_t i = 0; i < cc->module_count; i++)
		empty &= cc->modules[i].word_count == 0;
	cc_verb(cc, "pack");
	cc_wordf(cc, "--state=%s", state);
	cc_word(cc, "--infer");
	if (args_has(cc->tool, OPT_cc_ninja) && str_eq(state, syb_state_name(SYB_STATE_EXECUTABLE))) {
		cc_word(cc, "--check-imports");
		cc_pass_warnings(cc);
		if (args_has(cc->tool, OPT_cc_sycl_link))
			cc_word(cc, "--warn=error=undefined-function");
	}
	cc_pass_dialect(cc);
	if (compress)
		cc_wordf(cc, "--compress=%s", compress);
	cc_word(cc, "-o");
	cc_word(cc, made);
	for (size_t i = 0; i < cc->module_count; i++) {
		struct cc_module *m = &cc->modules[i];

		if (m->word_count == 0 && !empty)
			continue;
		if (empty && !m->properties)
			m->properties = describe_spirv(cc, i);
		cc_word(cc, "--module");
		if (m->properties) {
			cc_wordf(cc, "--properties=%s", m->properties);
			cc_also_reads(cc, m->properties);
		}
		for (size_t k = 0; k < m->word_count; k += 2) {
			cc_also_reads(cc, m->words[k]);
			cc_word(cc, m->words[k + 1]);
		}
	}
	shorten(cc);
	cc_job(cc, made, 0, "package");
}

/* Each image for each target that can run it. */
static int plan_all(struct cc *cc)
{
	int r = 0;

	for (size_t i = 0; i < cc->image_count && r == 0; i++)
		for (size_t t = 0; t < cc->target_count && r == 0; t++) {
			bool fits;

			r = cc_image_fits(cc, &cc->images[i], &cc->targets[t], &fits);
			if (r == 0 && fits)
				plan_image(cc, &cc->images[i], &cc->targets[t]);
		}
	return r < 0 ? r : cc->error;
}

/* What is linked is compiled for targets afterwards: its images are known when that was done. */
static int plan_linked(struct cc *cc, const char *made, bool *out_done)
{
	const char *part = cc->module_count ? cc_temp(cc, "package", ".part") : NULL, *joined = made;
	int r;

	*out_done = !cc_compiles_joined(cc);
	if (!*out_done)
		joined = cc_temp(cc, "joined", ".syclbin");
	if (part)
		pack(cc, "object", part);
	cc_plan_join(cc, part, joined);
	if (cc->error || *out_done)
		return cc->error;
	r = cc_run(cc);
	if (r == 0)
		r = cc_joined_read(cc, joined);
	return r < 0 ? r : plan_all(cc);
}

static int fail_empty(struct cc *cc)
{
	return syb_fail(cc->tool->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "no-device-code",
			"there is no kernel in it, and no function that others may call");
}

int cc_plan_images(struct cc *cc)
{
	const char *output = cc->output ? cc->output : "a.syclbin";
	bool ninja = args_has(cc->tool, OPT_cc_ninja), linked = cc->linked, done = false;
	const char *made = ninja ? output : cc_temp(cc, "package", ".out");
	int r = plan_all(cc);

	if (r == 0 && linked)
		r = plan_linked(cc, made, &done);
	if (r < 0)
		return r;
	if (!linked || !done)
		cc_tell_missing(cc);
	if (!done && cc->module_count == 0)
		return fail_empty(cc);
	if (!done)
		pack(cc, linked && cc->open ? "object" : syb_state_name(cc->state), made);
	if (!ninja)
		cc_result(cc, made, output);
	return cc->error;
}
