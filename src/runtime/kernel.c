/* runtime/kernel.c — kernels by name: checked, built, with arguments numbered as in the source. */
#include "names.h"
#include "queue.h"

#include "base/number.h"
#include "base/span.h"

#include <inttypes.h>

void syb_kernel_free(struct syb_kernel *kernel)
{
	if (!kernel || atomic_fetch_sub(&kernel->refs, 1) != 1)
		return;
	if (kernel->be)
		kernel->device->ops->kernel_close(kernel->be);
	for (size_t i = 0; i < kernel->be_arg_count; i++)
		allocator_free(kernel->from, kernel->stores[i]);
	allocator_free(kernel->from, kernel->be_args);
	allocator_free(kernel->from, kernel->stores);
	allocator_free(kernel->from, kernel->rooms);
	program_drop(kernel->code);
	syb_bundle_close(kernel->bundle);
	arena_free(&kernel->arena);
	allocator_free(kernel->from, kernel);
}

const struct syb_native *syb_kernel_native(const struct syb_kernel *kernel)
{
	return (const struct syb_native *)kernel->be;
}

const struct syb_kernel_info *syb_kernel_info(const struct syb_kernel *kernel)
{
	return &kernel->info;
}

/* ---- facts in the package ---- */

/* The value of a fact about a kernel, as up to `most` numbers. */
static int read_numbers(struct syb_ctx *ctx, const struct syb_program_metadata *fact, size_t most, uint32_t out[3],
			size_t *out_count)
{
	struct span bytes;

	if (syb_prop_type(fact->prop) == SYB_PROP_U32) {
		out[0] = syb_prop_u32(fact->prop);
		*out_count = 1;
		return 0;
	}
	bytes = span_of(syb_prop_bytes(fact->prop), 0);
	if (bytes.len == 0 || bytes.len % 4 || bytes.len / 4 > most || syb_prop_bits(fact->prop) % 8)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "prop-shape",
				"%s@%s has %zu bytes, expected %s of 32 bits", fact->kernel, fact->key, bytes.len,
				most == 1 ? "one number" : "up to three numbers");
	for (size_t i = 0; i < bytes.len / 4; i++)
		out[i] = span_u32(bytes, 4 * i);
	*out_count = bytes.len / 4;
	return 0;
}

/* Numbers of `kernel@key`; none when the package does not have it. */
static int metadata(struct syb_ctx *ctx, const struct syb_module_info *info, const char *kernel, const char *key,
		    size_t most, uint32_t out[3], size_t *out_count)
{
	*out_count = 0;
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *fact = info->program_metadata[i];

		if (str_eq(fact->kernel, kernel) && str_eq(fact->key, key))
			return read_numbers(ctx, fact, most, out, out_count);
	}
	return 0;
}

/* Sizes are stated in the driver's order, which is the reverse of SYCL's. */
static int read_sizes(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_module_info *info)
{
	const struct syb_requirements *req = info->requirements;
	const struct syb_work_group_size *all = NULL;
	const char *name = kernel->info.name;
	uint32_t numbers[3] = { 0 };
	uint64_t sizes[3] = { 0 };
	size_t count = 0, has_dims = 0, has_sub_group = 0;
	int r = metadata(ctx, info, name, "reqd_work_group_size", 3, numbers, &count);

	for (size_t i = 0; i < count; i++)
		sizes[i] = numbers[i];
	if (r == 0 && count == 0)
		r = module_work_group(ctx, kernel->code->parts[0], &all);
	if (all) {
		count = all->dims;
		memcpy(sizes, all->size, sizeof(sizes));
	}
	kernel->info.work_group_dims = count > 3 ? 3 : (uint32_t)count;
	if (r == 0)
		r = metadata(ctx, info, name, "work_group_num_dim", 1, numbers, &has_dims);
	if (has_dims)
		kernel->required_dims = numbers[0];
	else if (kernel->info.work_group_dims)
		kernel->required_dims = req->work_group_num_dim;
	if (kernel->required_dims > 3)
		kernel->required_dims = 3;
	/* trailing 1s were added as padding and are not dimensions of the source */
	if (kernel->required_dims && kernel->required_dims < kernel->info.work_group_dims)
		kernel->info.work_group_dims = kernel->required_dims;
	for (uint32_t i = 0; i < kernel->info.work_group_dims; i++)
		kernel->info.work_group_size[i] = sizes[kernel->info.work_group_dims - 1 - i];
	if (r == 0)
		r = metadata(ctx, info, name, "reqd_sub_group_size", 1, numbers, &has_sub_group);
	kernel->info.sub_group_size = has_sub_group ? numbers[0] : req->sub_group_size;
	return r;
}

/* ---- arguments of the source → arguments of the device code ---- */

enum { MOST_ARGS = 1 << 16 };

static int grow(struct syb_ctx *ctx, struct syb_kernel *kernel, size_t count)
{
	while (kernel->be_arg_count < count) {
		size_t room = kernel->be_arg_room, again = room;
		int r = VEC_PUSH(ctx, kernel->stores, kernel->be_arg_count, room);

		room = again;
		if (r == 0)
			r = VEC_PUSH(ctx, kernel->rooms, kernel->be_arg_count, room);
		if (r == 0)
			r = VEC_PUSH(ctx, kernel->be_args, kernel->be_arg_count, again);
		if (r < 0)
			return r;
		kernel->be_arg_room = again;
		kernel->stores[kernel->be_arg_count] = NULL;
		kernel->rooms[kernel->be_arg_count] = 0;
		kernel->be_args[kernel->be_arg_count++] = (struct be_arg){ .kind = BE_ARG_NONE };
	}
	return 0;
}

static bool is_removed(const struct syb_kernel_args *mask, uint64_t i)
{
	return i / 8 < mask->mask.len && mask->mask.ptr[i / 8] >> i % 8 & 1;
}

static const struct syb_kernel_args *find_mask(const struct syb_module_info *info, const char *kernel)
{
	for (size_t i = 0; i < info->removed_args_count; i++)
		if (str_eq(info->removed_args[i]->kernel, kernel))
			return info->removed_args[i];
	return NULL;
}

/* The position of the implicit local argument in the device code; NO_PLACE: none. */
static uint32_t find_implicit(const struct syb_module_info *info, const char *kernel)
{
	for (size_t i = 0; i < info->implicit_local_arg_count; i++)
		if (str_eq(info->implicit_local_args[i]->kernel, kernel) &&
		    info->implicit_local_args[i]->value < MOST_ARGS)
			return info->implicit_local_args[i]->value;
	return NO_PLACE;
}

/* The position of the argument that points to specialization constants; NO_PLACE: none. */
static int find_specs(struct syb_ctx *ctx, const struct syb_module_info *info, const char *kernel, uint32_t *out_place)
{
	uint32_t numbers[3] = { 0 };
	size_t count;
	int r = metadata(ctx, info, kernel, "spec_constants_arg", 1, numbers, &count);

	*out_place = r == 0 && count && numbers[0] < MOST_ARGS ? numbers[0] : NO_PLACE;
	return r;
}

/* The arguments of the source, each with its position. They do not include implicit ones, although masks have a bit for
 * constants and, with some compilers, a last bit for local memory. */
static int place_args(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_kernel_args *mask, bool counted)
{
	const size_t implicit = kernel->implicit_local, specs = kernel->spec_arg;
	size_t place = 0, count = 0;

	kernel->args = arena_array(ctx, &kernel->arena, kernel->arg_count, sizeof(*kernel->args));
	if (!kernel->args)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < kernel->arg_count; i++) {
		bool removed = mask && is_removed(mask, i);

		if (!counted && place == implicit)
			place++;
		if (removed || place != specs)
			kernel->args[count++] =
				(struct arg){ .removed = removed, .place = place, .set = counted && place == implicit };
		place += !removed;
	}
	kernel->arg_count = count;
	if (counted && kernel->arg_count && kernel->args[kernel->arg_count - 1].set)
		kernel->arg_count--;
	return 0;
}

/* The number of bits of a mask that are for arguments. A mask of whole bytes may end in padding, because base64 has no
 * bit count; the number is that of removed arguments plus that of the driver. */
static size_t mask_bits(const struct syb_kernel_args *mask, const struct be_kernel_info *built)
{
	size_t all = (size_t)mask->bits, removed = 0, last = 0, count;

	for (size_t i = 0; i < all; i++)
		if (is_removed(mask, i)) {
			removed++;
			last = i + 1;
		}
	count = removed + built->arg_count;
	return all % 8 == 0 && built->args_known && count >= last && count < all && all - count < 8 ? count : all;
}

static int number_args(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_module_info *info,
		       const struct be_kernel_info *built)
{
	const struct syb_kernel_args *mask = find_mask(info, kernel->info.name);
	bool implicit, counted;
	size_t kept = 0;

	kernel->implicit_local = find_implicit(info, kernel->info.name);
	TRY(find_specs(ctx, info, kernel->info.name, &kernel->spec_arg));
	implicit = kernel->implicit_local != NO_PLACE;
	if (mask && mask->bits > MOST_ARGS)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "kernel-argument", "%s: too many arguments",
				kernel->info.name);
	if (implicit && built->args_known && kernel->implicit_local >= built->arg_count)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "kernel-argument",
				"%s: by the package, argument %u is local memory, but the driver reports %u arguments",
				kernel->info.name, (unsigned)kernel->implicit_local, (unsigned)built->arg_count);
	if (kernel->spec_arg != NO_PLACE && built->args_known && kernel->spec_arg >= built->arg_count)
		return syb_fail(
			ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "kernel-argument",
			"%s: by the package, argument %u is for specialization constants, but the driver reports "
			"%u arguments",
			kernel->info.name, (unsigned)kernel->spec_arg, (unsigned)built->arg_count);
	kernel->info.args_known = mask || built->args_known;
	kernel->arg_count = mask ? mask_bits(mask, built) : built->arg_count;
	for (size_t i = 0; i < kernel->arg_count; i++)
		kept += !(mask && is_removed(mask, i));
	counted = implicit && (mask && built->args_known ? kept == built->arg_count : kernel->implicit_local < kept);
	if (implicit && !mask && built->args_known) { /* the driver counts it, the source does not */
		kernel->arg_count--;
		kept--;
		counted = false;
	}
	TRY(place_args(ctx, kernel, mask, counted));
	kernel->info.arg_count = (uint32_t)kernel->arg_count;
	kept += implicit && !counted;
	if (implicit && kernel->implicit_local >= kept)
		kept = kernel->implicit_local + 1;
	if (kernel->spec_arg != NO_PLACE && kernel->spec_arg >= kept)
		kept = kernel->spec_arg + 1;
	if (mask && built->args_known && kept != built->arg_count)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "kernel-argument",
			   "%s: by the package, %zu arguments of %zu remain, but the driver reports %u",
			   kernel->info.name, kept, kernel->arg_count, (unsigned)built->arg_count);
	return grow(ctx, kernel, kept);
}

/* Some drivers crash if a number is passed as an address, so arguments are compared with the SPIR-V first. Types
 * without a known size, such as images, are left to the driver. */
static int check_arg(struct syb_ctx *ctx, const struct syb_kernel *kernel, uint32_t index, size_t place,
		     enum be_arg_kind kind, size_t bytes)
{
	const struct syb_spirv_param *p =
		kernel->spirv && place < kernel->spirv->param_count ? kernel->spirv->params[place] : NULL;
	bool local = p && p->address && str_eq(p->address, "local");

	if (!p || (p->address && !local && !str_eq(p->address, "global") && !str_eq(p->address, "constant")))
		return 0;
	if (p->address && kind != (local ? BE_ARG_LOCAL : BE_ARG_POINTER))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"argument %u of %s is a pointer to %s memory", (unsigned)index, kernel->info.name,
				p->address);
	if (p->address || p->bytes == 0 || (kind == BE_ARG_VALUE && (bytes == 0 || bytes == p->bytes)))
		return 0;
	if (kind != BE_ARG_VALUE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"argument %u of %s is passed by value (%s, %" PRIu64 " bytes)", (unsigned)index,
				kernel->info.name, p->type, p->bytes);
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
			"argument %u of %s takes %" PRIu64 " bytes (%s), not %zu", (unsigned)index, kernel->info.name,
			p->bytes, p->type, bytes);
}

/* The position of an argument in device code from which none was removed: implicit arguments come between. */
static size_t count_implicit(const struct syb_kernel *kernel, uint32_t index)
{
	uint32_t a = kernel->implicit_local, b = kernel->spec_arg;
	size_t place = index;

	place += place >= (a < b ? a : b);
	return place + (place >= (a < b ? b : a));
}

/* The index in the device code of an argument of the source; SIZE_MAX if it was removed. */
static int find_arg(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, enum be_arg_kind kind, size_t bytes,
		    size_t *out_place)
{
	enum { MOST = 4096 };
	int r;

	if (!kernel->info.args_known && index < MOST) {
		*out_place = count_implicit(kernel, index);
		r = check_arg(ctx, kernel, index, *out_place, kind, bytes);
		return r < 0 ? r : grow(ctx, kernel, *out_place + 1);
	}
	if (index >= kernel->arg_count)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"%s has %zu argument%s: argument %u does not exist", kernel->info.name,
				kernel->arg_count, PLURAL(kernel->arg_count), (unsigned)index);
	*out_place = kernel->args[index].removed ? SIZE_MAX : kernel->args[index].place;
	r = check_arg(ctx, kernel, index, *out_place, kind, bytes);
	kernel->args[index].set |= r == 0;
	return r;
}

/* The buffer of an argument grows to its longest value and is reused. */
static int keep(struct syb_ctx *ctx, struct syb_kernel *kernel, size_t place, const void *value, size_t bytes)
{
	if (bytes > kernel->rooms[place]) {
		void *grown = mem_realloc(ctx, kernel->stores[place], bytes);

		if (!grown)
			return -SYB_E_NOMEM;
		kernel->stores[place] = grown;
		kernel->rooms[place] = bytes;
	}
	memcpy(kernel->stores[place], value, bytes);
	return 0;
}

int syb_kernel_arg(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, const void *value, size_t bytes)
{
	size_t place = 0;
	int r = find_arg(ctx, kernel, index, BE_ARG_VALUE, bytes, &place);

	if (r < 0 || place == SIZE_MAX)
		return r;
	if (bytes == 0 || !value)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"the value of argument %u of %s is empty", (unsigned)index, kernel->info.name);
	r = keep(ctx, kernel, place, value, bytes);
	if (r < 0)
		return r;
	kernel->be_args[place] = (struct be_arg){ BE_ARG_VALUE, kernel->stores[place], bytes };
	kernel->args_changed = true;
	return 0;
}

int syb_kernel_arg_pointer(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, const void *address)
{
	size_t place = 0;
	int r = find_arg(ctx, kernel, index, BE_ARG_POINTER, 0, &place);

	if (r < 0 || place == SIZE_MAX)
		return r;
	kernel->be_args[place] = (struct be_arg){ BE_ARG_POINTER, address, sizeof(address) };
	kernel->args_changed = true;
	return 0;
}

int syb_kernel_arg_local(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index, size_t bytes)
{
	size_t place = 0;
	int r = find_arg(ctx, kernel, index, BE_ARG_LOCAL, bytes, &place);

	if (r < 0 || place == SIZE_MAX)
		return r;
	if (bytes == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"argument %u of %s: the size of local memory is 0", (unsigned)index, kernel->info.name);
	kernel->be_args[place] = (struct be_arg){ BE_ARG_LOCAL, NULL, bytes };
	kernel->args_changed = true;
	return 0;
}

/* ---- emulated specialization constants ---- */

/* Copy the values of all constants of the module to the device, once for all its kernels. */
static int hold_specs(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_module_info *info)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct program_code *code = kernel->code;
	struct syb_bytes values = { 0 };
	int r = program_spec_values(ctx, &scratch, kernel->bundle, info, &values);

	if (r < 0)
		return r;
	pthread_mutex_lock(&code->lock);
	if (!code->spec_buffer)
		r = memory_new(ctx, kernel->device, values.ptr, values.len, &code->spec_buffer);
	pthread_mutex_unlock(&code->lock);
	return r;
}

/* The argument that the runtime sets. A kernel may have it without any constants. */
static int give_specs(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_module_info *info)
{
	TRY(info->spec_const_count ? hold_specs(ctx, kernel, info) : 0);
	kernel->be_args[kernel->spec_arg] =
		(struct be_arg){ BE_ARG_POINTER, kernel->code->spec_buffer, sizeof(void *) };
	return 0;
}

int syb_kernel_arg_spec_consts(struct syb_ctx *ctx, struct syb_kernel *kernel, uint32_t index)
{
	struct program_code *code = kernel->code;
	const struct syb_module_info *info = part_info(code->parts[0]);

	if (info->spec_const_count == 0)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "spec-constant",
				"%s has no specialization constants", kernel->info.name);
	TRY(hold_specs(ctx, kernel, info));
	TRY(syb_kernel_arg_pointer(ctx, kernel, index, code->spec_buffer));
	kernel->wants_specs = false;
	return 0;
}

/* ---- syb_kernel_get ---- */

static int build_one(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		     const struct names_one *found, struct program_code **out_code)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct module **parts = NULL;
	size_t count = 0;
	int r = check_kernel(ctx, &scratch, bundle, device, found->module, found->kernel, &parts, &count);

	return r < 0 ? r : program_get(ctx, bundle, device, parts, count, out_code);
}

/* Of several modules that have the kernel, the first that the device can run and its driver accepts; if there is none,
 * the error is that of the first. */
static int choose(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		  const struct names_found *found, struct program_code **out_code, size_t *out_which)
{
	int r = -SYB_E_INCOMPATIBLE;

	for (size_t i = 0; found->count > 1 && i < found->count && (r == -SYB_E_INCOMPATIBLE || r == -SYB_E_DEVICE);
	     i++) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = build_one(ctx, bundle, device, &found->list[i], out_code);
		*out_which = i;
	}
	if (r == 0)
		return 0;
	*out_which = 0;
	return build_one(ctx, bundle, device, &found->list[0], out_code);
}

/* PoCL ends the process when it cannot write NAME.so. */
static int check_name(struct syb_ctx *ctx, const struct syb_rt_device *device, const char *name)
{
	const size_t most = 255 - strlen(".so");

	if (strlen(name) <= most || !match_is_pocl(device))
		return 0;
	return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed",
			"PoCL names files after kernels, which limits names to %zu characters: the name of kernel "
			"%.40s... has %zu",
			most, name, strlen(name));
}

static int kernel_new(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		      struct program_code *code, const char *name, struct syb_kernel **out_kernel)
{
	_cleanup_(syb_kernel_free_p) struct syb_kernel *kernel = mem_zalloc(ctx, sizeof(*kernel));
	const struct syb_module_info *info = part_info(code->parts[0]);
	struct be_kernel_info built = { 0 };
	int r;

	if (!kernel)
		return -SYB_E_NOMEM;
	kernel->from = allocator_of(ctx);
	atomic_init(&kernel->refs, 1);
	kernel->bundle = bundle_hold(bundle);
	kernel->code = program_hold(code);
	kernel->device = device;
	kernel->args_changed = true;
	kernel->info.name = name; /* from a view, valid as long as the bundle */
	r = check_name(ctx, device, name);
	if (r == 0)
		r = device->ops->kernel_open(ctx, code->be, name, &built, &kernel->be);
	if (r == 0)
		r = number_args(ctx, kernel, info, &built);
	if (r == 0 && kernel->spec_arg != NO_PLACE)
		r = give_specs(ctx, kernel, info);
	if (r == 0)
		r = module_kernel(ctx, code->parts[0], name, &kernel->spirv);
	if (r == 0)
		r = read_sizes(ctx, kernel, info);
	if (r < 0)
		return r;
	if (kernel->spirv && built.args_known && kernel->spirv->param_count != built.arg_count)
		kernel->spirv = NULL; /* native code comes from another compilation */
	kernel->info.max_work_group_size = built.max_work_group_size;
	kernel->info.preferred_multiple = built.preferred_multiple;
	kernel->info.private_bytes = built.private_bytes;
	kernel->info.local_bytes = built.local_bytes;
	kernel->info.native = code->native;
	kernel->wants_specs = code->stale;
	*out_kernel = steal(kernel);
	return 0;
}

int syb_kernel_get(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device, const char *name,
		   struct syb_kernel **out_kernel)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, *bundle->name ? bundle->name : NULL);
	_cleanup_(names_drop) struct names_found found = { 0 };
	struct program_code *code = NULL;
	size_t which = 0;
	int r = bundle_has_device(ctx, bundle, device);

	if (r == 0 && bundle->state == SYB_STATE_OBJECT)
		r = syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "bundle-state",
			     "the bundle is in state object: link it before getting its kernels");
	if (r == 0)
		r = bundle_files(ctx, bundle);
	if (r == 0)
		r = names_find(ctx, bundle, name, &found);
	if (r == 0)
		r = choose(ctx, bundle, device, &found, &code, &which);
	return r < 0 ? r : kernel_new(ctx, bundle, device, code, found.list[which].kernel, out_kernel);
}
