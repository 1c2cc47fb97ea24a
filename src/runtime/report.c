/* runtime/report.c — how long each step took, what was built, and the drivers' logs. */
#include "bundle.h"

#include "base/value.h"

static const char *const step_names[] = { "read", "match", "check", "translate", "build", "link", "load", "launch" };

void bundle_time(struct syb_bundle *bundle, enum step step, uint64_t since)
{
	atomic_fetch_add_explicit(&bundle->times[step].ns, clock_ns() - since, memory_order_relaxed);
	atomic_fetch_add_explicit(&bundle->times[step].count, 1, memory_order_relaxed);
}

static void show_program(struct syb_record *record, struct syb_value *list, struct program_code *code)
{
	struct syb_value *map = value_map(record, list, NULL);

	pthread_mutex_lock(&code->lock);
	value_uint(record, map, "module", syb_module_index(code->parts[0]->bin));
	value_string(record, map, "device", code->device->info.info.name);
	value_uint(record, map, "images", code->part_count);
	value_string(record, map, "from", code->cached ? "cache" : code->native ? "native" : "ir");
	value_bool(record, map, "built", code->tried && code->error == 0);
	value_string_or_null(record, map, "log", code->log);
	pthread_mutex_unlock(&code->lock);
}

int syb_bundle_report(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct program *programs;
	struct syb_value *list;

	TRY(record_new(ctx, &record));
	list = value_hint(value_list(record, record->root, "times"), VALUE_TABLE);
	for (enum step i = 0; i < STEP_COUNT; i++) {
		struct syb_value *map = value_map(record, list, NULL);

		value_string(record, map, "step", step_names[i]);
		value_real(record, map, "ms", (double)atomic_load(&bundle->times[i].ns) / 1e6);
		value_uint(record, map, "times", atomic_load(&bundle->times[i].count));
	}
	value_uint(record, record->root, "builds", atomic_load(&bundle->builds));
	value_uint(record, record->root, "cache_hits", atomic_load(&bundle->cache_hits));
	list = value_list(record, record->root, "programs");
	pthread_mutex_lock(&bundle->lock);
	programs = bundle->programs; /* the list only grows, at its head */
	pthread_mutex_unlock(&bundle->lock);
	for (struct program *p = programs; p; p = p->next)
		show_program(record, list, p->code);
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}
