/* format/spirv_link/spirv_link.c — SPIR-V modules → one: the order of the steps, and properties of whole modules:
 * versions, memory models. docs/linking.md describes the result. */
#include "spirv_link.h"

enum { VERSION_MASK = 0x00ffff00, LONGEST_INSTRUCTION = 65536, KNOT_FACTOR = 2, KNOT_FREE = 1 << 20 };

static void drop_module(struct syb_ctx *ctx, struct link_module *m)
{
	struct allocator from = allocator_of(ctx);

	allocator_free(from, m->sparse_keys);
	allocator_free(from, m->sparse_ids);
	allocator_free(from, m->kinds);
	allocator_free(from, m->map);
	allocator_free(from, m->functions);
	allocator_free(from, m->decorations);
	hash_free(&m->linkage_groups);
	hash_free(&m->spec_ids);
	hash_free(&m->widths);
	hash_free(&m->sets);
}

static void drop(struct link *l)
{
	struct allocator from = allocator_of(l->ctx);

	for (size_t i = 0; l->modules && i < l->module_count; i++)
		drop_module(l->ctx, &l->modules[i]);
	allocator_free(from, l->modules);
	allocator_free(from, l->word_kinds);
	allocator_free(from, l->symbols);
	allocator_free(from, l->uses);
	allocator_free(from, l->set_names);
	allocator_free(from, l->defs);
	allocator_free(from, l->slots);
	allocator_free(from, l->entries);
	allocator_free(from, l->reached);
	hash_free(&l->names);
	hash_free(&l->set_index);
	hash_free(&l->string_index);
	hash_free(&l->cycles);
	hash_free(&l->spec_ids);
	buf_free(&l->scratch);
	buf_free(&l->other);
	buf_free(&l->text);
	arena_free(&l->arena);
	demangler_free(l->demangler);
}

/* ---- whole modules ---- */

static int read_spec_ids(struct link *l, struct link_module *m, const struct syb_link_input *in)
{
	for (size_t i = 0; i < in->spec_id_count; i++) {
		TRY(hash_add(l->ctx, &m->spec_ids, &in->spec_ids[i].from, sizeof(in->spec_ids[i].from),
			     in->spec_ids[i].to));
	}
	return 0;
}

static int read_module(struct link *l, struct link_module *m, const struct syb_link_input *given)
{
	struct syb_link_input in = { .size = sizeof(in) };
	int r;

	OPTS_READ(l->ctx, &in, given);
	m->name = in.name ? in.name : "module";
	m->file = span_of(in.bytes, in.at);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, in.name);

	r = ctx_cancelled(l->ctx);
	if (r == 0)
		r = read_spec_ids(l, m, &in);
	if (r == 0)
		r = splink_index(l, m);
	l->total_words += m->words;
	return r;
}

static uint32_t version_of(const struct link_module *m)
{
	return (uint32_t)m->header.major << 16 | (uint32_t)m->header.minor << 8;
}

static void report_version(struct link *l, const struct link_module *m, uint32_t other, const char *what)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

	syb_report(l->ctx, SYB_SEVERITY_ERROR, m->file.at + 4, "link-version", "version %u.%u, %s %u.%u",
		   m->header.major, m->header.minor, what, other >> 16, other >> 8 & 0xff);
	l->problems++;
}

static void choose_version(struct link *l)
{
	const uint32_t first = version_of(&l->modules[0]);
	uint32_t highest = 0;

	for (size_t i = 0; i < l->module_count; i++) {
		const struct link_module *m = &l->modules[i];

		if (l->opts.same_version && version_of(m) != first)
			report_version(l, m, first, "but the first module has");
		else if (l->opts.version && version_of(m) > l->opts.version)
			report_version(l, m, l->opts.version, "but the result must have at most");
		if (version_of(m) > highest)
			highest = version_of(m);
	}
	l->version = l->opts.version ? l->opts.version & VERSION_MASK : highest;
}

static bool memory_model(const struct link_module *m, uint32_t *out_addressing, uint32_t *out_memory)
{
	struct spirv_inst inst = splink_walk(m, SECTION_MEMORY_MODEL);

	if (!splink_step(m, SECTION_MEMORY_MODEL, &inst) || inst.count < 3)
		return false;
	*out_addressing = spirv_word(&inst, 1);
	*out_memory = spirv_word(&inst, 2);
	return true;
}

static void check_memory_models(struct link *l)
{
	static const char *const addressing[] = { "Logical", "Physical32", "Physical64" };
	const struct link_module *first = NULL;
	uint32_t a = 0, b = 0, x = 0, y = 0;

	for (size_t i = 0; i < l->module_count; i++) {
		const struct link_module *m = &l->modules[i];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

		if (!memory_model(m, &x, &y)) {
			syb_report(l->ctx, SYB_SEVERITY_ERROR, m->file.at, "link-memory-model",
				   "the module has no memory model");
			l->problems++;
		} else if (!first) {
			first = m;
			a = x;
			b = y;
		} else if (x != a || y != b) {
			syb_report(l->ctx, SYB_SEVERITY_ERROR,
				   m->file.at + (uint64_t)m->begin[SECTION_MEMORY_MODEL] * 4, "link-memory-model",
				   "memory model %s (%u, %u), but %s has %s (%u, %u)",
				   x < ARRAY_SIZE(addressing) ? addressing[x] : "other", x, y, first->name,
				   a < ARRAY_SIZE(addressing) ? addressing[a] : "other", a, b);
			l->problems++;
		}
	}
}

/* ---- steps ---- */

static int begin(struct link *l, const struct syb_link_input *inputs, size_t count)
{
	const size_t step = inputs->size ? inputs->size : sizeof(*inputs); /* of the caller's version of the struct */
	int r = 0;

	l->modules = mem_zalloc(l->ctx, count * sizeof(*l->modules));
	l->word_kinds = mem_alloc(l->ctx, LONGEST_INSTRUCTION);
	if (!l->modules || !l->word_kinds)
		return -SYB_E_NOMEM;
	l->module_count = count;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = read_module(l, &l->modules[i], (const void *)((const char *)inputs + i * step));
	l->claims = claims_of(l->total_words * 4);
	l->knot_bytes = l->total_words * 4 * KNOT_FACTOR + KNOT_FREE;
	return r;
}

/* Everything except writing; all problems with symbols are reported together. */
static int plan(struct link *l)
{
	choose_version(l);
	check_memory_models(l);
	TRY(splink_collect_symbols(l));
	TRY(splink_resolve(l));
	TRY(splink_unify(l));
	TRY(splink_check_symbols(l));
	TRY(splink_entries(l));
	if (l->problems)
		TRY(-SYB_E_INCOMPATIBLE);
	return splink_interfaces(l);
}

int syb_spirv_link(struct syb_ctx *ctx, const struct syb_link_input *inputs, size_t count,
		   const struct syb_spirv_link_opts *opts, struct syb_out *out, struct syb_record **out_map)
{
	_cleanup_(drop) struct link l = { .ctx = ctx, .opts = { .size = sizeof(l.opts) }, .next_id = 1 };
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	int r;

	OPTS_READ(ctx, &l.opts, opts);
	if (!count)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no modules to link");
	r = begin(&l, inputs, count);
	if (r == 0)
		r = plan(&l);
	if (r == 0 && out_map)
		r = splink_make_map(&l, &map);
	if (r == 0)
		r = splink_emit(&l, out);
	if (r < 0)
		return r;
	if (out_map)
		*out_map = steal(map);
	return 0;
}
