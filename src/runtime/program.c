/* runtime/program.c — modules → a program that a driver has built: images, constants, translation, cache, build.
 *
 * A program is built once, for the first caller; others wait for it. A build that the driver rejected is not tried
 * again: later callers get the same error. A build that failed for another reason (cancelled, out of memory, a missing
 * tool) is tried again by the next caller. */
#include "asserts.h"

#include "runtime/backend/driver.h"
#include "base/file.h"
#include <sybil/link.h>
#include <sybil/translate.h>

/* ---- objects ---- */

struct program_code *program_hold(struct program_code *code)
{
	atomic_fetch_add(&code->refs, 1);
	return code;
}

void program_drop(struct program_code *code)
{
	if (!code || atomic_fetch_sub(&code->refs, 1) != 1)
		return;
	if (code->spec_buffer) {
		struct syb_ctx quiet = rt_quiet(code->from);

		(void)!code->device->ops->free(&quiet, code->device->be, code->spec_buffer);
	}
	globals_unplace(code);
	if (code->be)
		code->device->ops->program_close(code->be);
	pthread_mutex_destroy(&code->lock);
	arena_free(&code->arena);
	allocator_free(code->from, code);
}

static int code_new(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		    struct module *const *parts, size_t count, struct program_code **out_code)
{
	_cleanup_(program_drop_p) struct program_code *code = mem_zalloc(ctx, sizeof(*code));

	if (!code)
		return -SYB_E_NOMEM;
	code->from = allocator_of(ctx);
	atomic_init(&code->refs, 1);
	pthread_mutex_init(&code->lock, NULL);
	code->rt = bundle->rt;
	code->device = device;
	code->parts = arena_array(ctx, &code->arena, count, sizeof(struct module *));
	if (!code->parts)
		return -SYB_E_NOMEM;
	memcpy(code->parts, parts, count * sizeof(struct module *));
	code->part_count = count;
	*out_code = steal(code);
	return 0;
}

/* Under the bundle's lock. */
static int add_program(struct syb_ctx *ctx, struct syb_bundle *bundle, struct program_code *code)
{
	struct program *program = arena_alloc(ctx, &bundle->arena, sizeof(*program));

	if (!program)
		return -SYB_E_NOMEM;
	*program = (struct program){ bundle->programs, program_hold(code) };
	bundle->programs = program;
	return 0;
}

static int find_or_add(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		       struct module *const *parts, size_t count, struct program_code **out_code)
{
	_cleanup_(program_drop_p) struct program_code *code = NULL;

	for (struct program *p = bundle->programs; p; p = p->next) {
		if (p->code->device != device || p->code->parts[0] != parts[0])
			continue;
		*out_code = p->code;
		return 0;
	}
	TRY(code_new(ctx, bundle, device, parts, count, &code));
	TRY(add_program(ctx, bundle, code));
	*out_code = code;
	return 0;
}

/* ---- specialization constants ---- */

/* Under the bundle's lock. */
static const struct spec_value *set_value(const struct syb_bundle *bundle, const char *name)
{
	for (const struct spec_value *v = bundle->specs; v; v = v->next)
		if (str_eq(v->name, name))
			return v;
	return NULL;
}

static struct syb_bytes value_of(const struct syb_bundle *bundle, const struct syb_spec_const *c)
{
	const struct spec_value *set = set_value(bundle, c->name);

	return set ? set->value : c->set_value.len ? c->set_value : c->default_value;
}

size_t program_spec_size(const struct syb_spec_const *c)
{
	size_t size = c->default_value.len;

	for (size_t i = 0; i < c->leaf_count; i++)
		if ((size_t)c->leaves[i].offset + c->leaves[i].size > size)
			size = (size_t)c->leaves[i].offset + c->leaves[i].size;
	return size;
}

/* Under the lock of `from`; `to` is not yet shared. A program that imports nothing and has no variables is the same
 * in both: variables belong to one bundle. */
static bool is_same(const struct syb_bundle *to, const struct syb_bundle *from, const struct program_code *code)
{
	const struct syb_module_info *info = part_info(code->parts[0]);
	bool same = code->part_count == 1 && info->device_global_count == 0;

	for (size_t i = 0; same && i < info->spec_const_count; i++) {
		struct syb_bytes a = value_of(from, info->spec_consts[i]), b = value_of(to, info->spec_consts[i]);

		same = a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
	}
	return same;
}

int program_share(struct syb_ctx *ctx, struct syb_bundle *to, struct syb_bundle *from)
{
	int r = 0;

	pthread_mutex_lock(&from->lock);
	for (struct program *p = from->programs; r == 0 && p; p = p->next)
		if (is_same(to, from, p->code))
			r = add_program(ctx, to, p->code);
	pthread_mutex_unlock(&from->lock);
	return r;
}

/* Whether kernels read constants from memory that the runtime fills: the code then does not depend on the values. */
static bool reads_constants(const struct syb_module_info *info)
{
	for (size_t i = 0; i < info->program_metadata_count; i++)
		if (str_eq(info->program_metadata[i]->key, "spec_constants_arg"))
			return true;
	return false;
}

bool program_is_specialized(struct syb_bundle *bundle, const struct syb_module_info *info)
{
	bool differs = false;

	if (info->spec_const_count == 0 || reads_constants(info))
		return false;
	pthread_mutex_lock(&bundle->lock);
	for (size_t i = 0; i < info->spec_const_count; i++) {
		const struct syb_spec_const *c = info->spec_consts[i];
		const struct spec_value *set = set_value(bundle, c->name);
		struct syb_bytes old = c->set_value.len ? c->set_value : c->default_value;

		differs |= set && (set->value.len != old.len || memcmp(set->value.ptr, old.ptr, old.len) != 0);
	}
	pthread_mutex_unlock(&bundle->lock);
	return differs;
}

int program_spec_values(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle,
			const struct syb_module_info *info, struct syb_bytes *out)
{
	size_t total = 0, at = 0;
	uint8_t *bytes;

	for (size_t i = 0; i < info->spec_const_count; i++)
		total += program_spec_size(info->spec_consts[i]);
	bytes = arena_alloc(ctx, arena, total ? total : 1);
	if (!bytes)
		return -SYB_E_NOMEM;
	pthread_mutex_lock(&bundle->lock);
	for (size_t i = 0; i < info->spec_const_count; i++) {
		const struct syb_spec_const *c = info->spec_consts[i];
		struct syb_bytes value = value_of(bundle, c);
		size_t size = program_spec_size(c);

		if (value.len)
			memcpy(bytes + at, value.ptr, value.len < size ? value.len : size);
		at += size;
	}
	pthread_mutex_unlock(&bundle->lock);
	*out = (struct syb_bytes){ bytes, total };
	return 0;
}

/* Leaves of the constants that were set, by the driver's numbers. */
static int spec_consts(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle,
		       const struct syb_module_info *info, const struct be_spec_const **out, size_t *out_count)
{
	struct be_spec_const *list;
	size_t most = 0, count = 0;

	for (size_t i = 0; i < info->spec_const_count; i++)
		most += info->spec_consts[i]->leaf_count;
	list = arena_array(ctx, arena, most, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	pthread_mutex_lock(&bundle->lock);
	for (size_t i = 0; i < info->spec_const_count; i++) {
		const struct syb_spec_const *c = info->spec_consts[i];
		const struct spec_value *set = set_value(bundle, c->name);
		struct syb_bytes value = set ? set->value : c->set_value;

		for (size_t k = 0; k < c->leaf_count; k++) {
			const struct syb_spec_leaf *leaf = &c->leaves[k];

			if (leaf->id == UINT32_MAX || (size_t)leaf->offset + leaf->size > value.len)
				continue; /* padding, or a default */
			list[count++] = (struct be_spec_const){ leaf->id, { value.ptr + leaf->offset, leaf->size } };
		}
	}
	pthread_mutex_unlock(&bundle->lock);
	*out = list;
	*out_count = count;
	return 0;
}

/* ---- inputs ---- */

struct job {
	size_t count; /* inputs: one for each part, or one for all */
	struct syb_ctx *ctx;
	struct syb_bundle *bundle;
	struct program_code *code;
	struct arena arena;
	struct be_input *inputs;
	struct syb_file **files; /* what translations are mapped from */
	struct buf log;
	bool refused; /* by the driver */
	bool prefer_ir;
};

static void job_drop(struct job *job)
{
	for (size_t i = 0; job->files && i < job->code->part_count + 2; i++)
		syb_file_close(job->files[i]);
	arena_free(&job->arena);
	buf_free(&job->log);
}

static int choose_input(struct job *job, size_t i)
{
	_cleanup_(match_drop) struct match match = { 0 };
	struct program_code *code = job->code;
	struct be_input *input = &job->inputs[i];
	const struct syb_module_info *info = part_info(code->parts[i]);
	bool specialized = program_is_specialized(job->bundle, info);
	int r = match_module(job->ctx, &job->arena, job->bundle, code->parts[i], code->device,
			     job->prefer_ir || specialized, &match);

	if (r < 0)
		return r;
	if (!match.image)
		return syb_fail(job->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-not-supported",
				"no usable image: %s", match.why);
	input->format = match.format;
	input->bytes = syb_image_bytes(match.image);
	input->options = bundle_compile_options(job->bundle, code->parts[i]);
	code->stale |= specialized && match.format == BE_NATIVE;
	if (i == 0) {
		code->image = match.image;
		code->native = match.format == BE_NATIVE;
	}
	if (match.format == BE_SPIRV)
		r = module_check_code(job->ctx, code->parts[i], match.image);
	if (r == 0 && match.format == BE_SPIRV && syb_verdict_answer(match.verdict) != SYB_ANSWER_YES)
		r = narrow_code(job->ctx, &job->arena, job->bundle, code->parts[i], code->device, code->part_count > 1,
				&input->bytes);
	if (r < 0)
		return r;
	if (match.format != BE_SPIRV || reads_constants(info))
		return 0;
	return spec_consts(job->ctx, &job->arena, job->bundle, info, &input->spec_consts, &input->spec_const_count);
}

/* Change the defaults in SPIR-V, if constants were set. */
static int specialize(struct job *job, size_t i)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct be_input *input = &job->inputs[i];
	struct syb_spirv_spec_value *values;
	int r;

	if (input->spec_const_count == 0)
		return 0;
	values = arena_array(job->ctx, &job->arena, input->spec_const_count, sizeof(*values));
	r = values ? out_scratch(job->ctx, &out) : -SYB_E_NOMEM;
	if (r < 0)
		return r;
	for (size_t k = 0; k < input->spec_const_count; k++)
		values[k] = (struct syb_spirv_spec_value){ input->spec_consts[k].id, input->spec_consts[k].value };
	r = syb_spirv_specialize(job->ctx, input->bytes, values, input->spec_const_count, out);
	if (r == 0)
		r = out_scratch_file(job->ctx, out, &job->files[i]);
	if (r < 0)
		return r;
	input->bytes = syb_file_bytes(job->files[i]);
	input->spec_const_count = 0;
	return 0;
}

/* Link all inputs with libsybil's linker; the first becomes the result. */
static int join(struct job *job)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_spirv_link_opts opts = { .size = sizeof(opts), .demangle = true };
	struct syb_link_input *list;
	uint64_t start = clock_ns();
	int r;

	if (job->count == 1)
		return 0;
	list = arena_array(job->ctx, &job->arena, job->count, sizeof(*list));
	r = list ? out_scratch(job->ctx, &out) : -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < job->count; i++)
		list[i] = (struct syb_link_input){ .size = sizeof(*list), .bytes = job->inputs[i].bytes };
	if (r == 0)
		r = syb_spirv_link(job->ctx, list, job->count, &opts, out, NULL);
	if (r == 0)
		r = out_scratch_file(job->ctx, out, &job->files[job->count]);
	bundle_time(job->bundle, STEP_LINK, start);
	if (r < 0)
		return r;
	job->inputs[0].bytes = syb_file_bytes(job->files[job->count]);
	job->count = 1;
	return 0;
}

/* A driver without SPIR-V gets bitcode from the translator, which runs in another process. */
static int translate(struct job *job)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_translate_opts opts = { .size = sizeof(opts),
					   .to = SYB_TRANSLATE_TO_LLVM,
					   .name = job->bundle->name };
	struct be_input *input = &job->inputs[0];
	uint64_t start = clock_ns();
	int r = out_scratch(job->ctx, &out);

	if (r == 0)
		r = syb_translate(job->ctx, input->bytes, &opts, out);
	if (r == -SYB_E_TOOL)
		r = syb_note(job->ctx, r, "device %s does not accept SPIR-V: install a translator to LLVM bitcode",
			     job->code->device->info.info.name);
	if (r == 0)
		r = out_scratch_file(job->ctx, out, &file);
	if (r == 0 && syb_file_bytes(file).len == 0)
		r = syb_fail(job->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "the translator wrote no bitcode");
	bundle_time(job->bundle, STEP_TRANSLATE, start);
	if (r < 0)
		return r;
	syb_file_close(job->files[0]);
	job->files[0] = steal(file);
	input->bytes = syb_file_bytes(job->files[0]);
	input->format = BE_BITCODE;
	return 0;
}

/* Variables, for a driver that cannot access them: in each module, before linking removes their names. */
static int place(struct job *job)
{
	int r;

	if (!globals_are_placed(job->code))
		return 0;
	r = globals_reserve(job->ctx, job->code);
	for (size_t i = 0; r == 0 && i < job->count; i++) {
		struct syb_file *file = NULL;

		r = globals_place(job->ctx, job->code, job->inputs[i].bytes, &file);
		if (r < 0)
			return r;
		syb_file_close(job->files[i]);
		job->files[i] = file;
		job->inputs[i].bytes = syb_file_bytes(file);
	}
	return r < 0 ? r : globals_start(job->ctx, job->code);
}

/* SPIR-V for a driver that does not accept it: constants, imports and the format are resolved here. */
static int prepare(struct job *job)
{
	uint32_t formats = job->code->device->info.formats;
	int r = 0;

	for (size_t i = 0; i < job->count; i++)
		if (job->inputs[i].format != BE_SPIRV || formats & 1u << BE_SPIRV)
			return 0;
	for (size_t i = 0; r == 0 && i < job->count; i++)
		r = specialize(job, i);
	if (r == 0)
		r = place(job);
	if (r == 0)
		r = join(job);
	return r < 0 ? r : translate(job);
}

/* ---- failures ---- */

static int fail_build(struct syb_ctx *ctx, const struct program_code *code, int r, const char *when)
{
	r = syb_fail(ctx, (enum syb_code) - r, SYB_NO_OFFSET, "build-failed", "module %zu could not be built for %s%s",
		     syb_module_index(code->parts[0]->bin), code->device->info.info.name, when);
	return code->log ? ctx_note_lines(ctx, r, code->log) : r;
}

/* Whether another attempt may succeed. */
static bool may_change(int r)
{
	return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED;
}

/* The driver's errors were reported as remarks; now that nothing else is left to try, the build fails. */
static int fail_refused(struct syb_ctx *ctx, const struct program_code *code, int r)
{
	if (r == -SYB_E_NOMEM)
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
				"no memory to build module %zu for %s", syb_module_index(code->parts[0]->bin),
				code->device->info.info.name);
	if (r == -SYB_E_CANCELLED)
		return syb_fail(ctx, SYB_E_CANCELLED, SYB_NO_OFFSET, "cancelled", "stopped on request");
	return fail_build(ctx, code, r, "");
}

/* ---- the cache ---- */

/* If SPIR-V is translated, code depends on the translator. */
static void add_translator(const struct job *job, struct store_key *key)
{
	char id[512] = "";

	if (job->code->device->info.formats & 1u << BE_SPIRV)
		return;
	syb_translator_id(id, sizeof(id));
	store_key_text(key, "translator", id);
}

/* Everything that the driver's result depends on. */
static struct store_key make_key(const struct job *job)
{
	const struct syb_rt_device_info *info = &job->code->device->info.info;
	const char *const device[] = {
		syb_version(),        syb_backend_name(info->backend), info->platform, info->name, info->vendor,
		info->driver_version, job->bundle->link_options
	};
	struct store_key key = { { 0 } };

	for (size_t i = 0; i < ARRAY_SIZE(device); i++)
		store_key_text(&key, "device", device[i] ? device[i] : "");
	for (size_t i = 0; i < job->count; i++) {
		const struct be_input *input = &job->inputs[i];

		store_key_add(&key, "image", input->bytes.ptr, input->bytes.len);
		store_key_text(&key, "options", input->options);
		for (size_t k = 0; k < input->spec_const_count; k++) {
			const struct be_spec_const *c = &input->spec_consts[k];

			store_key_add(&key, "id", &c->id, sizeof(c->id));
			store_key_add(&key, "value", c->value.ptr, c->value.len);
		}
	}
	add_translator(job, &key);
	return key;
}

static int load_cached(struct job *job, const struct store_key *key)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	struct program_code *code = job->code;
	uint64_t start = clock_ns();
	int r = cache_get(job->ctx, code->rt, key, &bytes);

	if (r <= 0)
		return r;
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(job->ctx);
		struct be_input input = { .format = BE_NATIVE, .bytes = buf_bytes(&bytes) };

		r = code->device->ops->build(job->ctx, code->device->be, &input, 1, "", &job->log, &code->be);
	}
	if (r == -SYB_E_CANCELLED)
		return fail_refused(job->ctx, code, r);
	if (r < 0) {
		if (!may_change(r)) /* written by another driver */
			cache_drop(code->rt, key);
		job->log.len = 0;
		return 0;
	}
	code->cached = true;
	bundle_time(job->bundle, STEP_LOAD, start);
	atomic_fetch_add(&job->bundle->cache_hits, 1);
	return 1;
}

static void store(struct job *job, const struct store_key *key)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(job->ctx);

		r = job->code->device->ops->binary(job->ctx, job->code->be, &bytes);
	}
	if (r == 0)
		cache_put(job->ctx, job->code->rt, key, buf_bytes(&bytes));
}

void program_range(struct program_code *code, uint64_t range)
{
	bool seen = false;

	if (!code->kept || !code->device->ops->refresh)
		return;
	pthread_mutex_lock(&code->lock);
	for (size_t i = 0; i < code->range_count && !seen; i++)
		seen = code->ranges[i] == range;
	if (!seen && code->range_count < ARRAY_SIZE(code->ranges)) {
		code->ranges[code->range_count++] = range;
		atomic_store(&code->grown, true);
	}
	pthread_mutex_unlock(&code->lock);
}

/* Another process may have added to the entry: what this one compiled is added to that. If both write at once, one
 * addition is lost, and is made again by the next process that compiles it. */
static int gather(struct syb_ctx *ctx, struct program_code *code, struct buf *own, struct buf *shared)
{
	const struct backend_ops *ops = code->device->ops;
	int r = ops->binary(ctx, code->be, own);

	if (r == 0)
		r = ops->refresh(ctx, code->be, own);
	if (r <= 0)
		return r;
	r = cache_get(ctx, code->rt, &code->key, shared);
	if (r > 0)
		return ops->refresh(ctx, code->be, shared);
	shared->len = 0;
	return buf_add(ctx, shared, own->ptr, own->len) < 0 ? -SYB_E_NOMEM : 1;
}

void program_keep_again(struct syb_ctx *ctx, struct program_code *code)
{
	_cleanup_(buf_free) struct buf own = { 0 }, shared = { 0 };
	int r;

	if (!atomic_load_explicit(&code->grown, memory_order_relaxed) || !atomic_exchange(&code->grown, false))
		return;
	pthread_mutex_lock(&code->lock);
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx); /* the launch has worked */

		r = gather(ctx, code, &own, &shared);
	}
	if (r > 0)
		cache_put(ctx, code->rt, &code->key, buf_bytes(&shared));
	pthread_mutex_unlock(&code->lock);
}

/* ---- building ---- */

static int build(struct job *job)
{
	struct program_code *code = job->code;
	uint64_t start;
	int r = prepare(job);

	if (r < 0)
		return r;
	start = clock_ns();
	{
		/* reported below, with the log */
		_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(job->ctx, true);

		r = code->device->ops->build(job->ctx, code->device->be, job->inputs, job->count,
					     job->bundle->link_options, &job->log, &code->be);
	}
	job->refused = r < 0;
	bundle_time(job->bundle, job->count > 1 ? STEP_LINK : STEP_BUILD, start);
	atomic_fetch_add(&job->bundle->builds, 1);
	return r;
}

static int asserts_lost(struct job *job)
{
	static const char text[] = "cannot report assertions of kernels on %s: its memory has no addresses";
	const char *device = job->code->device->info.info.name;

	if (job->bundle->rt->strict)
		return syb_fail(job->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "kernel-assert", text, device);
	if (!atomic_exchange(&job->bundle->asserts_lost, true))
		syb_report(job->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "kernel-assert", text, device);
	return 0;
}

/* Add an image with the function that device code calls when an assertion fails. */
static int add_asserts(struct job *job)
{
	struct syb_rt_device *device = job->code->device;
	bool needed = false;
	int r = 0;

	for (size_t i = 0; r == 0 && i < job->count; i++)
		if (job->inputs[i].format == BE_SPIRV)
			r = asserts_redirect(job->ctx, &job->arena, &job->inputs[i].bytes, &needed);
	if (r < 0 || !needed)
		return r;
	job->inputs[job->count++] = (struct be_input){ .format = BE_SPIRV, .bytes = asserts_library(), .options = "" };
	job->code->asserts = device->info.has_usm; /* otherwise the recorded failure cannot be read */
	return device->info.has_usm ? 0 : asserts_lost(job);
}

static int make(struct job *job)
{
	struct program_code *code = job->code;
	bool cached;
	struct store_key key;
	int r = 0;

	job->inputs = arena_array(job->ctx, &job->arena, code->part_count + 1, sizeof(*job->inputs));
	job->files = arena_array(job->ctx, &job->arena, code->part_count + 2, sizeof(struct syb_file *));
	job->count = code->part_count;
	if (!job->inputs || !job->files)
		return -SYB_E_NOMEM;
	r = bundle_files(job->ctx, job->bundle);
	for (size_t i = 0; r == 0 && i < code->part_count; i++)
		r = choose_input(job, i);
	if (r == 0)
		r = add_asserts(job);
	if (r < 0)
		return r;
	/* native code that was placed contains addresses of this process */
	cached = *code->rt->cache_dir && !(code->native && code->part_count == 1) && !globals_are_placed(code);
	if (cached) {
		key = make_key(job);
		code->kept = true;
		code->key = key;
		r = load_cached(job, &key);
		if (r != 0)
			return r < 0 ? r : 0;
	}
	r = build(job);
	if (r == 0 && cached)
		store(job, &key);
	return r;
}

/* Append the driver's log to that of this attempt. */
static void keep_log(struct job *job)
{
	_cleanup_(buf_free) struct buf all = { 0 };
	struct program_code *code = job->code;
	struct buf *log = &job->log;

	while (log->len && (log->ptr[log->len - 1] == '\n' || log->ptr[log->len - 1] == ' '))
		log->len--;
	if (log->len == 0)
		return;
	if (code->log && buf_printf(job->ctx, &all, "%s\n", code->log) < 0)
		return;
	if (buf_add(job->ctx, &all, log->ptr, log->len) == 0)
		code->log = arena_string(job->ctx, &code->arena, all.ptr, all.len);
}

/* Native code for this architecture may still be rejected by this driver: then the module's IR is built. 1: there is
 * none. */
static int try_ir(struct job *failed)
{
	_cleanup_(job_drop) struct job job = {
		.ctx = failed->ctx, .bundle = failed->bundle, .code = failed->code, .prefer_ir = true
	};
	struct program_code *code = failed->code;
	_cleanup_(match_drop) struct match match = { 0 };
	int r = match_module(job.ctx, &job.arena, job.bundle, code->parts[0], code->device, true, &match);

	if (r < 0 || !match.image || match.format == BE_NATIVE)
		return r < 0 ? r : 1;
	r = make(&job);
	keep_log(&job);
	if (r == 0)
		syb_report(job.ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "native-refused",
			   "%s rejected the native code of module %zu: it was built from IR instead",
			   code->device->info.info.name, syb_module_index(code->parts[0]->bin));
	failed->refused = job.refused;
	return r;
}

/* Reset the state before another attempt, except for the log. */
static void undo(struct program_code *code)
{
	if (code->be)
		code->device->ops->program_close(code->be);
	globals_unplace(code);
	code->be = NULL;
	code->image = NULL;
	code->native = code->cached = code->stale = code->asserts = code->kept = false;
}

static int try(struct syb_ctx *ctx, struct syb_bundle *bundle, struct program_code *code)
{
	_cleanup_(job_drop) struct job job = { .ctx = ctx, .bundle = bundle, .code = code };
	int r, again = 1;

	code->log = NULL;
	r = make(&job);
	keep_log(&job);
	if (r < 0 && job.refused && code->native && !may_change(r)) {
		undo(code);
		again = try_ir(&job);
	}
	if (again <= 0)
		r = again;
	if (r == 0)
		r = globals_attach(ctx, bundle, code);
	else if (job.refused)
		r = fail_refused(ctx, code, r);
	if (r < 0)
		undo(code);
	code->tried = r == 0 || (job.refused && !may_change(r));
	code->error = r;
	return r;
}

/* A caller that can be cancelled must not block on the lock while another thread builds. */
static int lock(struct syb_ctx *ctx, struct program_code *code)
{
	if (!driver_may_stop(ctx)) {
		pthread_mutex_lock(&code->lock);
		return 0;
	}
	while (pthread_mutex_trylock(&code->lock) != 0) {

		TRY(ctx_cancelled(ctx));
		driver_pause();
	}
	return 0;
}

int program_get(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		struct module *const *parts, size_t count, struct program_code **out_code)
{
	struct program_code *code = NULL;
	int r;

	if (!device->ops)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-profile",
				"%s is a profile: nothing can be built or launched for it", device->info.info.name);
	pthread_mutex_lock(&bundle->lock);
	r = find_or_add(ctx, bundle, device, parts, count, &code);
	pthread_mutex_unlock(&bundle->lock);
	if (r == 0)
		r = lock(ctx, code);
	if (r < 0)
		return r;
	if (!code->tried)
		r = try(ctx, bundle, code);
	else if (code->error)
		r = fail_build(ctx, code, code->error, " before");
	pthread_mutex_unlock(&code->lock);
	if (r == 0)
		*out_code = code;
	return r;
}
