/* Kernels of ZE Info as a record. */
#include "lib/render.h"
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/zekernels.h"

static struct syb_ctx *ctx;

/* The JSON of the value at a path like "kernels.0.simd_size". */
static void shows(const char *text, const char *path, const char *want)
{
	const struct syb_show_opts opts = { .size = sizeof(opts), .detail = true };
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	const struct syb_value *v;
	char step[64], *got;

	if (!is_int(syb_show(ctx, str_bytes(text), &opts, &rec), 0))
		return;
	v = syb_record_root(rec);
	for (const char *p = path; v && *p;) {
		size_t n = strcspn(p, ".");

		snprintf(step, sizeof(step), "%.*s", (int)n, p);
		v = syb_value_kind(v) == SYB_VALUE_LIST ? syb_value_at(v, strtoul(step, NULL, 10))
							: syb_value_get(v, step);
		p += n + (p[n] == '.');
	}
	got = v ? compact_json(ctx, v) : strdup("absent");
	if (got && strchr(got, '\n'))
		*strchr(got, '\n') = '\0';
	ok(got && strcmp(got, want) == 0, "%s: %s, wanted %s", path, got ? got : "(none)", want);
	free(got);
}

static void resources(void)
{
	shows(ZEINFO_OLD, "kind", "\"ze_info\"");
	shows(ZEINFO_OLD, "ze_info_version", "\"1.20\"");
	shows(ZEINFO_OLD, "kernels.0.simd_size", "32");
	shows(ZEINFO_OLD, "kernels.0.threads_per_eu", "8");
	shows(ZEINFO_OLD, "kernels.0.threads_per_eu_derived", "true");
	shows(ZEINFO_OLD, "kernels.1.threads_per_eu", "4");
	shows(ZEINFO_OLD, "kernels.2.threads_per_eu", "null");
	shows(ZEINFO_OLD, "kernels.0.barrier_count", "1");
	shows(ZEINFO_OLD, "kernels.0.slm_size", "4096");
	shows(ZEINFO_OLD, "kernels.0.payload_size", "64");
	shows(ZEINFO_OLD, "kernels.0.code_size", "null");
	shows(ZEINFO_OLD, "kernels.0.execution_env.has_dpas", "false");
	shows(ZEINFO_OLD, "kernels.0.execution_env.spill_size", "absent");
	shows(ZEINFO_OLD, "functions.0.name", "\"helper\"");
	shows(ZEINFO_OLD, "functions.0.grf_count", "128");
}

/* Spill and private: from buffers before 1.39, stated since, never guessed. */
static void memory(void)
{
	shows(ZEINFO_OLD, "kernels.0.spill_size", "0");
	shows(ZEINFO_OLD, "kernels.0.spill_private_size", "absent");
	shows(ZEINFO_OLD, "kernels.1.spill_size", "null");
	shows(ZEINFO_OLD, "kernels.1.private_size", "null");
	shows(ZEINFO_OLD, "kernels.1.spill_private_size", "65536");
	shows(ZEINFO_OLD, "kernels.1.scratch_size", "65536");
	shows(ZEINFO_OLD, "kernels.2.spill_size", "2048");
	shows(ZEINFO_OLD, "kernels.2.private_size", "1024"); /* for each of 8 lanes */
	shows(ZEINFO_OLD, "kernels.2.scratch_size", "2048");
	shows(ZEINFO_ONE("1.39", "      simd_size: 8\n      spill_size: 64\n"), "kernels.0.spill_size", "64");
	shows(ZEINFO_ONE("1.39", "      simd_size: 8\n"), "kernels.0.private_size", "0");
	shows(ZEINFO_ONE("1.100", "      simd_size: 8\n      spill_size: 64\n"), "kernels.0.spill_size", "64");
	shows(ZEINFO_ONE("1.9", "      simd_size: 8\n      spill_size: 64\n"), "kernels.0.spill_size", "64");
	shows(ZEINFO_ONE("1.24", "      eu_thread_count: 5\n"), "kernels.0.threads_per_eu", "5");
	shows(ZEINFO_ONE("1.35", "      eu_thread_count: 0\n"), "kernels.0.threads_per_eu_derived", "true");
	/* two buffers for both and their sum; sizes that make no sense */
	shows(ZEINFO_ONE("1.9",
			 "      simd_size: 2147483647\n"
			 "    per_thread_memory_buffers:\n"
			 "      - { type: global, usage: private_space, size: 2147483647, is_simt_thread: true }\n"
			 "      - { type: global, usage: private_space, size: 2147483647, is_simt_thread: true }\n"
			 "      - { type: global, usage: private_space, size: 2147483647, is_simt_thread: true }\n"
			 "      - { type: scratch, usage: spill_fill_space, size: -5 }\n"
			 "      - 7\n"),
	      "kernels.0.private_size", "9223372036854775807");
}

static void arguments(void)
{
	shows(ZEINFO_OLD, "kernels.0.argument_count", "2");
	shows(ZEINFO_OLD, "kernels.0.arguments.0",
	      "{\"index\":0,\"name\":null,\"type\":null,\"arg_type\":\"arg_bypointer\",\"addrspace\":\"global\","
	      "\"addrmode\":\"stateful\",\"access_type\":\"readonly\",\"offset\":32,\"size\":8,\"bti\":3,"
	      "\"addrmodes\":[\"stateful\",\"stateless\"]}");
	shows(ZEINFO_OLD, "kernels.0.arguments.1",
	      "{\"index\":1,\"name\":null,\"type\":null,\"arg_type\":\"arg_byvalue\",\"addrspace\":null,\"addrmode\":"
	      "null,"
	      "\"access_type\":null,\"offset\":40,\"size\":16,\"bti\":null,\"parts\":2}");
	shows(ZEINFO_OLD, "kernels.0.payload.2.arg_index", "1");
	shows(ZEINFO_OLD, "kernels.1.payload", "[]");
	/* invalid indices */
	shows(ZEINFO_ONE("1.9", "    payload_arguments:\n"
				"      - { arg_type: arg_byvalue, offset: 0, size: 4, arg_index: 2147483647 }\n"
				"      - { arg_type: arg_byvalue, offset: 4, size: 4, arg_index: -1 }\n"
				"      - { arg_type: arg_byvalue, offset: 8, size: 4 }\n"
				"      - { arg_type: buffer_offset, offset: 12, size: 4, arg_index: 5 }\n"
				"      - 7\n"),
	      "kernels.0.argument_count", "1");
}

/* What the schema does not know stays. */
static void unknown(void)
{
	shows(ZEINFO_ONE("1.9", "      invented: 7\n"), "kernels.0.execution_env.invented", "7");
	shows(ZEINFO_ONE("1.9", "      has_dpas: maybe\n"), "kernels.0.execution_env.has_dpas", "\"maybe\"");
	shows(ZEINFO_ONE("1.9", "      has_dpas: Yes\n"), "kernels.0.execution_env.has_dpas", "true");
	shows(ZEINFO_ONE("1.9", "      grf_count: 64\n      grf_count: 32\n"), "kernels.0.grf_count", "32");
	shows(ZEINFO_ONE("1.9", "    arguments: [1, 'two', ~]\n"), "kernels.0.unknown",
	      "{\"arguments\":[1,\"two\",\"~\"]}");
	shows("---\nkernels:\n  - name: k\n    execution_env: 3\n...\n", "kernels.0.execution_env_as_stated", "3");
	shows("---\nkernels:\n  - name: k\n    execution_env: 3\n...\n", "kernels.0.simd_size", "null");
	shows("---\nkernels:\n  - - a: b\n  - 7\nfunctions: [[]]\n...\n", "kernels.0.as_stated", "[{\"a\":\"b\"}]");
	shows("---\nkernels:\n  - - a: b\n  - 7\nfunctions: [[]]\n...\n", "functions.0.as_stated", "[]");
	shows("---\nversion: '1.9'\nkernels: []\nkept: { a: { b: [ 1 ] } }\n...\n", "ze_info",
	      "{\"kept\":{\"a\":{\"b\":[1]}}}");
	shows("---\nversion: '1.9'\nkernels: 5\n...\n", "ze_info", "{\"kernels\":5}");
}

/* Many keys in one map. */
static void wide(void)
{
	enum { COUNT = 100000 };
	char *text = malloc(COUNT * 24 + 200), *p = text;
	const struct syb_show_opts opts = { .size = sizeof(opts), .detail = true };
	struct syb_record *rec = NULL;

	p += sprintf(p, "---\nversion: '1.9'\nkernels:\n  - name: k\n    execution_env:\n");
	for (int i = 0; i < COUNT; i++)
		p += sprintf(p, "      k%d: %d\n", i % (COUNT / 2), i);
	sprintf(p, "...\n");
	if (is_int(syb_show(ctx, str_bytes(text), &opts, &rec), 0)) {
		const struct syb_value *env =
			syb_value_get(syb_value_at(syb_value_get(syb_record_root(rec), "kernels"), 0), "execution_env");

		is_int((long)syb_value_int(syb_value_get(env, "k7")), COUNT / 2 + 7);
		ok(syb_value_count(env) < COUNT / 2 + 100, "each key once");
	}
	syb_record_free(rec);
	free(text);
}

static int work(struct syb_ctx *c, void *arg)
{
	const struct syb_show_opts opts = { .size = sizeof(opts), .detail = true, .per_lane = true, .deep = true };
	struct syb_record *rec = NULL;
	int r = syb_show(c, str_bytes(arg), &opts, &rec);

	syb_record_free(rec);
	return r;
}

int main(void)
{
	static char old[] = ZEINFO_OLD;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	resources();
	memory();
	arguments();
	unknown();
	wide();
	for (size_t n = sizeof(old) - 1; n > 40; n -= 7) { /* every cut is read or refused */
		char cut[sizeof(old)];

		snprintf(cut, sizeof(cut), "%.*s", (int)n, old);
		if (work(ctx, cut) > 0)
			ok(false, "cut at %zu", n);
	}
	torture(work, old);
	syb_ctx_free(ctx);
	return tap_done();
}
