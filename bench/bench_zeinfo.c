/* bench/bench_zeinfo.c — how fast ZE Info is read, beside a mere scan for line ends. Prints three numbers: MB/s of
 * syb_zeinfo_read, MB/s of the scan, bytes of the text. usage: bench_zeinfo [KERNELS] */
#include "speed.h"

#include <sybil/zeinfo.h>

#include <stdio.h>
#include <stdlib.h>

/* A kernel with two pointers and a number, as IGC writes it. */
static const char kernel[] = "  - name:            _ZTSN7library6detail12kernel_classINS_5matrixIdLi%uEEEfLb1EEE\n"
			     "    execution_env:\n"
			     "      barrier_count:   1\n"
			     "      grf_count:       128\n"
			     "      has_no_stateless_write: true\n"
			     "      inline_data_payload_size: 32\n"
			     "      offset_to_skip_per_thread_data_load: 192\n"
			     "      required_work_group_size: [ 16, 4, 1 ]\n"
			     "      simd_size:       32\n"
			     "      slm_size:        4096\n"
			     "      subgroup_independent_forward_progress: true\n"
			     "    payload_arguments:\n"
			     "      - arg_type:        global_id_offset\n"
			     "        offset:          0\n"
			     "        size:            12\n"
			     "      - arg_type:        local_size\n"
			     "        offset:          12\n"
			     "        size:            12\n"
			     "      - arg_type:        arg_bypointer\n"
			     "        offset:          0\n"
			     "        size:            0\n"
			     "        arg_index:       0\n"
			     "        addrmode:        stateful\n"
			     "        addrspace:       global\n"
			     "        access_type:     readonly\n"
			     "      - arg_type:        buffer_address\n"
			     "        offset:          40\n"
			     "        size:            8\n"
			     "        arg_index:       0\n"
			     "      - arg_type:        arg_byvalue\n"
			     "        offset:          48\n"
			     "        size:            4\n"
			     "        arg_index:       1\n"
			     "    per_thread_payload_arguments:\n"
			     "      - arg_type:        local_id\n"
			     "        offset:          0\n"
			     "        size:            192\n"
			     "    binding_table_indices:\n"
			     "      - bti_value:       0\n"
			     "        arg_index:       0\n";

static char *make_text(unsigned count, size_t *out_len)
{
	char *text = malloc((sizeof(kernel) + 16) * count + 64), *p = text;

	if (!text)
		exit(1);
	p += sprintf(p, "---\nversion:         '1.20'\nkernels:\n");
	for (unsigned i = 0; i < count; i++)
		p += sprintf(p, kernel, i);
	p += sprintf(p, "...\n");
	*out_len = (size_t)(p - text);
	return text;
}

struct run {
	struct syb_ctx *ctx;
	unsigned count; /* kernels that must be found */
};

static int read_text(void *user, const char *text, size_t len, void **out_object)
{
	const struct run *run = user;
	struct syb_zeinfo *zeinfo = NULL;
	int r = syb_zeinfo_read(run->ctx, (struct syb_bytes){ (const uint8_t *)text, len }, NULL, &zeinfo);

	*out_object = zeinfo;
	return r < 0 || syb_zeinfo_kernel_count(zeinfo) != run->count ? -1 : 0;
}

static void free_object(void *object)
{
	syb_zeinfo_free(object);
}

int main(int argc, char **argv)
{
	struct run run = { .count = argc > 1 ? (unsigned)atoi(argv[1]) : 10000 };
	size_t len;
	char *text = make_text(run.count, &len);
	struct speed speed;

	if (syb_ctx_new(NULL, &run.ctx) < 0 ||
	    measure((struct reader){ read_text, free_object }, &run, text, len, &speed) < 0)
		return 1;
	printf("%.1f %.1f %zu\n", speed.read, speed.scan, len);
	syb_ctx_free(run.ctx);
	free(text);
	return 0;
}
