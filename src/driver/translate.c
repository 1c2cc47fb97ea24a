/* driver/translate.c — images → code: translate or compile each image for each target that can run it. */
#define _GNU_SOURCE /* memmem */
#include "plan.h"

#include "base/process.h"
#include "base/shell.h"
#include "driver/programs/translate.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sybil/translate.h>

enum { MOST_TOOLS = 6 };

static const struct {
	const char *suffix; /* of files with native code */
	uint64_t memory;    /* bytes that the compiler needs */
} natives[] = {
	[CHAIN_SPIRV] = { "spv", 0 },
	[CHAIN_INTEL] = { "zebin", UINT64_C(600) << 20 },
	[CHAIN_CPU] = { "cpu", UINT64_C(500) << 20 },
	[CHAIN_NVIDIA] = { "cubin", UINT64_C(400) << 20 },
	[CHAIN_AMD] = { "hsaco", UINT64_C(400) << 20 },
};

/* ---- images ---- */

static void add_code(struct plan *p, const struct plan_image *image, const char *file, struct syb_image_desc desc)
{
	struct plan_group *group = &p->groups[image->group];

	desc.size = sizeof(desc);
	p->error = p->error ? p->error : VEC_PUSH(p->ctx, group->code, group->count, group->room);
	if (!p->error)
		group->code[group->count++] = (struct plan_code){ .file = file, .desc = desc };
}

/* Remove all occurrences of an option and its value from a text. */
static const char *without(struct plan *p, const char *text, const char *option)
{
	const char *at;

	while ((at = strstr(text, option)) && !p->error) {
		const char *end = at + strlen(option);

		end += strspn(end, " ");
		end += strcspn(end, " ");
		text = plan_text(p, "%.*s%s", (int)(at - text), text, end + strspn(end, " "));
	}
	return text;
}

/* Options for the compiler of native code. For a generic target, the option that names the device is removed, because
 * the target names it; otherwise it is passed on, and the compiler may reject it. */
static const char *backend_options(struct plan *p, const struct plan_target *target)
{
	const char *text = target->chain == CHAIN_SPIRV ? "" : plan_backend_text(p, target->name, target);

	if (p->general)
		text = without(p, without(p, text, "-device "), "-mcpu=");
	text = without(p, without(p, text, "--cuda-gpu-arch="), "--offload-arch=");
	return text + strspn(text, " ");
}

/* Whether ptxas supports a device, by its help text. If that lists no devices, all are assumed to be supported. */
static bool knows_device(struct plan *p, const char *ptxas, const char *arch)
{
	_cleanup_(buf_free) struct buf help = { 0 };
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	const char *const argv[] = { ptxas, "--help", NULL };
	const struct process_opts opts = { .argv = argv, .out_text = &help, .timeout_ms = 60000 };
	const char *quoted = plan_text(p, "'%s'", arch);
	struct process_end end;

	if (process_run(p->ctx, &opts, &end) < 0 || end.signalled || end.status || !help.len)
		return true;
	return !memmem(help.ptr, help.len, "'sm_", 4) || memmem(help.ptr, help.len, quoted, strlen(quoted));
}

/* ptxas assembles PTX for one device if it is installed and supports the device; otherwise the driver does. */
static bool is_assembled(struct plan *p, struct plan_target *target)
{
	char name[PATH_MAX];
	bool exists = false;

	if (target->assembles)
		return target->assembles == ASSEMBLES;
	target->assembles = ASSEMBLES_NOT;
	if (!*target->arch || !syb_aot_program(target->name, 1, name, sizeof(name), &exists) || !exists)
		return false;
	if (knows_device(p, name, target->arch)) {
		target->assembles = ASSEMBLES;
		return true;
	}
	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-assembled",
		   "%s does not know '%s': the package has PTX for it, which the driver compiles", name, target->given);
	return false;
}

/* The programs that make code for a target, as found now, for cache keys. */
static const char *const *tools_of(struct plan *p, const struct plan_target *target)
{
	const char **tools = arena_array(p->ctx, &p->arena, MOST_TOOLS + 1, sizeof(*tools));
	const char *translator = getenv("SYBIL_LLVM_SPIRV");
	char name[PATH_MAX];
	size_t count = 0;
	bool exists;

	if (!tools) {
		p->error = -SYB_E_NOMEM;
		return NULL;
	}
	if (plan_family_spirv(plan_target_family(target)))
		tools[count++] = translator && *translator ? translator : "llvm-spirv-15";
	for (size_t i = 0; count < MOST_TOOLS && syb_aot_program(target->compile_for, i, name, sizeof(name), &exists);
	     i++)
		tools[count++] = plan_text(p, "%s", name);
	return tools;
}

/* ---- one step ---- */

/* The translation of one image. */
struct step {
	const struct plan *plan;
	const struct plan_image *image;
	const char *target;  /* NULL: only translate to SPIR-V */
	const char *options; /* for the backend */
	const char *made;
	bool ptx;
	bool by_program; /* SPIR-V is made by the translator's program, not by its library */
};

/* The translator must have the version of the LLVM in use: llvm-spirv-15 for LLVM 15. Its library may end the process,
 * so it is used in a child only. */
static int make_spirv(struct syb_ctx *ctx, const struct step *s, struct syb_bytes in, struct syb_out *out)
{
	struct syb_translate_opts opts = { .size = sizeof(opts), .name = s->image->name, .commands = true };
	const char *named = getenv("SYBIL_LLVM_SPIRV"), *version = s->plan->o.ir ? s->plan->o.ir->llvm : "15";
	bool by_program = s->by_program || !s->plan->o.ir || (named && *named) || !process_alone();
	char translator[64];

	snprintf(translator, sizeof(translator), "llvm-spirv-%.*s", (int)strcspn(version, "."), version);
	if (!(named && *named) && process_there(translator))
		opts.translator = translator;
	return translate_with(ctx, in, &opts, by_program ? NULL : s->plan->o.ir->spirv, out);
}

static int make_native(struct syb_ctx *ctx, const struct step *s, struct syb_bytes in, struct syb_out *out)
{
	const struct syb_module_info *info = s->image->view ? syb_view_info(s->image->view) : NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *spirv = NULL;
	struct arena arena = { 0 };
	struct syb_aot_opts opts = { .size = sizeof(opts),
				     .target = s->target,
				     .name = s->image->name,
				     .level = s->plan->o.level,
				     .debug = s->plan->o.debug,
				     .assembly = s->ptx,
				     .llvm = s->plan->o.ir ? s->plan->o.ir->llvm : NULL,
				     .commands = true };
	const char **words = NULL;
	int r = shell_split(ctx, &arena, s->options, &words, &opts.extra_count);

	opts.extra = words;
	if (info && !s->image->spirv && !s->image->ptx) {
		opts.kernels = info->kernels;
		opts.kernel_count = info->kernel_count;
	}
	if (r == 0 && plan_family_spirv(s->image->family) && !s->image->spirv) {
		r = out_scratch(ctx, &scratch);
		if (r == 0)
			r = make_spirv(ctx, s, in, scratch);
		if (r == 0)
			r = out_scratch_file(ctx, scratch, &spirv);
	}
	if (r == 0)
		r = syb_aot(ctx, spirv ? syb_file_bytes(spirv) : in, &opts, out);
	arena_free(&arena);
	return r;
}

/* The job of a step. */
static int run_step(struct syb_ctx *ctx, struct relay *relay, const void *user)
{
	const struct step *s = user;
	const struct syb_diag crash = { .severity = SYB_SEVERITY_ERROR,
					.code = SYB_E_INTERNAL,
					.check = "internal",
					.file = s->image->name,
					.at = SYB_NO_OFFSET,
					.text = "a step crashed while it worked on this image: please report it" };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_file_open(ctx, s->image->code, &file);

	relay_stage(relay, &crash);
	if (r == 0)
		r = syb_out_open(ctx, s->made, &out);
	if (r == 0)
		r = s->target ? make_native(ctx, s, syb_file_bytes(file), out)
			      : make_spirv(ctx, s, syb_file_bytes(file), out);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

/* Add a job that makes one file from an image; returns the name of the file. */
static const char *add_step(struct plan *p, const struct plan_image *image, const struct plan_target *target,
			    const char *suffix, const struct step *how)
{
	struct step *s = arena_array(p->ctx, &p->arena, 2, sizeof(*s));
	struct job *job;

	if (!s) {
		p->error = -SYB_E_NOMEM;
		return "";
	}
	*s = *how;
	s->plan = p;
	s->image = image;
	s->made = plan_text(p, "%s/%s.%s", p->dir, image->stem, suffix);
	s[1] = *s;
	s[1].by_program = true;
	plan_verb(p, "translate");
	if (s->ptx)
		plan_word(p, "--to=ptx");
	if (s->target) {
		plan_wordf(p, "--target=%s", s->target);
		plan_wordf(p, "-O%c", p->o.level);
		if (p->o.debug)
			plan_word(p, "-g");
		if (*s->options)
			plan_wordf(p, "--backend-options=%s", s->options);
	}
	plan_wordf(p, "--name=%s", image->name);
	plan_word(p, "-o");
	plan_word(p, s->made);
	plan_word(p, "--");
	plan_reads(p, image->code);
	if (target->chain == CHAIN_CPU && p->cpu_profile) /* names the driver and the CPU model */
		plan_also_reads(p, p->cpu_profile);
	job = plan_job(p, s->made, JOB_LAUNCH | JOB_CACHE | JOB_OURS, "%s for %s", image->name, target->given);
	if (job) {
		job->run = run_step;
		job->user = &s[0];
		job->user_after_crash = &s[1];
		job->memory = natives[target->chain].memory;
		job->tools = tools_of(p, target);
	}
	return s->made;
}

/* Whether a module of the package has code of a type for a triple; NULL: any triple. */
static bool has_code(const struct plan *p, const struct plan_image *image, uint32_t type, const char *triple)
{
	const struct plan_group *group = &p->groups[image->group];

	for (size_t i = 0; i < group->count; i++)
		if (group->code[i].desc.kind == SYB_IMAGE_IR && group->code[i].desc.ir_type == type &&
		    (!triple || str_eq(group->code[i].desc.target, triple)))
			return true;
	return false;
}

/* SPIR-V for JIT compilation, or for linking before native code is made. */
static void add_spirv(struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	const char *triple = image->triple                  ? image->triple
			     : target->chain == CHAIN_SPIRV ? target->triple
							    : plan_aot_triple(p);
	const struct step how = { .options = "" };
	const char *made = image->code;

	/* targets share one image; none is needed if the one for spir64 serves all */
	if (has_code(p, image, SYB_IR_SPIRV, triple) ||
	    (target->chain != CHAIN_SPIRV && str_eq(triple, plan_family_object(FAMILY_SPIR64)) &&
	     plan_needs_family(p, FAMILY_SPIR64)))
		return;
	if (!image->spirv)
		made = add_step(p, image, target, "spv", &how);
	add_code(p, image, made,
		 (struct syb_image_desc){ .kind = SYB_IMAGE_IR, .ir_type = SYB_IR_SPIRV, .target = triple });
}

static void add_native(struct plan *p, const struct plan_image *image, const struct plan_target *target,
		       const char *file)
{
	add_code(p, image, file,
		 (struct syb_image_desc){ .kind = SYB_IMAGE_NATIVE, .arch = target->name, .target = target->triple });
}

static void compile_native(struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	const char *suffix = plan_text(p, "%s.%s", target->name, natives[target->chain].suffix);
	const char *given = backend_options(p, target);
	const struct step how = { .target = target->compile_for,
				  .options = plan_text(p, "%s%s%s", target->options,
						       *target->options && *given ? " " : "", given) };

	add_native(p, image, target, add_step(p, image, target, suffix, &how));
}

/* PTX for the oldest given GPU runs on all newer ones. */
static const struct plan_target *oldest_nvidia(const struct plan *p)
{
	const struct plan_target *found = NULL;

	for (size_t i = 0; i < p->target_count; i++) {
		const struct plan_target *t = &p->targets[i];

		if (t->chain != CHAIN_NVIDIA)
			continue;
		if (!*t->arch)
			return t;
		if (!found || strlen(t->arch) < strlen(found->arch) ||
		    (strlen(t->arch) == strlen(found->arch) && strcmp(t->arch, found->arch) < 0))
			found = t;
	}
	return found;
}

static void add_ptx(struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	const struct plan_target *oldest = oldest_nvidia(p);
	const struct step how = { .target = *oldest->arch ? oldest->name : "nvptx64", .options = "", .ptx = true };

	if (has_code(p, image, SYB_IR_PTX, NULL))
		return;
	add_code(p, image, image->ptx ? image->code : add_step(p, image, target, "ptx", &how),
		 (struct syb_image_desc){ .kind = SYB_IMAGE_IR, .ir_type = SYB_IR_PTX, .target = target->triple });
}

/* The linked package may already have it. */
static bool has_native(const struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	for (size_t i = 0; i < p->image_count; i++)
		if (p->images[i].native && p->images[i].group == image->group &&
		    str_eq(p->images[i].native, target->name))
			return true;
	return false;
}

static void translate_image(struct plan *p, const struct plan_image *image, struct plan_target *target)
{
	bool native = (!plan_image_waits(p, image) || target->chain == CHAIN_AMD) && !has_native(p, image, target);

	target->images++;
	if (image->native) {
		add_native(p, image, target, image->code);
		return;
	}
	switch (target->chain) {
	case CHAIN_SPIRV:
		add_spirv(p, image, target);
		return;
	case CHAIN_NVIDIA:
		native = native && is_assembled(p, target);
		if (!native || !p->root) /* the SYCL runtime uses one image of a module for all NVIDIA GPUs */
			add_ptx(p, image, target);
		break;
	case CHAIN_AMD:
		break;
	default:
		if (plan_image_shared(p, image))
			add_spirv(p, image, target);
		break;
	}
	if (native)
		compile_native(p, image, target);
}

int plan_translate(struct plan *p)
{
	for (size_t i = 0; i < p->image_count; i++)
		for (size_t t = 0; t < p->target_count; t++) {
			bool fits;

			TRY(plan_image_fits(p, &p->images[i], &p->targets[t], &fits));
			if (fits)
				translate_image(p, &p->images[i], &p->targets[t]);
		}
	return p->error;
}
