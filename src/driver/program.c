/* driver/program.c — host code of programs, and their link.
 *
 *   source ──device pass──▶ LLVM IR, integration header      clang_step.c
 *          ──host pass────▶ object, which knows the kernels' names and parameters by that header
 *   package of all images ──▶ object that registers them with the SYCL runtime
 *   objects, libraries, libsycl ──link──▶ program or shared library */
#include "plan.h"

#include "base/path.h"
#include "base/shell.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sybil/package.h>
#include <unistd.h>

int plan_root(struct plan *p)
{
	char path[PATH_MAX];

	p->host.size = sizeof(p->host);
	if (!p->o.host)
		return 0;
	OPTS_READ(p->ctx, &p->host, p->o.host);
	TRY(syb_sycl_root(p->ctx, p->host.root, path, &p->abi));
	p->root = plan_text(p, "%s", path);
	return p->error;
}

static bool is_clang(const struct plan *p)
{
	return !p->host.compiler;
}

static void add_options(struct plan *p)
{
	for (size_t i = 0; i < p->host.option_count; i++)
		if (!p->precompiles ||
		    !str_eq(p->host.options[i], "-v")) /* the same headers serve with -v and without */
			plan_word(p, p->host.options[i]);
}

/* clang as a C++ driver, or the compiler that the user chose. */
static void add_compiler(struct plan *p)
{
	plan_word(p, is_clang(p) ? syb_clang_program(p->clang) : p->host.compiler);
	if (is_clang(p))
		plan_word(p, "--driver-mode=g++");
}

/* ---- the host pass ---- */

static void add_sycl(struct plan *p, const struct plan_input *input)
{
	const char *headers = "", *plugin = "";

	if (!p->error)
		p->error = syb_clang_programs(p->ctx, p->clang, &headers);
	if (!p->error)
		p->error = syb_clang_plugin(p->ctx, p->clang, &plugin);
	plan_first_header(p, "host.hpp");
	if (is_clang(p)) {
		plan_word(p, "-Xclang");
		plan_word(p, "-fsycl-is-host");
		plan_wordf(p, "-fplugin=%s", plugin);
		plan_integration_words(p, input);
		plan_word(p, "-Wno-unknown-attributes"); /* the device pass reports them */
	} else {
		plan_word(p, "-D__SYBIL_NAMED_KERNELS__");
		plan_word(p, "-include");
		plan_word(p, plan_integration(p, input));
	}
	plan_word(p, "-isystem");
	plan_wordf(p, "%s/host", headers);
	plan_word(p, "-isystem");
	plan_wordf(p, "%s/std", headers);
	plan_word(p, "-isystem");
	plan_wordf(p, "%s/include", p->root);
}

static void add_words(struct plan *p, const struct plan_input *input)
{
	add_compiler(p);
	plan_word(p, "-x");
	plan_word(p, p->precompiles ? "c++-header" : "c++");
	plan_wordf(p, "-std=%s", p->o.cpp_standard ? p->o.cpp_standard : "c++17");
	add_sycl(p, input);
	if (is_clang(p))
		plan_word(p, p->o.color ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
	if (p->host.level)
		plan_wordf(p, "-O%s", p->host.level);
	for (size_t i = 0; i < p->o.clang_option_count; i++)
		plan_word(p, p->o.clang_options[i]);
	add_options(p);
	for (size_t i = 0; i < p->host.compile_option_count; i++)
		plan_word(p, p->host.compile_options[i]);
}

static const char *host_rule(struct plan *p, const struct plan_input *input)
{
	return plan_temp(p, input->stem, ".host.d");
}

/* clang reads the integration header where the source ends. Others read it before the source, and its second part
 * behind it: the file that they compile includes both. */
static const char *with_footer(struct plan *p, const struct plan_input *input)
{
	const char *path = plan_temp(p, input->stem, ".host.cpp");
	_cleanup_(buf_free) struct buf text = { 0 };
	char full[PATH_MAX];

	if (p->error || p->o.dry_run)
		return path;
	if (!realpath(input->file, full))
		p->error = syb_fail(p->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", input->file, strerror(errno));
	else
		p->error = buf_printf(p->ctx, &text, "#include \"%s\"\n#define SYBIL_BEHIND_SOURCE\n#include \"%s\"\n",
				      full, plan_integration(p, input));
	if (!p->error)
		p->error = plan_put(p, path, buf_bytes(&text));
	return path;
}

void plan_host(struct plan *p, struct plan_input *input)
{
	const char *depfile, *pch = NULL, *source = is_clang(p) ? input->file : with_footer(p, input);
	struct job *job;

	input->host = plan_temp(p, input->stem, ".host.o");
	if (is_clang(p) && plan_wants_pch(p, input)) {
		p->precompiles = true;
		add_words(p, input);
		p->precompiles = false;
		pch = plan_pch(p, "host code");
	}
	p->pch = pch;
	add_words(p, input);
	p->pch = NULL;
	depfile = is_clang(p) ? plan_add_rule(p, host_rule(p, input)) : NULL; /* that of others has temporary files */
	plan_word(p, "-c");
	plan_reads(p, source);
	if (!is_clang(p))
		plan_also_reads(p, input->file);
	plan_also_reads(p, plan_integration(p, input));
	plan_word(p, "-o");
	plan_word(p, input->host);
	job = plan_job(p, input->host, JOB_CACHE, "%s, compile host code", input->name);
	if (!job)
		return;
	job->early = is_clang(p) ? plan_integration(p, input) : NULL;
	plan_rule_of(p, job, depfile, pch, NULL);
	if (pch)
		job->instead = plan_without_pch(p, job->argv, pch, plan_header(p, "host.hpp"));
	job->depfile = depfile;
}

/* ---- words of both passes ---- */

static void add_plugin_argument(struct plan *p, const char *argument)
{
	plan_word(p, "-Xclang");
	plan_word(p, "-plugin-arg-sybil-clang");
	plan_word(p, "-Xclang");
	plan_word(p, argument);
}

void plan_integration_words(struct plan *p, const struct plan_input *input)
{
	if (p->precompiles)
		return;
	add_plugin_argument(p, plan_text(p, "integration=%s", plan_integration(p, input)));
	if (p->host.compiler || p->host.named_kernels)
		add_plugin_argument(p, p->host.compiler ? "names=types" : "names=required");
	if (plan_passes_constants(p))
		add_plugin_argument(p, "constants=buffer");
}

const char *plan_header(struct plan *p, const char *name)
{
	const char *headers = "";

	if (!p->error)
		p->error = syb_clang_programs(p->ctx, p->clang, &headers);
	return plan_text(p, "%s/%s", headers, name);
}

void plan_first_header(struct plan *p, const char *name)
{
	if (p->pch) {
		plan_word(p, "-Xclang");
		plan_word(p, "-include-pch");
		plan_word(p, "-Xclang");
		plan_word(p, p->pch);
		plan_also_reads(p, p->pch);
		return;
	}
	plan_word(p, "-include");
	plan_word(p, plan_header(p, name));
}

/* ---- make rules ---- */

const char *plan_add_rule(struct plan *p, const char *path)
{
	if (!p->o.cache_dir && !p->o.rules)
		return NULL;
	plan_word(p, p->o.rules_without_system_headers ? "-MMD" : "-MD");
	plan_word(p, "-MF");
	plan_word(p, path);
	return path;
}

void plan_rule_of(struct plan *p, struct job *job, const char *rule, const char *pch, const char *also_makes)
{
	const char **outputs = arena_array(p->ctx, &p->arena, 4, sizeof(*outputs));
	const char **rules = arena_array(p->ctx, &p->arena, 2, sizeof(*rules));
	size_t count = 0;

	if (!outputs || !rules) {
		p->error = -SYB_E_NOMEM;
		return;
	}
	outputs[count++] = job->outputs[0];
	if (also_makes)
		outputs[count++] = also_makes;
	if (rule)
		outputs[count++] = rule;
	job->outputs = outputs;
	if (pch)
		rules[0] = plan_pch_rule(p, pch);
	job->more_rules = rules;
	if (!rule || p->o.rules_without_system_headers) /* not all headers are known */
		job->flags &= ~(unsigned)JOB_CACHE;
}

void plan_rule_of_program(struct plan *p, const struct plan_input *input, const char *pch)
{
	struct plan_result *result = &p->results[p->result_count - 1];

	if (is_clang(p))
		result->more[result->more_count++] = host_rule(p, input);
	if (pch)
		result->more[result->more_count++] = plan_pch_rule(p, pch);
	result->without = pch;
}

/* ---- objects ---- */

const char *plan_host_object(struct plan *p, const struct plan_input *input, const char *device)
{
	const char *made = plan_temp(p, input->stem, ".program.o");

	plan_word(p, "objcopy");
	plan_wordf(p, "--add-section=.llvm.offloading=%s", device);
	plan_also_reads(p, device);
	plan_word(p, "--set-section-flags=.llvm.offloading=exclude,readonly");
	plan_word(p, "--set-section-alignment=.llvm.offloading=8");
	plan_reads(p, input->host);
	plan_word(p, made);
	plan_job(p, made, 0, "%s, object", input->name);
	return made;
}

/* ---- the link ---- */

/* The object that registers the images. */
static int wrap(struct plan *p, const char *package, const char *made, bool *out_for_nvidia)
{
	const struct syb_wrap_opts opts = { .size = sizeof(opts), .abi = p->abi, .stand_ins = true };
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	plan_verb(p, "wrap");
	plan_wordf(p, "--abi=%u", p->abi);
	plan_word(p, "--stand-ins");
	plan_word(p, "-o");
	plan_word(p, made);
	plan_word(p, package);
	plan_step(p);
	*out_for_nvidia = plan_is_for_nvidia(p, NULL);
	if (p->error || p->o.dry_run)
		return p->error;
	TRY(syb_bin_open_file(p->ctx, package, NULL, &bin));
	*out_for_nvidia = plan_is_for_nvidia(p, bin);
	TRY(syb_out_open(p->ctx, made, &out));
	TRY(syb_wrap(p->ctx, bin, &opts, out));
	return syb_out_commit(p->ctx, out);
}

/* Inputs of the link in the order of the command line. */
static void add_inputs(struct plan *p)
{
	for (size_t i = 0; i < p->input_count; i++) {
		const struct plan_input *input = &p->inputs[i];

		if (input->kind == INPUT_SOURCE)
			plan_reads(p, input->host);
		else if (input->kind == INPUT_LINKER)
			plan_word(p, input->file);
		else if (input->kind == INPUT_HOST || input->kind == INPUT_OBJECT)
			plan_reads(p, input->file);
	}
}

static bool has_opencl(const struct plan *p)
{
	for (size_t i = 0; i < p->input_count; i++)
		if ((p->inputs[i].kind == INPUT_LINKER || p->inputs[i].kind == INPUT_HOST) &&
		    strstr(path_name(p->inputs[i].file), "OpenCL"))
			return true;
	return false;
}

/* The OpenCL loader in the root needs libraries beside it without naming their folder. What uses the loader, by the
 * RUNPATH below, names them too: the dynamic loader then finds them by that RUNPATH. DT_RPATH would also do that, but
 * take precedence over LD_LIBRARY_PATH. */
static void add_opencl_libraries(struct plan *p)
{
	static const char *const names[] = { "libsvml.so", "libirng.so", "libimf.so", "libintlc.so.5" };

	if (!has_opencl(p) || access(plan_text(p, "%s/lib/libOpenCL.so.1", p->root), R_OK) < 0)
		return;
	plan_word(p, "-Wl,--push-state,--no-as-needed");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *path = plan_text(p, "%s/lib/%s", p->root, names[i]);

		if (access(path, R_OK) == 0)
			plan_word(p, path);
	}
	plan_word(p, "-Wl,--pop-state");
}

int plan_link_program(struct plan *p, const char *package)
{
	const char *made = plan_temp(p, "program", ".out"), *images = plan_temp(p, "images", ".o");
	bool for_nvidia = false;

	if (package)
		TRY(wrap(p, package, images, &for_nvidia));
	if (!p->o.dry_run)
		TRY(plan_check_names(p, package));
	plan_word(p, syb_clang_program(p->clang));
	plan_word(p, "--driver-mode=g++");
	plan_word(p, "-Qunused-arguments"); /* options of the compiler */
	add_options(p);
	TRY(plan_start(p, for_nvidia));
	add_inputs(p);
	if (package)
		plan_word(p, images);
	add_opencl_libraries(p);
	plan_wordf(p, "-L%s/lib", p->root);
	plan_word(p, "-lsycl");
	plan_wordf(p, "-Wl,-rpath,%s/lib", p->root);
	plan_word(p, "-o");
	plan_word(p, made);
	plan_job(p, made, 0, "link");
	TRY(plan_run(p));
	plan_result(p, made, plan_output(p));
	return p->error;
}
