/* report/kernels.c — "devices", and the kernels of a file: by module for packages, else where they are found. Each has
 * its answers, the images it is in, and, where these are zebins, the resources that it takes. */
#include "document.h"

#include <sybil/filter.h>
#include <sybil/target.h>

#include <stdio.h>

enum { MOST_IMAGES = 1 << 14 }; /* that all kernels of a document may list */

/* ---- devices ---- */

void kernels_devices(struct report *x)
{
	for (size_t i = 0; i < x->opts.device_count; i++) {
		const struct syb_device *device = x->opts.devices[i];
		const char *origin = x->opts.device_origins ? x->opts.device_origins[i] : NULL;
		struct syb_value *map = value_map(x->rec, x->out.devices, NULL), *list;

		value_string(x->rec, map, "name", x->opts.device_names ? x->opts.device_names[i] : device->name);
		value_string(x->rec, map, "kind", origin ? "device" : device->file ? "profile" : "target");
		value_string(x->rec, map, "from", origin ? origin : device->file ? device->file : "built in");
		list = value_list(x->rec, map, "aspects");
		for (size_t k = 0; k < device->aspect_count; k++) {
			const struct syb_aspect_info *info = syb_aspect_find(device->aspects[k]);
			char number[16];

			snprintf(number, sizeof(number), "%u", syb_aspect_stated(device->aspects[k]));
			value_string(x->rec, list, NULL, info ? info->name : number);
		}
		if (device->may_support_other_aspects)
			value_bool(x->rec, map, "may_support_other_aspects", true);
		if (device->sub_group_size_count) {
			list = value_list(x->rec, map, "sub_group_sizes");
			for (size_t k = 0; k < device->sub_group_size_count; k++)
				value_uint(x->rec, list, NULL, device->sub_group_sizes[k]);
		}
		if (device->max_work_group_size)
			value_uint(x->rec, map, "max_work_group_size", device->max_work_group_size);
	}
}

/* ---- answers ---- */

/* The matrix of a file: of its packages or file table, or of the code outside of packages. */
struct judged {
	struct syb_record *record; /* NULL: not judged */
	const char *why_not;       /* NULL: there was nothing to judge */
	struct hash names;         /* kernel → its map */
	size_t *places;            /* by row: index into "answers", SIZE_MAX while unknown */
};

struct work {
	struct report *x;
	struct file *file;
	struct judged packages, bare;
	bool is_table, not_judged; /* not_judged: for the reason of the file */
	size_t package;            /* the current one */
	struct hash bare_names;    /* kernels of zebins outside of packages → index */
	struct hash names;         /* kernels of the current module → index */
	const char *arch;          /* of the current image */
};

static void drop(struct work *w)
{
	struct judged *both[] = { &w->packages, &w->bare };

	for (size_t i = 0; i < ARRAY_SIZE(both); i++) {
		syb_record_free(both[i]->record);
		hash_free(&both[i]->names);
	}
	hash_free(&w->bare_names);
	hash_free(&w->names);
}

/* A key that lives as long as the hash. */
static void put(struct report *x, struct hash *hash, const char *name, size_t value)
{
	size_t *stored;
	bool found;

	if (!failed(x))
		x->error = hash_put(x->ctx, hash, name, strlen(name), value, &stored, &found);
}

static void judge(struct work *w, bool bare, struct judged *out)
{
	struct report *x = w->x;
	const struct syb_matrix_opts opts = {
		.size = sizeof(opts), .name = w->file->in->name, .shared = true, .bare = bare
	};
	const struct syb_value *root;
	size_t count;
	int r;

	quiet_begin(x);
	r = quiet_end(
		x, false,
		syb_matrix(x->quiet, w->file->in->bytes, x->opts.devices, x->opts.device_count, &opts, &out->record));
	if (r < 0 && !is_fatal(r)) {
		out->why_not = report_copy(x, quiet_error(x) ? quiet_error(x)->text : "see the checks");
		if (!bare)
			quiet_list(x, w->file->index);
	}
	if (r < 0)
		return;
	root = syb_record_root(out->record);
	count = count_of(root, "rows");
	out->places = arena_array(x->ctx, &x->arena, count + 1, sizeof(size_t));
	if (!out->places) {
		x->error = -SYB_E_NOMEM;
		return;
	}
	memset(out->places, 0xff, (count + 1) * sizeof(size_t));
	EACH (kernel, get(root, "kernels"))
		put(x, &out->names, text_of(kernel, "name"), (size_t)kernel);
}

static enum answer answer_of(const struct syb_value *cell)
{
	if (!str_eq(text_of(cell, "answer"), "yes"))
		return str_eq(text_of(cell, "answer"), "no") ? ANSWER_NO : ANSWER_UNKNOWN;
	return str_eq(text_of(cell, "as"), "native") ? ANSWER_NATIVE : ANSWER_JIT;
}

static uint32_t verdict_of(struct report *x, const struct syb_value *cell)
{
	static const char *const names[] = {
		[ANSWER_NO] = "no", [ANSWER_UNKNOWN] = "unknown", [ANSWER_JIT] = "jit", [ANSWER_NATIVE] = "native"
	};
	const char *answer = names[answer_of(cell)], *image = text_of(cell, "image_name");
	const char *key = report_printf(x, "%s\n%s", answer, image);
	struct syb_value *map;
	size_t place;
	bool fresh;

	EACH (why, get(cell, "why"))
		key = report_printf(x, "%s\n%s", key, syb_value_string(why));
	place = report_index(x, &x->verdicts, key, strlen(key), &fresh);
	if (!fresh)
		return (uint32_t)place;
	x->error = VEC_PUSH(x->ctx, x->verdict_answers, place, x->verdict_room);
	if (x->error < 0)
		return 0;
	x->verdict_answers[place] = answer_of(cell);
	map = value_map(x->rec, x->out.verdicts, NULL);
	value_string(x->rec, map, "answer", answer);
	if (*image)
		value_string(x->rec, map, "image", image);
	if (get(cell, "why"))
		value_copy(x->rec, map, "why", get(cell, "why"));
	return (uint32_t)place;
}

static size_t row_of(struct report *x, const struct syb_value *cells)
{
	uint32_t *verdicts = arena_array(x->ctx, &x->arena, x->opts.device_count, sizeof(*verdicts));
	struct syb_value *list;
	size_t count = 0, place;
	bool fresh;

	if (!verdicts) {
		x->error = -SYB_E_NOMEM;
		return SIZE_MAX;
	}
	EACH (cell, cells)
		verdicts[count++] = verdict_of(x, cell);
	place = report_index(x, &x->rows, verdicts, count * sizeof(*verdicts), &fresh);
	if (!fresh)
		return place;
	x->error = VEC_PUSH(x->ctx, x->row_verdicts, place, x->row_room);
	if (x->error < 0)
		return SIZE_MAX;
	x->row_verdicts[place] = verdicts;
	list = value_list(x->rec, x->out.answers, NULL);
	for (size_t i = 0; i < count; i++)
		value_uint(x->rec, list, NULL, verdicts[i]);
	return place;
}

/* ---- kernels ---- */

struct kernel *kernels_add(struct report *x, struct file *file, size_t package, size_t module, const char *name,
			   const char *readable)
{
	struct kernel *k;

	if (!REPORT_PUSH(x, x->kernels, x->kernel_count, x->kernel_room))
		return NULL;
	k = &x->kernels[x->kernel_count++];
	*k = (struct kernel){ .file = file->index, .module = module, .answers = SIZE_MAX };
	file->kernel_count++;
	k->map = value_map(x->rec, x->out.kernels, NULL);
	value_uint(x->rec, k->map, "file", file->index);
	if (module != SIZE_MAX && file->package_count > 1)
		value_uint(x->rec, k->map, "package", package);
	if (module != SIZE_MAX)
		value_uint(x->rec, k->map, "module", module);
	value_string(x->rec, k->map, "kernel", name);
	k->name = k->map && k->map->as.c.last ? k->map->as.c.last->as.s.ptr : "";
	if (*readable && !str_eq(readable, name))
		value_string(x->rec, k->map, "name", readable);
	return x->rec->failed ? NULL : k;
}

static void put_why_not(struct work *w, struct kernel *k, const struct judged *judged, const struct syb_value *row)
{
	const char *fault = text_of(row, "unusable");

	if (!*fault && (!judged->record || !count_of(syb_record_root(judged->record), "rows"))) {
		w->not_judged = true;
		return;
	}
	value_string(w->x->rec, k->map, "not_asked",
		     report_printf(w->x, "no package can have a kernel of this name%s%s",
				   *fault ? ": it would be " : "", fault));
}

static struct kernel *add_kernel(struct work *w, size_t module, const char *name, const char *readable)
{
	struct report *x = w->x;
	struct judged *judged = module == SIZE_MAX && !w->is_table ? &w->bare : &w->packages;
	const size_t *found = hash_get(&judged->names, name, strlen(name));
	const struct syb_value *row = found ? (const struct syb_value *)*found : NULL;
	struct kernel *k = kernels_add(x, w->file, w->package, module, name, readable);

	if (!k || !x->opts.device_count)
		return k;
	if (get(row, "row")) {
		size_t *place = &judged->places[number_of(row, "row")];

		if (*place == SIZE_MAX)
			*place = row_of(x, syb_value_at(get(syb_record_root(judged->record), "rows"),
							(size_t)number_of(row, "row")));
		k->answers = *place;
		value_uint(x->rec, k->map, "answers", *place);
	} else if (!failed(x)) {
		put_why_not(w, k, judged, row);
	}
	return k;
}

void kernels_image(struct report *x, struct kernel *k, const char *key, const char *name, uint64_t offset,
		   uint64_t bytes)
{
	struct syb_value *map;

	if (!k->images)
		k->images = value_list(x->rec, k->map, "images");
	map = value_map(x->rec, k->images, NULL);
	value_string(x->rec, map, key, name);
	value_uint(x->rec, map, "offset", offset);
	value_uint(x->rec, map, "bytes", bytes);
}

void kernels_names(struct report *x, size_t first, size_t count, bool bare, struct hash *out)
{
	for (size_t i = first; i < first + count; i++)
		if ((x->kernels[i].module == SIZE_MAX) == bare)
			put(x, out, x->kernels[i].name, i);
}

/* ---- resources ---- */

static const char *const resource_keys[RESOURCES][2] = {
	{ "simd_size", "simd" },           { "grf_count", "grf" },
	{ "threads_per_eu", "threads" },   { "spill_size", "spill" },
	{ "private_size", "private" },     { "spill_private_size", "spill_private" },
	{ "scratch_size", "scratch" },     { "slm_size", "slm" },
	{ "barrier_count", "barriers" },   { "payload_size", "payload" },
	{ "argument_count", "arguments" }, { "code_size", "code" },
};
enum { SPILL = 3, SPILL_PRIVATE = 5 };

/* group: the name of the binary in a comparison of files. */
static void add_resources(struct report *x, size_t kernel, const struct syb_value *shown, const char *arch,
			  const char *group)
{
	struct resource *row;
	bool fresh;

	if (!REPORT_PUSH(x, x->resources, x->resource_count, x->resource_room))
		return;
	row = &x->resources[x->resource_count++];
	*row = (struct resource){ .kernel = kernel, .partner = SIZE_MAX };
	row->arch = report_index(x, &x->arches, arch, strlen(arch), &fresh);
	if (fresh)
		x->error = VEC_PUSH(x->ctx, x->arch_names, row->arch, x->arch_room);
	if (fresh && x->error == 0)
		x->arch_names[row->arch] = report_copy(x, arch);
	for (size_t i = 0; i < RESOURCES; i++) {
		row->values[i] = get(shown, resource_keys[i][0]);
		if (row->values[i] && syb_value_kind(row->values[i]) != SYB_VALUE_UINT)
			row->values[i] = NULL;
	}
	if (*group)
		report_slot(x, &x->groups, group, strlen(group), row->arch);
}

/* What a zebin is for: its container names it, or the zebin does. The table of targets has no dashes. */
static const char *binary_arch(struct report *x, const struct syb_value *binary, const char *group,
			       const char *otherwise)
{
	const char *own = text_of(get(binary, "device"), "name");
	char *name;

	if ((*otherwise && !*group) || !*own)
		return *group ? group : otherwise;
	name = arena_string(x->ctx, &x->arena, own, strlen(own));
	for (char *p = name; p && *p; p++)
		*p = *p == '-' ? '_' : *p;
	x->error = name ? x->error : -SYB_E_NOMEM;
	return name ? name : "";
}

/* The zebins of an image, which may be an archive of several. */
static void take_binaries(struct work *w, const struct syb_value *map, const char *group, unsigned depth)
{
	const char *kind = text_of(map, "kind");
	const bool binary = str_eq(kind, "zebin") || str_eq(kind, "ze_info");
	const char *arch = binary ? binary_arch(w->x, map, group, w->arch) : "";

	EACH (kernel, binary ? get(map, "kernels") : NULL) {
		const char *name = text_of(kernel, "name");
		const size_t *place = hash_get(&w->names, name, strlen(name));

		if (place && !get(kernel, "pseudo"))
			add_resources(w->x, *place, kernel, arch, *group ? group : w->arch);
	}
	EACH (part, depth < 16 ? get(map, "contents") : NULL)
		take_binaries(w, part, *text_of(part, "name") ? text_of(part, "name") : group, depth + 1);
	EACH (part, depth < 16 ? get(map, "entries") : NULL)
		if (get(part, "content"))
			take_binaries(w, get(part, "content"), text_of(get(part, "strings"), "arch"), depth + 1);
}

/* Rows about regressions first, then those that spill; rows of both files of a comparison go together. */
static int rank_of(const struct report *x, const struct resource *row)
{
	const struct resource *other = row->partner == SIZE_MAX ? NULL : &x->resources[row->partner];
	const struct resource *both[] = { row, other ? other : row };
	int rank = 2;

	for (size_t i = 0; i < ARRAY_SIZE(both); i++) {
		const struct syb_value *spill = both[i]->values[SPILL], *sum = both[i]->values[SPILL_PRIVATE];

		if (both[i]->worse)
			rank = 0;
		else if (rank == 2 && ((spill && syb_value_uint(spill)) || (sum && syb_value_uint(sum))))
			rank = 1;
	}
	return rank;
}

static size_t row_length(const struct resource *row, const bool *known)
{
	size_t length = 6;

	for (size_t i = 0; i < RESOURCES; i++) {
		uint64_t number = row->values[i] ? syb_value_uint(row->values[i]) : 0;

		length += !known[i] ? 0 : row->values[i] ? 2 : 5;
		for (; number >= 10; number /= 10)
			length++;
	}
	return length;
}

static void choose(struct report *x, const bool *known, size_t most)
{
	size_t length = 0;

	for (int rank = 0; rank < 3; rank++)
		for (size_t i = 0; i < x->resource_count; i++) {
			struct resource *row = &x->resources[i];
			struct resource *other = row->partner == SIZE_MAX ? NULL : &x->resources[row->partner];

			if (rank_of(x, row) != rank || (other && other < row))
				continue;
			length += row_length(row, known) + (other ? row_length(other, known) : 0);
			row->kept = length <= most;
			if (other)
				other->kept = row->kept;
		}
}

void resources_put(struct report *x, size_t most)
{
	bool known[RESOURCES] = { 0 };
	struct syb_value *list;
	size_t left_out = 0;

	if (!x->resource_count)
		return;
	for (size_t r = 0; r < x->resource_count; r++)
		for (size_t i = 0; i < RESOURCES; i++)
			known[i] |= x->resources[r].values[i] != NULL;
	choose(x, known, most);
	list = value_list(x->rec, x->rec->root, "arches");
	for (size_t i = 0; i < x->arches.count; i++)
		value_string(x->rec, list, NULL, x->arch_names[i]);
	list = value_list(x->rec, x->rec->root, "resource_columns");
	value_string(x->rec, list, NULL, "arch");
	for (size_t i = 0; i < RESOURCES; i++)
		if (known[i])
			value_string(x->rec, list, NULL, resource_keys[i][1]);
	for (size_t r = 0; r < x->resource_count; r++) {
		const struct resource *row = &x->resources[r];
		struct kernel *k = &x->kernels[row->kernel];

		left_out += !row->kept;
		if (!row->kept)
			continue;
		if (!k->resources)
			k->resources = value_list(x->rec, k->map, "resources");
		list = value_list(x->rec, k->resources, NULL);
		value_uint(x->rec, list, NULL, row->arch);
		for (size_t i = 0; i < RESOURCES; i++)
			if (known[i] && row->values[i])
				value_uint(x->rec, list, NULL, syb_value_uint(row->values[i]));
			else if (known[i])
				value_null(x->rec, list, NULL);
	}
	if (left_out)
		value_uint(x->rec, x->rec->root, "resources_left_out", left_out);
}

/* ---- packages ---- */

/* Each kernel of a module is in each of its images; very long lists are left out. */
static void take_module(struct work *w, const struct syb_value *shown)
{
	struct report *x = w->x;
	const struct syb_value *images = get(shown, "images"), *readable = first_of(get(shown, "demangled"));
	struct module *module;
	bool few;

	if (!REPORT_PUSH(x, x->modules, x->module_count, x->module_room))
		return;
	module = &x->modules[x->module_count++];
	*module = (struct module){ .file = w->file->index,
				   .package = w->package,
				   .index = (size_t)number_of(shown, "index"),
				   .first_kernel = x->kernel_count,
				   .shown = shown };
	EACH (kernel, get(shown, "kernels")) {
		const char *name = syb_value_string(kernel), *text = "";

		if (readable && str_eq(readable->key, name)) { /* in the order of the kernels */
			text = syb_value_string(readable);
			readable = readable->next;
		}
		add_kernel(w, module->index, name, text);
	}
	module->kernel_count = x->kernel_count - module->first_kernel;
	few = count_of(shown, "images") <= (MOST_IMAGES - x->image_count) / (module->kernel_count + 1);
	x->image_count += few ? count_of(shown, "images") * module->kernel_count : 0;
	hash_free(&w->names);
	kernels_names(x, module->first_kernel, module->kernel_count, false, &w->names);
	EACH (image, images) {
		const bool native = str_eq(text_of(image, "kind"), "native");

		w->arch = text_of(image, "arch");
		for (size_t k = 0; few && k < module->kernel_count && !failed(x); k++)
			kernels_image(x, &x->kernels[module->first_kernel + k], native ? "arch" : "ir",
				      native ? w->arch : text_of(image, "type"), number_of(image, "offset"),
				      number_of(image, "size"));
		if (get(image, "content"))
			take_binaries(w, get(image, "content"), "", 0);
	}
}

/* ---- everything else ---- */

/* Code outside of packages. A kernel that several zebins of a file have is one, for several devices. */
static void take_bare(struct work *w, const struct syb_value *map, const char *kind)
{
	struct report *x = w->x;
	const char *group = text_of(map, "name"), *arch = binary_arch(x, map, group, "");
	const bool native = str_eq(kind, "zebin") || str_eq(kind, "ze_info"), ptx = str_eq(kind, "ptx");

	EACH (kernel, get(map, "kernels")) {
		const char *name = text_of(kernel, "name");
		const size_t *place = native ? hash_get(&w->bare_names, name, strlen(name)) : NULL;
		struct kernel *k = place ? &x->kernels[*place] : NULL;

		if (get(kernel, "pseudo"))
			continue;
		if (!k && ptx)
			k = kernels_add(x, w->file, 0, SIZE_MAX, name, text_of(kernel, "demangled"));
		else if (!k)
			k = add_kernel(w, SIZE_MAX, name, text_of(kernel, "demangled"));
		if (!k)
			return;
		if (ptx && x->opts.device_count)
			value_string(x->rec, k->map, "not_asked",
				     "PTX is judged in a package; 'sybil pack' makes one of it");
		if (native && !place)
			put(x, &w->bare_names, name, (size_t)(k - x->kernels));
		kernels_image(x, k, native ? "arch" : "ir", native ? arch : kind, number_of(map, "offset"),
			      number_of(map, "size"));
		if (native)
			add_resources(x, (size_t)(k - x->kernels), kernel, arch, group);
	}
}

/* Property sets without code. */
static void take_names(struct work *w, const struct syb_value *map)
{
	EACH (name, get(get(map, "properties"), "SYCL/kernel names")) {
		struct kernel *k = kernels_add(w->x, w->file, 0, SIZE_MAX, name->key, report_readable(w->x, name->key));

		if (k && w->x->opts.device_count)
			value_string(w->x->rec, k->map, "not_asked", "property sets have no code");
	}
}

static void take(void *user, const struct syb_value *map, const char *kind)
{
	struct work *w = user;

	if (is_package(kind)) {
		EACH (module, get(map, "modules"))
			take_module(w, module);
		w->package++;
	} else if (str_eq(kind, "properties")) {
		take_names(w, map);
	} else if (str_eq(kind, "spirv") || str_eq(kind, "zebin") || str_eq(kind, "ze_info") || str_eq(kind, "ptx")) {
		take_bare(w, map, kind);
	} else if (str_eq(kind, "table") && w->packages.record) { /* the kernels that its rows name */
		EACH (kernel, get(syb_record_root(w->packages.record), "kernels"))
			add_kernel(w, SIZE_MAX, text_of(kernel, "name"),
				   report_readable(w->x, text_of(kernel, "name")));
	}
}

void kernels_find(struct report *x, struct file *file)
{
	_cleanup_(drop) struct work w = { .x = x, .file = file, .arch = "" };

	w.is_table = str_eq(text_of(syb_record_root(file->shown), "kind"), "table");
	if (x->opts.device_count && (file->package_count || w.is_table))
		judge(&w, false, &w.packages);
	if (x->opts.device_count && !w.is_table && !failed(x))
		judge(&w, true, &w.bare);
	if (!failed(x))
		report_each(syb_record_root(file->shown), take, &w);
	file->module_count = x->module_count - file->first_module;
	if (w.not_judged && !failed(x))
		value_string(x->rec, file->map, "not_asked",
			     w.packages.why_not ? w.packages.why_not
			     : w.bare.why_not   ? w.bare.why_not
						: "neither SPIR-V nor native code for a device that the code names");
}
