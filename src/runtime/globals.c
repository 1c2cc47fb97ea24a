/* runtime/globals.c — device globals: variables of device code, copied to and from by name.
 *
 * With image scope, the variable itself is in the image, and each program has its own. Otherwise the image contains a
 * pointer to device memory that all images share: it is allocated once per bundle and device, zeroed, and its address
 * is stored in each program when that is built.
 *
 * Some drivers cannot access variables and give each kernel a copy of them (PoCL). If such a driver does not accept
 * SPIR-V, the module is changed before translation, so that its variables are in memory that the runtime allocates. */
#include "asserts.h"
#include "names.h"

#include "base/file.h"
#include "term/nearest.h"
#include <sybil/translate.h>

static const char *mapped_name(const struct syb_module_info *info, struct arena *arena, struct syb_ctx *ctx,
			       const char *id)
{
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = info->program_metadata[i];
		struct syb_bytes bytes;

		if (!str_eq(m->kernel, id) || !str_eq(m->key, "global_id_mapping"))
			continue;
		bytes = syb_prop_bytes(m->prop);
		return arena_string(ctx, arena, bytes.ptr, strnlen((const char *)bytes.ptr, bytes.len));
	}
	return id;
}

/* By the unique id, or by the symbol in the device code. */
static int find_in(struct syb_ctx *ctx, struct arena *arena, struct module *module, const char *name,
		   const struct syb_device_global **out_global, const char **out_symbol)
{
	const struct syb_module_info *info = NULL;

	TRY(module_info(ctx, module, &info));
	for (size_t i = 0; i < info->device_global_count; i++) {
		const char *symbol = mapped_name(info, arena, ctx, info->device_globals[i]->name);

		if (!symbol)
			return -SYB_E_NOMEM;
		if (!str_eq(info->device_globals[i]->name, name) && !str_eq(symbol, name))
			continue;
		*out_global = info->device_globals[i];
		*out_symbol = symbol;
		return 0;
	}
	return -SYB_E_NOTFOUND;
}

/* ---- memory of globals without image scope ---- */

/* One allocation for each device and name, on first use. */
static int shared_memory(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
			 const struct syb_device_global *global, struct global_memory **out)
{
	struct global_memory *g;
	int r = 0;

	pthread_mutex_lock(&bundle->lock);
	for (g = bundle->globals; g; g = g->next)
		if (g->device == device && str_eq(g->name, global->name))
			break;
	if (!g) {
		g = arena_alloc(ctx, &bundle->arena, sizeof(*g));
		r = g ? memory_new(ctx, device, NULL, global->size ? global->size : 1, &g->address) : -SYB_E_NOMEM;
		if (r == 0) {
			g->name = global->name;
			g->device = device;
			g->bytes = global->size;
			g->next = bundle->globals;
			bundle->globals = g;
		}
	}
	pthread_mutex_unlock(&bundle->lock);
	*out = g;
	return r;
}

void globals_drop(struct syb_bundle *bundle)
{
	for (struct global_memory *g = bundle->globals; g; g = g->next) {
		struct syb_ctx quiet = rt_quiet(bundle->from);

		(void)!g->device->ops->free(&quiet, g->device->be, g->address);
	}
}

/* ---- variables in memory of the runtime ---- */

bool globals_are_placed(const struct program_code *code)
{
	uint32_t formats = code->device->info.formats;
	bool placed = code->asserts;

	if (code->native || formats & 1u << BE_SPIRV || !(formats & 1u << BE_BITCODE))
		return false;
	for (size_t p = 0; p < code->part_count; p++)
		placed |= part_info(code->parts[p])->device_global_count > 0;
	return placed;
}

static struct placed *find_placed(const struct program_code *code, const char *symbol)
{
	for (size_t i = 0; i < code->placed_count; i++)
		if (str_eq(code->placed[i].symbol, symbol))
			return &code->placed[i];
	return NULL;
}

void globals_unplace(struct program_code *code)
{
	for (size_t i = 0; i < code->placed_count; i++) {
		struct syb_ctx quiet = rt_quiet(code->from);

		(void)!code->device->ops->free(&quiet, code->device->be, code->placed[i].address);
	}
	code->placed_count = 0;
}

static int place_one(struct syb_ctx *ctx, struct program_code *code, const char *symbol, size_t bytes)
{
	struct placed *placed = &code->placed[code->placed_count];
	int r;

	if (find_placed(code, symbol))
		return 0;
	*placed = (struct placed){ .symbol = symbol, .bytes = bytes, .initial = arena_alloc(ctx, &code->arena, bytes) };
	if (!placed->initial)
		return -SYB_E_NOMEM;
	r = code->device->ops->alloc(ctx, code->device->be, SYB_MEM_DEVICE, bytes, &placed->address);
	code->placed_count += r == 0;
	return r;
}

int globals_start(struct syb_ctx *ctx, struct program_code *code)
{
	_cleanup_(syb_queue_close_p) struct syb_queue *queue = NULL;

	TRY(syb_queue_open(ctx, code->device, NULL, &queue));
	for (size_t i = 0; i < code->placed_count; i++)
		TRY(syb_mem_copy(ctx, queue, code->placed[i].address, code->placed[i].initial, code->placed[i].bytes,
				 NULL, 0, NULL));
	return syb_queue_wait(ctx, queue);
}

int globals_reserve(struct syb_ctx *ctx, struct program_code *code)
{
	size_t most = code->asserts;
	int r = 0;

	if (!code->device->info.has_usm)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-global",
				"device globals cannot be placed: memory of %s has no addresses",
				code->device->info.info.name);
	for (size_t p = 0; p < code->part_count; p++)
		most += part_info(code->parts[p])->device_global_count;
	code->placed = arena_array(ctx, &code->arena, most, sizeof(*code->placed));
	if (!code->placed)
		return -SYB_E_NOMEM;
	for (size_t p = 0; p < code->part_count; p++) {
		const struct syb_module_info *info = part_info(code->parts[p]);

		for (size_t i = 0; r == 0 && i < info->device_global_count; i++) {
			const struct syb_device_global *global = info->device_globals[i];
			const char *symbol = mapped_name(info, &code->arena, ctx, global->name);
			size_t bytes = global->image_scope ? global->size : sizeof(void *);

			r = symbol ? place_one(ctx, code, symbol, bytes ? bytes : 1) : -SYB_E_NOMEM;
		}
	}
	return r == 0 && code->asserts ? place_one(ctx, code, asserts_symbol, asserts_bytes) : r;
}

int globals_place(struct syb_ctx *ctx, struct program_code *code, struct syb_bytes spirv, struct syb_file **out_file)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_spirv_variable *variables = arena_array(ctx, &scratch, code->placed_count, sizeof(*variables));
	int r = variables ? out_scratch(ctx, &out) : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < code->placed_count; i++) {
		const struct placed *placed = &code->placed[i];

		variables[i] = (struct syb_spirv_variable){ placed->symbol, (uintptr_t)placed->address, placed->initial,
							    placed->bytes };
	}
	if (r == 0)
		r = syb_spirv_place(ctx, spirv, variables, code->placed_count, out);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

/* Turn a transfer of a variable into one of memory. */
static void redirect(struct be_transfer *what, void *address)
{
	if (what->kind == BE_TO_SYMBOL)
		what->to = (char *)address + what->offset;
	else
		what->from = (const char *)address + what->offset;
	what->kind = BE_COPY;
}

int globals_transfer(struct syb_ctx *ctx, struct syb_queue *queue, struct program_code *code, struct be_transfer *what)
{
	const struct placed *placed = find_placed(code, what->symbol);

	what->program = code->be;
	if (placed && (what->offset > placed->bytes || what->bytes > placed->bytes - what->offset))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global",
				"%zu bytes at offset %zu exceed %s, which has %zu", what->bytes, what->offset,
				what->symbol, placed->bytes);
	if (placed)
		redirect(what, placed->address);
	return queue->device->ops->transfer(ctx, queue->be, what, NULL, 0, NULL);
}

/* ---- pointers in variables ---- */

static int put_address(struct syb_ctx *ctx, struct program_code *code, const char *symbol, const void *address)
{
	_cleanup_(syb_queue_close_p) struct syb_queue *queue = NULL;
	struct be_transfer what = {
		.kind = BE_TO_SYMBOL, .from = &address, .bytes = sizeof(address), .symbol = symbol
	};

	TRY(syb_queue_open(ctx, code->device, NULL, &queue));
	TRY(globals_transfer(ctx, queue, code, &what));
	return syb_queue_wait(ctx, queue);
}

static int attach(struct syb_ctx *ctx, struct syb_bundle *bundle, struct program_code *code, const char *symbol,
		  const struct syb_device_global *global)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	struct global_memory *memory;

	TRY(shared_memory(ctx, bundle, code->device, global, &memory));
	return put_address(ctx, code, symbol, memory->address);
}

static int fail_attach(struct syb_ctx *ctx, const struct program_code *code, const char *name, int r)
{
	return syb_fail(ctx, (enum syb_code) - r, SYB_NO_OFFSET, "device-global",
			"cannot access device global %s in the program of module %zu on %s", name,
			syb_module_index(code->parts[0]->bin), code->device->info.info.name);
}

/* A kernel that uses an unset pointer crashes the process. Variables that the program lacks were optimised away. */
int globals_attach(struct syb_ctx *ctx, struct syb_bundle *bundle, struct program_code *code)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	int r = 0;

	for (size_t p = 0; r == 0 && p < code->part_count; p++) {
		const struct syb_module_info *info = part_info(code->parts[p]);

		for (size_t i = 0; r == 0 && i < info->device_global_count; i++) {
			const struct syb_device_global *global = info->device_globals[i];
			const char *symbol;

			if (global->image_scope)
				continue;
			symbol = mapped_name(info, &scratch, ctx, global->name);
			r = symbol ? attach(ctx, bundle, code, symbol, global) : -SYB_E_NOMEM;
			if (r == -SYB_E_NOTFOUND)
				r = 0;
			else if (r < 0)
				r = fail_attach(ctx, code, global->name, r);
		}
	}
	return r;
}

/* ---- copies ---- */

struct place {
	const struct syb_device_global *global;
	const char *symbol;
	struct module *module;
};

static int fail_scope(struct syb_ctx *ctx, const char *name)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global",
			"%s has image scope, and several images have it: pass a kernel to choose one", name);
}

/* Modules with the same kernels are alternatives: a device uses the first one that it supports. */
static bool same_kernels(const struct module *a, const struct module *b)
{
	const struct syb_module_info *x = part_info(a), *y = part_info(b);
	bool same = x->kernel_count == y->kernel_count && x->kernel_count > 0;

	for (size_t i = 0; same && i < x->kernel_count; i++)
		same = str_eq(x->kernels[i], y->kernels[i]);
	return same;
}

static bool takes(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device, struct module *module)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct module **parts;
	size_t count;

	return check_kernel(ctx, &scratch, bundle, device, module, part_info(module)->kernels[0], &parts, &count) == 0;
}

/* ---- names ---- */

/* Unique ids of variables with internal linkage have a prefix and ___ before the mangled name. */
static const char *mangled_part(const char *id)
{
	const char *found = strstr(id, "____Z");

	return found && spelling_mangled(found + 3) ? found + 3 : id;
}

struct spelled {
	const char *name;       /* as given */
	const char *id, *other; /* the first unique id with this name, and another one */
	struct nearest best;
};

static int compare(struct syb_ctx *ctx, struct arena *arena, const struct syb_module_info *info, struct spelled *s)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	for (size_t i = 0; i < info->device_global_count && r == 0; i++) {
		const char *id = info->device_globals[i]->name, *spelling;

		r = spelling_plain(ctx, &text, mangled_part(id));
		spelling = r == 0 ? arena_string(ctx, arena, text.ptr, text.len - 1) : NULL;
		if (!spelling)
			return r < 0 ? r : -SYB_E_NOMEM;
		nearest_try(&s->best, s->name, *spelling ? spelling : id);
		if (!str_eq(spelling, s->name) || (s->id && str_eq(s->id, id)))
			continue;
		*(s->id ? &s->other : &s->id) = id;
	}
	return r;
}

/* The unique id of a global, by its name in the source. */
static int find_spelled(struct syb_ctx *ctx, struct arena *arena, struct module **modules, size_t count,
			const char *name, const char **out_id)
{
	struct spelled s = { .name = name, .best = { NULL, SIZE_MAX } };

	for (size_t i = 0; i < count; i++) {
		const struct syb_module_info *info = NULL;

		TRY(module_info(ctx, modules[i], &info));
		TRY(compare(ctx, arena, info, &s));
	}
	if (!s.id)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "device-global",
				"no device global is named %s" NEAREST_HINT, name, NEAREST_ARGS(s.best.name));
	if (s.other)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global", "%s is ambiguous: it can be %s or %s",
				name, s.id, s.other);
	*out_id = s.id;
	return 0;
}

static bool is_known(struct syb_ctx *ctx, struct arena *arena, struct module **modules, size_t count, const char *name)
{
	const struct syb_device_global *global;
	const char *symbol;

	for (size_t i = 0; i < count; i++)
		if (find_in(ctx, arena, modules[i], name, &global, &symbol) != -SYB_E_NOTFOUND)
			return true; /* or an error, which occurs again later */
	return false;
}

static int find(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		struct syb_kernel *kernel, const char *name, struct place *out)
{
	struct module **modules = kernel ? kernel->code->parts : bundle->modules;
	size_t count = kernel ? kernel->code->part_count : bundle->module_count;
	struct place place = { 0 };
	int r = is_known(ctx, arena, modules, count, name) ? 0 : find_spelled(ctx, arena, modules, count, name, &name);

	for (size_t i = 0; i < count && r == 0; i++) {
		struct place other = { .module = modules[i] };

		r = find_in(ctx, arena, modules[i], name, &other.global, &other.symbol);
		if (r == -SYB_E_NOTFOUND) {
			r = 0;
			continue;
		}
		if (r < 0)
			return r;
		if (place.global && place.global->image_scope) {
			if (!same_kernels(place.module, other.module))
				return fail_scope(ctx, name);
			if (!takes(ctx, bundle, device, place.module))
				place = other;
		}
		if (!place.global)
			place = other;
	}
	*out = place;
	return r;
}

static int check_range(struct syb_ctx *ctx, const struct place *place, const char *name, size_t offset, size_t bytes)
{
	if (bytes && offset <= place->global->size && bytes <= place->global->size - offset)
		return 0;
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global",
			"%zu bytes at offset %zu exceed %s, which has %u", bytes, offset, name,
			(unsigned)place->global->size);
}

/* The program that has it: the kernel's, or the module's own, built now. */
static int find_program(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_kernel *kernel,
			struct syb_rt_device *device, const struct place *place, struct program_code **out_code)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct module **parts;
	size_t count;
	int r;

	if (kernel) {
		*out_code = kernel->code;
		return 0;
	}
	r = check_kernel(ctx, &scratch, bundle, device, place->module, place->global->name, &parts, &count);
	return r < 0 ? r : program_get(ctx, bundle, device, parts, count, out_code);
}

static int copy(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle, struct syb_kernel *kernel,
		const char *name, struct be_transfer *what)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct program_code *code = NULL;
	struct place place = { 0 };
	int r = bundle_has_device(ctx, bundle, queue->device);

	if (r == 0)
		r = find(ctx, &scratch, bundle, queue->device, kernel, name, &place);
	if (r == 0)
		r = check_range(ctx, &place, name, what->offset, what->bytes);
	if (r == 0)
		r = find_program(ctx, bundle, kernel, queue->device, &place, &code);
	if (r < 0)
		return r;
	if (place.global->image_scope) {
		what->symbol = place.symbol;
		r = globals_transfer(ctx, queue, code, what);
	} else {
		struct global_memory *memory = NULL;

		r = attach(ctx, bundle, code, place.symbol, place.global);
		if (r < 0 && r != -SYB_E_NOTFOUND) /* other programs may have it */
			return fail_attach(ctx, code, place.global->name, r);
		r = shared_memory(ctx, bundle, queue->device, place.global, &memory);
		if (r < 0)
			return r;
		redirect(what, memory->address);
		r = queue->device->ops->transfer(ctx, queue->be, what, NULL, 0, NULL);
	}
	return r < 0 ? r : syb_queue_wait(ctx, queue);
}

int syb_global_write(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle, struct syb_kernel *kernel,
		     const char *name, size_t offset, const void *value, size_t bytes)
{
	struct be_transfer what = { .kind = BE_TO_SYMBOL, .from = value, .bytes = bytes, .offset = offset };

	return copy(ctx, queue, bundle, kernel, name, &what);
}

int syb_global_read(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle, struct syb_kernel *kernel,
		    const char *name, size_t offset, void *out_value, size_t bytes)
{
	struct be_transfer what = { .kind = BE_FROM_SYMBOL, .to = out_value, .bytes = bytes, .offset = offset };

	return copy(ctx, queue, bundle, kernel, name, &what);
}

int syb_global_size(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_bundle *bundle, struct syb_kernel *kernel,
		    const char *name, size_t *out_bytes)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct place place = { 0 };

	TRY(bundle_has_device(ctx, bundle, queue->device));
	TRY(find(ctx, &scratch, bundle, queue->device, kernel, name, &place));
	*out_bytes = place.global->size;
	return 0;
}
