/* driver/package.c — code of all images → the package, or the object that contains LLVM IR. If packages or SPIR-V are
 * among the inputs, join.c links them with it. */
#include "plan.h"

#include <sybil/offload.h>

DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);
DEFINE_CLEANUP(struct syb_offload_writer *, syb_offload_writer_free);

int plan_put(struct plan *p, const char *path, struct syb_bytes bytes)
{
	return p->error ? p->error : out_put(p->ctx, path, bytes);
}

int plan_write_props(struct plan *p, const struct syb_props *props, const char *path)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	struct syb_bytes text;

	TRY(syb_props_writer_new(p->ctx, &writer));
	TRY(syb_props_writer_add(p->ctx, writer, props));
	TRY(syb_props_writer_text(p->ctx, writer, SYB_DIALECT_KEEP, &text));
	return plan_put(p, path, text);
}

/* ---- packing ---- */

static bool is_spirv(const struct plan_code *code)
{
	return code->desc.kind == SYB_IMAGE_IR && code->desc.ir_type == SYB_IR_SPIRV;
}

static const char *first_spirv(const struct plan_group *group)
{
	for (size_t i = 0; i < group->count; i++)
		if (is_spirv(&group->code[i]))
			return group->code[i].file;
	return NULL;
}

/* Properties inferred from SPIR-V are added to those of the module. */
static int pack_group(struct plan *p, struct syb_pack *pack, const struct plan_group *group)
{
	const char *spirv = first_spirv(group);

	TRY(spirv ? syb_pack_module_infer(p->ctx, pack, spirv, group->properties)
		  : syb_pack_module(p->ctx, pack, group->properties));
	for (size_t i = 0; i < group->count; i++)
		TRY(syb_pack_image(p->ctx, pack, group->code[i].file, &group->code[i].desc));
	return 0;
}

static int write_package(struct plan *p, enum syb_state state, const char *made, bool empty)
{
	static const struct syb_bin_write_opts plain = { .size = sizeof(plain), .dialect = SYB_DIALECT_DPCPP };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	TRY(syb_pack_new(p->ctx, p->o.form ? p->o.form : &plain, &pack));
	for (size_t i = 0; i < p->group_count; i++)
		if (p->groups[i].count || empty)
			TRY(pack_group(p, pack, &p->groups[i]));
	TRY(syb_bin_writer_state(p->ctx, syb_pack_writer(pack), state));
	TRY(syb_out_open(p->ctx, made, &out));
	TRY(syb_bin_writer_write(p->ctx, syb_pack_writer(pack), out));
	return syb_out_commit(p->ctx, out);
}

/* ---- the same as a command ---- */

static void add_group_words(struct plan *p, const struct plan_group *group)
{
	plan_word(p, "--module");
	if (group->properties) {
		plan_wordf(p, "--properties=%s", group->properties);
		plan_also_reads(p, group->properties);
	}
	for (size_t i = 0; i < group->count; i++) {
		const struct plan_code *c = &group->code[i];

		plan_also_reads(p, c->file);
		if (c->desc.kind == SYB_IMAGE_NATIVE)
			plan_wordf(p, "--native=%s,arch=%s,target=%s", c->file, c->desc.arch, c->desc.target);
		else
			plan_wordf(p, "--ir=%s,type=%s,target=%s", c->file, is_spirv(c) ? "spirv" : "ptx",
				   c->desc.target);
	}
}

static void add_pack_words(struct plan *p, enum syb_state state, const char *made, bool empty)
{
	plan_verb(p, "pack");
	plan_wordf(p, "--state=%s", syb_state_name(state));
	plan_word(p, "--infer");
	if (p->o.ninja && state == SYB_STATE_EXECUTABLE) {
		plan_word(p, "--check-imports");
		if (p->o.link_only)
			plan_word(p, "--warn=error=undefined-function");
	}
	if (p->o.form && p->o.form->dialect == SYB_DIALECT_SPEC)
		plan_word(p, "--dialect=spec");
	if (p->o.form && p->o.form->compress && p->o.form->level)
		plan_wordf(p, "--compress=%s:%d", syb_compress_name(p->o.form->compress), p->o.form->level);
	else if (p->o.form && p->o.form->compress)
		plan_wordf(p, "--compress=%s", syb_compress_name(p->o.form->compress));
	plan_word(p, "-o");
	plan_word(p, made);
	for (size_t i = 0; i < p->group_count; i++)
		if (p->groups[i].count || empty)
			add_group_words(p, &p->groups[i]);
	plan_shorten(p, 2, plan_temp(p, "package", ".words"));
}

/* Keep the properties of SPIR-V that no target uses, as for other code. */
static void describe_spirv(struct plan *p)
{
	for (size_t i = 0; i < p->image_count; i++) {
		struct plan_group *group = &p->groups[p->images[i].group];

		if (group->properties || !p->images[i].props)
			continue;
		group->properties = plan_temp(p, p->images[i].stem, ".prop");
		if (!p->error && !p->o.dry_run)
			p->error = plan_write_props(p, p->images[i].props, group->properties);
	}
}

/* Pack all modules that have code or, if none has, their properties. Programs need the names and requirements of all
 * kernels: those without code are refused when they are launched. later: ninja does it. */
static int pack(struct plan *p, enum syb_state state, const char *made, bool later)
{
	const bool all = p->o.stop == SYB_COMPILE_PROGRAM && state == SYB_STATE_EXECUTABLE;
	bool empty = true;

	for (size_t i = 0; i < p->group_count; i++)
		empty &= p->groups[i].count == 0;
	empty |= all;
	if (empty)
		describe_spirv(p);
	add_pack_words(p, state, made, empty);
	if (later) {
		plan_job(p, made, 0, "package");
		return p->error;
	}
	plan_step(p);
	return p->error || p->o.dry_run ? p->error : write_package(p, state, made, empty);
}

/* ---- undefined functions ---- */

/* The driver provides the functions of the device libraries. */
static bool is_unresolved(const char *name)
{
	return !str_starts(name, "__devicelib_");
}

/* Properties do not list functions with names that are reserved for compilers. The driver has those of SPIR-V. */
static bool is_reserved(const struct syb_spirv_symbol *symbol)
{
	return !symbol->variable && str_starts(symbol->name, "__") && !str_starts(symbol->name, "__spirv_") &&
	       is_unresolved(symbol->name);
}

/* Programs whose device code calls functions of a device library would end when a kernel is launched. */
static int check_reserved(struct plan *p, const struct syb_module *module, bool *inout_failed)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
		const struct syb_spirv_info *info;

		if (syb_identify(syb_image_bytes(image)) != SYB_KIND_SPIRV)
			continue;
		TRY(syb_spirv_open(p->ctx, syb_image_bytes(image), NULL, &spirv));
		info = syb_spirv_info(spirv);
		for (size_t k = 0; k < info->import_count; k++) {
			if (!is_reserved(info->imports[k]))
				continue;
			syb_report(p->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-unresolved",
				   "'%s' is called but not defined: no library of the SYCL runtime has it",
				   info->imports[k]->name);
			*inout_failed = true;
		}
	}
	return 0;
}

int plan_check_imports(struct plan *p, const char *path)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(hash_free) struct hash exports = { 0 };
	bool failed = false;
	int r = syb_bin_open_file(p->ctx, path, NULL, &bin);

	if (r == 0 && p->host.image_dependencies)
		r = plan_find_exports(p, bin, &exports);

	for (size_t i = 0; r == 0 && i < syb_bin_module_count(bin); i++) {
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
		const struct syb_module_info *info;

		r = syb_module_props(p->ctx, syb_bin_module_at(bin, i), &props);
		if (r == 0)
			r = syb_view_new(p->ctx, props, &view);
		info = r < 0 ? NULL : syb_view_info(view);
		for (size_t k = 0; r == 0 && k < info->import_count; k++) {
			bool error = (p->o.link_only || p->root) && is_unresolved(info->imports[k]);

			if (hash_get(&exports, info->imports[k], strlen(info->imports[k])))
				continue;
			syb_report(p->ctx, error ? SYB_SEVERITY_ERROR : SYB_SEVERITY_WARNING, SYB_NO_OFFSET,
				   error ? "link-unresolved" : "undefined-function", "'%s' is called but not defined",
				   info->imports[k]);
			failed |= error;
		}
		if (r == 0 && p->root)
			r = check_reserved(p, syb_bin_module_at(bin, i), &failed);
	}
	return r == 0 && failed ? -SYB_E_INCOMPATIBLE : r;
}

/* ---- the whole step ---- */

/* Linked code is compiled for targets afterwards, because its images are known only then. */
static int link_part(struct plan *p, const char *made, bool *out_done)
{
	const char *part = p->group_count ? plan_temp(p, "package", ".part") : NULL, *joined = made;
	bool later;
	int r;

	*out_done = !plan_compiles_joined(p);
	later = p->o.ninja && *out_done && !p->o.dry_run;
	r = later ? 0 : plan_run(p);
	if (!*out_done)
		joined = plan_temp(p, "joined", ".syclbin");
	if (r == 0 && part)
		r = pack(p, SYB_STATE_OBJECT, part, later);
	if (r == 0)
		r = plan_join(p, part, joined, later);
	if (r < 0 || *out_done)
		return r;
	r = plan_read_joined(p, joined);
	return r < 0 ? r : plan_translate(p);
}

static int pack_all(struct plan *p, const char *made, bool linked)
{
	bool later = p->o.ninja && !p->o.dry_run;
	int r;

	plan_report_missing(p);
	if (p->group_count == 0)
		return syb_fail(p->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "no-device-code",
				"the inputs contain no kernel and no exported function");
	r = later ? 0 : plan_run(p);
	return r < 0 ? r : pack(p, linked && p->open ? SYB_STATE_OBJECT : p->o.state, made, later);
}

/* A package from which nothing can be started or linked is an error. */
static int check_content(struct plan *p, const char *path)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	bool named = false;

	TRY(syb_bin_open_file(p->ctx, path, NULL, &bin));
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		const struct syb_module *module = syb_bin_module_at(bin, i);
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
		const struct syb_module_info *info;

		TRY(syb_module_props(p->ctx, module, &props));
		TRY(syb_module_view(p->ctx, module, props, &view));
		info = syb_view_info(view);
		if (!info->kernel_count && !info->export_count && !info->device_global_count)
			continue;
		if (syb_module_image_count(module))
			return 0;
		named = true;
	}
	return syb_fail(p->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "no-device-code",
			named ? "no target of -fsycl-targets and -fsycl-fixed-targets can run any of the code: nothing "
				"is written ('-v' shows what was left out, and why)"
			      : "the package would have no kernel and no exported function: nothing is written");
}

const char *plan_output(const struct plan *p)
{
	return p->o.output ? p->o.output : p->o.stop == SYB_COMPILE_PROGRAM ? "a.out" : "a.syclbin";
}

int plan_package(struct plan *p)
{
	const char *made = p->o.ninja ? plan_output(p) : plan_temp(p, "package", ".out");
	bool linked = p->linked || p->o.link, done = false;
	int r;

	if (p->o.stop == SYB_COMPILE_PROGRAM && !linked && p->image_count == 0)
		return plan_link_program(p, NULL);
	r = linked ? link_part(p, made, &done) : 0;

	if (r == 0 && !done)
		r = pack_all(p, made, linked);
	if (r == 0 && p->o.ninja && !p->o.dry_run)
		return plan_write_ninja(p);
	if (r == 0 && !p->o.dry_run && !p->open && !p->o.link)
		r = plan_check_imports(p, made);
	if (r == 0 && p->o.stop != SYB_COMPILE_PROGRAM && !p->o.ninja && !p->o.dry_run)
		r = check_content(p, made);
	if (r == 0 && p->o.stop == SYB_COMPILE_PROGRAM)
		return plan_link_program(p, made);
	if (r < 0 || p->o.dry_run)
		return r;
	plan_result(p, made, plan_output(p));
	return p->error;
}

/* ---- objects ---- */

/* An object; it is written after its code is compiled. */
struct object {
	struct plan *plan;
	const char *made;
	const char *code[FAMILY_COUNT];
};

static int add_entry(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *file, const char *triple)
{
	const struct syb_offload_add_opts today = { .size = sizeof(today), .today = true };
	_cleanup_(buf_free) struct buf spec = { 0 };

	TRY(buf_printf(ctx, &spec, "file=%s,triple=%s,kind=sycl%c", file, triple, '\0'));
	return syb_offload_writer_add(ctx, writer, (const char *)spec.ptr, &today);
}

static int run_object(struct syb_ctx *ctx, struct relay *relay, const void *user)
{
	const struct syb_offload_write_opts opts = { .size = sizeof(opts), .separate = true };
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *writer = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL, *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const struct object *o = user;
	int r = syb_offload_writer_new(ctx, &opts, &writer);

	(void)relay;
	for (int f = 0; f < FAMILY_COUNT && r == 0; f++)
		if (o->code[f])
			r = add_entry(ctx, writer, o->code[f], plan_family_object((enum plan_family)f));
	if (r == 0)
		r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = syb_offload_writer_write(ctx, writer, scratch);
	if (r == 0)
		r = out_scratch_file(ctx, scratch, &file);
	if (r == 0)
		r = syb_out_open(ctx, o->made, &out);
	if (r == 0)
		r = o->plan->root ? syb_out_write(ctx, out, syb_file_bytes(file))
				  : syb_offload_object(ctx, file, syb_file_bytes(file), out);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

int plan_object(struct plan *p, const struct plan_input *input, const char *const code[FAMILY_COUNT])
{
	struct object *o = arena_alloc(p->ctx, &p->arena, sizeof(*o));
	struct job *job;

	if (!o)
		return -SYB_E_NOMEM;
	*o = (struct object){ .plan = p, .made = plan_temp(p, input->stem, p->root ? ".offload" : ".object.o") };
	memcpy(o->code, code, sizeof(o->code));
	if (strchr(p->dir, ',')) /* lists of files are separated by commas */
		return syb_fail(p->ctx, SYB_E_IO, SYB_NO_OFFSET, "open",
				"%s: with -c, the name of the temporary folder must not contain a comma", p->dir);
	plan_verb(p, "pack");
	plan_word(p, "--offload");
	if (!p->root)
		plan_word(p, "--object");
	plan_word(p, "--dialect=dpcpp");
	for (int f = 0; f < FAMILY_COUNT; f++)
		if (code[f]) {
			plan_wordf(p, "--image=file=%s,triple=%s,kind=sycl", code[f],
				   plan_family_object((enum plan_family)f));
			plan_also_reads(p, code[f]);
		}
	plan_word(p, "-o");
	plan_word(p, o->made);
	job = plan_job(p, o->made, 0, "%s, object", input->name);
	if (job) {
		job->run = run_object;
		job->user = o;
	}
	plan_result(p, p->root ? plan_host_object(p, input, o->made) : o->made,
		    p->o.output ? p->o.output : plan_text(p, "%s.o", input->base));
	return p->error;
}
