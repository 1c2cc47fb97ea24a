/* package/explore_code.c — SPIR-V of packages and files: which calls lead from a kernel to the function that needs an
 * aspect, and how many bytes functions take.
 *
 * The graph of calls is that of format/spirv/spirv_uses.c; the way is the shortest one. Places in sources are there
 * where the module has OpLine. Modules that are damaged are told about by the checks, and left out here. */
#include "explore.h"

#include "base/buf.h"
#include "package/check/check.h"
#include "format/bitcode/bitcode.h"
#include "format/item/item.h"
#include "format/ptx/ptx.h"
#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"

#include <stdio.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum {
	OP_LINE = 8,
	OP_LABEL = 248,
	OP_NO_LINE = 317,
	MOST_STEPS = 1 << 24, /* of all searches in a file, beside one through each module */
};

static const uint32_t aspects[] = {
#define SYB_SPIRV_ASPECT(id, aspect, what) aspect,
#include <sybil/spirv_aspects.def>
};

struct place {
	uint32_t file; /* id of its name, 0: not known */
	uint32_t line;
};

struct call {
	uint32_t from, to; /* ids */
};

/* One module. */
struct code {
	struct explore *x;
	const struct syb_spirv *spirv;
	struct arena arena;
	const struct hash *kernels; /* of the document → place in its list; NULL: none is to blame */
	struct hash own;            /* names of the module's kernels → place in sizes */
	struct hash strings;        /* id → text */
	struct hash calls;          /* → place */
	struct hash uses;           /* first word of an instruction that needs something → place */
	struct explore_size *sizes;
	size_t size_count;
	uint64_t others;
	uint32_t *seen, *from, *queue; /* by node */
	uint32_t search;
	uint64_t *steps; /* that are left */
};

static void drop(struct code *c)
{
	hash_free(&c->own);
	hash_free(&c->strings);
	hash_free(&c->calls);
	hash_free(&c->uses);
	arena_free(&c->arena);
}

/* Remember a value under a copy of the key; what was there before stays. */
static int remember(struct code *c, struct hash *hash, const void *key, size_t len, size_t value)
{
	const char *copy = arena_string(c->x->ctx, &c->arena, key, len);
	size_t *stored;
	bool found;

	return copy ? hash_put(c->x->ctx, hash, copy, len, value, &stored, &found) : -SYB_E_NOMEM;
}

static size_t pack_place(struct place p)
{
	return (size_t)((uint64_t)p.file << 32 | p.line);
}

/* ---- one walk: lines, strings, sizes ---- */

struct walk {
	struct spirv_inst inst;
	struct place line;
	uint32_t function; /* id, 0: outside */
	size_t start;
	struct buf text;
};

static int end_function(struct code *c, struct walk *w)
{
	const uint64_t bytes = (w->inst.at + w->inst.count - w->start) * 4;
	const char *name = spirv_function_name(c->spirv->module, w->function);
	const size_t *place = name ? hash_get(&c->own, name, strlen(name)) : NULL;

	if (place)
		c->sizes[*place].bytes += bytes;
	else
		c->others += bytes;
	w->function = 0;
	w->line = (struct place){ 0 };
	return 0;
}

static int take_string(struct code *c, struct walk *w)
{
	size_t next;
	int r = spirv_string(c->x->ctx, &w->inst, 2, &w->text, &next);
	const uint32_t id = spirv_word(&w->inst, 1);
	const char *text =
		r == 0 ? arena_string(c->x->ctx, &c->arena, w->text.ptr ? (void *)w->text.ptr : "", w->text.len) : NULL;

	if (r == 0 && !text)
		r = -SYB_E_NOMEM;
	return r < 0 ? r : remember(c, &c->strings, &id, sizeof(id), (size_t)text);
}

static int take_call(struct code *c, const struct walk *w)
{
	const struct call call = { w->function, spirv_word(&w->inst, 3) };

	return w->line.file ? remember(c, &c->calls, &call, sizeof(call), pack_place(w->line)) : 0;
}

static int take_instruction(struct code *c, struct walk *w)
{
	const struct spirv_inst *inst = &w->inst;
	size_t *use;

	switch (inst->op) {
	case SPIRV_OP_STRING:
		return inst->count > 2 ? take_string(c, w) : 0;
	case OP_LINE:
		if (inst->count > 2)
			w->line = (struct place){ spirv_word(inst, 1), spirv_word(inst, 2) };
		return 0;
	case OP_NO_LINE:
	case OP_LABEL:
		w->line = (struct place){ 0 };
		return 0;
	case SPIRV_OP_FUNCTION:
		w->function = inst->count > 2 ? spirv_word(inst, 2) : 0;
		w->start = inst->at;
		break;
	case SPIRV_FUNCTION_END:
		return w->function ? end_function(c, w) : 0;
	default:
		break;
	}
	use = w->line.file ? hash_get(&c->uses, &(uint32_t){ (uint32_t)inst->at }, sizeof(uint32_t)) : NULL;
	if (use)
		*use = pack_place(w->line);
	return inst->op == SPIRV_FUNCTION_CALL && inst->count > 3 && w->function ? take_call(c, w) : 0;
}

static int walk(struct code *c, struct span bytes)
{
	struct walk w = { 0 };
	int r = spirv_begin(c->x->ctx, bytes, &w.inst);

	while (r >= 0) {
		r = spirv_next(c->x->ctx, &w.inst);
		if (r <= 0)
			break;
		r = take_instruction(c, &w);
	}
	buf_free(&w.text);
	return r;
}

/* ---- blame ---- */

static uint32_t use_of(const struct code *c, const struct spirv_node *n, uint32_t row)
{
	for (uint32_t i = 0; i < n->use_count; i++)
		if (c->spirv->uses[n->first_use + i].aspect == row)
			return c->spirv->uses[n->first_use + i].at;
	return 0;
}

/* The nearest node that needs the aspect itself, SPIRV_NONE when the steps are used up; `from` then tells the way. */
static uint32_t search(struct code *c, uint32_t start, uint32_t row)
{
	const struct syb_spirv *s = c->spirv;
	size_t head = 0, tail = 0;

	c->search++;
	c->seen[start] = c->search;
	c->from[start] = SPIRV_NONE;
	c->queue[tail++] = start;
	while (head < tail && *c->steps) {
		const uint32_t at = c->queue[head++];
		const struct spirv_node *n = &s->nodes[at];

		if (n->own >> row & 1)
			return at;
		for (uint32_t i = 0; i < n->edge_count && *c->steps; i++) {
			const uint32_t to = s->edges[n->first_edge + i];

			--*c->steps;
			if (c->seen[to] == c->search || !(s->nodes[to].all >> row & 1))
				continue;
			c->seen[to] = c->search;
			c->from[to] = at;
			c->queue[tail++] = to;
		}
	}
	return SPIRV_NONE;
}

/* *out NULL: not known */
static int find_source(struct code *c, struct arena *arena, const size_t *packed, const char **out)
{
	const uint32_t file = packed ? (uint32_t)((uint64_t)*packed >> 32) : 0;
	const size_t *text = file ? hash_get(&c->strings, &file, sizeof(file)) : NULL;
	struct buf source = { 0 };
	int r;

	*out = NULL;
	if (!text)
		return 0;
	r = buf_printf(c->x->ctx, &source, "%s:%u", (const char *)*text, (uint32_t)*packed);
	if (r == 0)
		*out = arena_string(c->x->ctx, arena, source.ptr, source.len);
	buf_free(&source);
	return r < 0 || *out ? r : -SYB_E_NOMEM;
}

static const char *name_of(const struct code *c, uint32_t node)
{
	return spirv_function_name(c->spirv->module, c->spirv->nodes[node].id);
}

struct way {
	struct arena arena;
	struct explore_step *steps;
	size_t count;
};

static void drop_way(struct way *way)
{
	arena_free(&way->arena);
}

/* One function of the way; next SPIRV_NONE: the last one. */
static int put_step(struct code *c, struct way *way, uint32_t node, uint32_t next, uint32_t row)
{
	const struct spirv_node *n = &c->spirv->nodes[node];
	const char *name = name_of(c, node), *readable;
	struct explore_step *step = &way->steps[way->count];
	const size_t *place;
	char number[32];
	int r;

	/* an entry point may be a shell around the function of its name; constants need not have one */
	if (next != SPIRV_NONE && (!name || (name_of(c, next) && str_eq(name, name_of(c, next)))))
		return 0;
	snprintf(number, sizeof(number), "%%%u", n->id);
	r = explore_readable(c->x, name ? name : number, &readable);
	if (r < 0)
		return r;
	step->function = arena_string(c->x->ctx, &way->arena, readable, strlen(readable));
	if (!step->function)
		return -SYB_E_NOMEM;
	way->count++;
	if (next == SPIRV_NONE)
		place = hash_get(&c->uses, &(uint32_t){ use_of(c, n, row) }, sizeof(uint32_t));
	else
		place = hash_get(&c->calls, &(struct call){ n->id, c->spirv->nodes[next].id }, sizeof(struct call));
	return find_source(c, &way->arena, place, &step->source);
}

static int put_blame(struct code *c, size_t kernel, uint32_t node, uint32_t row)
{
	const uint32_t end = search(c, node, row);
	const struct syb_aspect_info *info = syb_aspect_find(aspects[row]);
	_cleanup_(drop_way) struct way way = { 0 };
	struct explore_need need = { .kernel = kernel };
	uint32_t count = 0;
	char number[16];
	int r = 0;

	if (end == SPIRV_NONE)
		return 0;
	snprintf(number, sizeof(number), "%u", aspects[row]);
	need.aspect = info ? info->name : number;
	for (uint32_t n = end; n != SPIRV_NONE; n = c->from[n]) /* the queue is free now: the way, turned round */
		c->queue[count++] = n;
	way.steps = arena_array(c->x->ctx, &way.arena, count, sizeof(*way.steps));
	if (!way.steps)
		return -SYB_E_NOMEM;
	while (r == 0 && count-- > 0)
		r = put_step(c, &way, c->queue[count], count ? c->queue[count - 1] : SPIRV_NONE, row);
	return r < 0 ? r : explore_blame(c->x, &need, way.steps, way.count);
}

static int blame(struct code *c)
{
	const struct syb_spirv *s = c->spirv;
	int r = 0;

	for (size_t i = 0; r == 0 && c->kernels && i < s->info.kernel_count; i++) {
		const char *name = s->info.kernels[i].name;
		const size_t *kernel = hash_get(c->kernels, name, strlen(name));
		const uint32_t node = s->kernel_nodes[i];

		for (uint32_t row = 0; r == 0 && kernel && node != SPIRV_NONE && row < SPIRV_ASPECT_COUNT; row++)
			if (s->nodes[node].all >> row & 1)
				r = put_blame(c, *kernel, node, row);
	}
	return r;
}

/* ---- one module ---- */

static int prepare(struct code *c)
{
	const struct syb_spirv *s = c->spirv;
	const size_t nodes = s->node_count + 1;
	int r = 0;

	c->seen = arena_array(c->x->ctx, &c->arena, nodes, sizeof(*c->seen));
	c->from = arena_array(c->x->ctx, &c->arena, nodes, sizeof(*c->from));
	c->queue = arena_array(c->x->ctx, &c->arena, nodes, sizeof(*c->queue));
	c->sizes = arena_array(c->x->ctx, &c->x->arena, s->info.kernel_count + 1, sizeof(*c->sizes));
	if (!c->seen || !c->from || !c->queue || !c->sizes)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < s->info.kernel_count; i++) {
		const char *name = s->info.kernels[i].name;

		c->sizes[i].name = arena_string(c->x->ctx, &c->x->arena, name, strlen(name));
		r = c->sizes[i].name ? remember(c, &c->own, name, strlen(name), i) : -SYB_E_NOMEM;
	}
	c->size_count = s->info.kernel_count;
	for (size_t i = 0; r == 0 && i < s->use_count; i++)
		r = remember(c, &c->uses, &s->uses[i].at, sizeof(uint32_t), 0);
	return r;
}

static int keep_sizes(struct code *c, struct explore_code at)
{
	int r = VEC_PUSH(c->x->ctx, c->x->codes, c->x->code_count, c->x->code_room);

	if (r < 0)
		return r;
	at.kernels = c->sizes;
	at.kernel_count = c->size_count;
	at.others = c->others;
	c->x->codes[c->x->code_count++] = at;
	return 0;
}

static int read_module(struct explore *x, struct span bytes, const struct explore_code *at, const struct hash *kernels,
		       uint64_t *steps)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(drop) struct code c = { .x = x, .kernels = kernels, .steps = steps };
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

		r = spirv_open(x->ctx, bytes, &spirv);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	c.spirv = spirv;
	*steps += spirv->edge_count;
	r = prepare(&c);
	if (r == 0)
		r = walk(&c, bytes);
	if (r == 0)
		r = blame(&c);
	return r < 0 ? r : keep_sizes(&c, *at);
}

/* ---- files ---- */

struct reading {
	struct explore *x;
	struct explore_file *file;
	size_t packages, modules; /* so far */
	uint64_t allow;           /* bytes that may still be read: images may share them */
	uint64_t steps;
	size_t read_ptx;  /* how many were read */
	struct hash bare; /* kernels that are in no package → place in the list */
};

int explore_name_kernels(struct explore *x, size_t first, size_t count, bool bare, struct hash *out)
{
	int r = 0;

	for (size_t i = first; r == 0 && i < first + count; i++) {
		const char *name = x->kernels[i].name;
		size_t *stored;
		bool found;

		if ((x->kernels[i].module == SIZE_MAX) == bare)
			r = hash_put(x->ctx, out, name, strlen(name), i, &stored, &found);
	}
	return r;
}

/* The first LLVM IR of a module that has no SPIR-V. */
static int read_llvm(struct reading *rd, const struct syb_module *module, const struct explore_module *known)
{
	for (size_t i = 0; i < module->image_count; i++) {
		const struct span bytes = module->images[i].bytes;
		const struct explore_ir_place at = { .module = { bytes.ptr, bytes.len },
						     .offset = bytes.at,
						     .of = known };

		if (bitcode_is(bytes))
			return explore_ir(rd->x, rd->file, &at);
	}
	return 0;
}

/* Blame is for the first SPIR-V of a module; others are for other targets. */
static int read_images(struct reading *rd, const struct syb_module *module, const struct explore_module *known)
{
	_cleanup_(hash_free) struct hash kernels = { 0 };
	const struct hash *blamed = &kernels;
	int r = explore_name_kernels(rd->x, known->first_kernel, known->kernel_count, false, &kernels);

	for (size_t i = 0; r == 0 && i < module->image_count; i++) {
		const struct span bytes = module->images[i].bytes;
		const struct explore_code at = {
			.file = rd->file->index, .package = known->package, .module = known->index, .image = i
		};

		if (!spirv_is_module(bytes) || bytes.len > rd->allow)
			continue;
		rd->allow -= bytes.len;
		r = read_module(rd->x, bytes, &at, blamed, &rd->steps);
		blamed = NULL;
	}
	return r < 0 || !blamed ? r : read_llvm(rd, module, known);
}

static int read_package(struct reading *rd, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open_item(rd->x->ctx, item, rd->file->in->name, &bin);

	rd->allow = r == 0 ? check_allowance(bin) : 0;
	for (size_t i = 0; r == 0 && i < bin->module_count && rd->modules < rd->file->module_count; i++)
		r = read_images(rd, &bin->modules[i], &rd->x->modules[rd->file->first_module + rd->modules++]);
	return r;
}

/* PTX in no package has names. What cannot be read stays as it is told: not decoded. */
static int read_ptx(struct reading *rd, const struct syb_item *item)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;
	struct explore *x = rd->x;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

		r = ptx_read(x->ctx, item_span(item), &ptx);
	}
	if (r < 0)
		return explore_fatal(r) ? r : 0;
	rd->read_ptx++;
	for (size_t i = 0; r == 0 && i < ptx->symbol_count; i++) {
		const struct ptx_symbol *s = &ptx->symbols[i];
		struct explore_kernel *k;
		const char *readable;
		struct syb_value *image;

		if (!s->kernel || !s->defined)
			continue;
		r = explore_readable(x, s->name, &readable);
		if (r == 0)
			r = explore_new_kernel(x, rd->file, SIZE_MAX, SIZE_MAX, s->name, readable, &k);
		if (r < 0)
			break;
		k->images = value_list(x->rec, k->map, "images");
		image = value_map(x->rec, k->images, NULL);
		value_string(x->rec, image, "ir", "ptx");
		value_uint(x->rec, image, "offset", item_span(item).at);
		value_uint(x->rec, image, "bytes", syb_item_bytes(item).len);
		if (x->opts.device_count)
			value_string(x->rec, k->map, "not_asked",
				     "PTX is asked about in a package; 'sybil pack' makes one of it");
		rd->file->kernel_count++;
	}
	return r < 0 || !x->rec->failed ? r : -SYB_E_NOMEM;
}

/* Packages are met in the order of the record. Depth is bounded by syb_unpack. */
static int read_item(struct reading *rd, const struct syb_item *item)
{
	const struct explore_code at = { .file = rd->file->index, .module = SIZE_MAX };
	const struct explore_ir_place ir = { .module = syb_item_bytes(item),
					     .offset = item_span(item).at,
					     .bare = true };
	int r = ctx_cancelled(rd->x->ctx);

	if (r == 0 && syb_item_kind(item) == SYB_KIND_SYCLBIN)
		return read_package(rd, item);
	if (r == 0 && syb_item_kind(item) == SYB_KIND_SPIRV)
		return read_module(rd->x, item_span(item), &at, &rd->bare, &rd->steps);
	if (r == 0 && syb_item_kind(item) == SYB_KIND_PTX)
		return read_ptx(rd, item);
	/* that of a host holds others, and has no kernels itself */
	if (r == 0 && syb_item_kind(item) == SYB_KIND_BITCODE && syb_item_count(item) == 0)
		return explore_ir(rd->x, rd->file, &ir);
	for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
		r = read_item(rd, syb_item_at(item, i));
	return r;
}

/* Kernels that only looking into the code found, and code that nobody looked into. */
static void sum_up(struct explore *x, struct explore_file *file, size_t before)
{
	if (file->kernel_count > before) {
		if (file->kernels_value)
			file->kernels_value->as.u = file->kernel_count;
		else
			file->kernels_value = value_uint(x->rec, file->summary, "kernels", file->kernel_count);
		if (x->opts.device_count && !explore_get(file->map, "not_asked") && file->has_llvm)
			value_string(x->rec, file->map, "not_asked", EXPLORE_IR_NOT_ASKED);
	}
	if (file->unread && (file->not_explained || !str_eq(file->unread, "LLVM IR")))
		value_string(x->rec, file->summary, "not_decoded", file->unread);
	else if (!file->kernels_value)
		file->kernels_value = value_uint(x->rec, file->summary, "kernels", file->kernel_count);
}

int explore_code(struct explore *x, struct explore_file *file)
{
	const size_t before = file->kernel_count;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct reading rd = { .x = x, .file = file, .steps = MOST_STEPS };
	int r;

	{ /* what there is to say was said when the file was shown */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

		r = syb_unpack(x->ctx, file->in->bytes, file->in->name, &tree);
	}
	if (r < 0)
		return explore_fatal(r) ? r : 0;
	r = explore_name_kernels(x, file->first_kernel, file->kernel_count, true, &rd.bare);
	if (r == 0)
		r = read_item(&rd, syb_tree_root(tree));
	if (r == 0)
		r = explore_ir_end(x, file, &rd.bare);
	hash_free(&rd.bare);
	if (file->ptx_count && rd.read_ptx == file->ptx_count && file->unread && str_eq(file->unread, EXPLORE_PTX))
		file->unread = NULL;
	if (r == 0)
		sum_up(x, file, before);
	return r;
}
