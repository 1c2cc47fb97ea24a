/* Objects that were read are shared between threads without locks: packages, property sets, trees, tables. Each thread
 * has a context of its own. Built with -Db_sanitize=thread this finds races; without, wrong answers. */
#include "lib/sample.h"
#include "lib/tap.h"

#include "base/buf.h"
#include "package/diff/diff.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sybil/propsets.h>

enum { THREADS = 4, ROUNDS = 20, KEYS = 1000 };

struct shared {
	const struct syb_bin *bin;
	const struct syb_props *props;
	const struct syb_tree *tree;
	struct syb_bytes bytes;
	atomic_int wrong;
};

DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

static bool read_props(struct syb_ctx *ctx, const struct shared *s)
{
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	bool good = syb_view_new(ctx, s->props, &view) == 0 && syb_view_info(view)->kernel_count == KEYS;
	char key[16];

	for (int i = 0; i < KEYS; i += 37) { /* the first search makes an index that all share */
		snprintf(key, sizeof(key), "k%d", i);
		good = good && syb_props_get(s->props, "SYCL/kernel names", key);
	}
	return good && !syb_props_get(s->props, "SYCL/kernel names", "none");
}

static bool read_bin(struct syb_ctx *ctx, const struct shared *s)
{
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL, *diff = NULL, *show = NULL;
	const struct syb_show_opts opts = { .size = sizeof(opts), .hash = true, .demangle = true };
	bool same = false;

	return syb_size(ctx, s->bin, &size) == 0 && syb_diff(ctx, s->bin, s->bin, &same, &diff) == 0 && same &&
	       syb_show(ctx, s->bytes, &opts, &show) == 0 &&
	       syb_bin_module_count(s->bin) == syb_value_count(syb_value_get(syb_record_root(show), "modules")) &&
	       syb_item_count(syb_tree_root(s->tree)) == 1;
}

static void *work(void *arg)
{
	struct shared *s = arg;
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	for (int i = 0; i < ROUNDS; i++)
		if (!read_props(ctx, s) || !read_bin(ctx, s))
			atomic_fetch_add(&s->wrong, 1);
	syb_ctx_free(ctx);
	return NULL;
}

int main(void)
{
	const struct syb_bin_write_opts form = { .size = sizeof(form), .container = SYB_CONTAINER_OFFLOAD };
	_cleanup_(sample_drop) struct sample sample = { 0 };
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct buf text = { 0 };
	pthread_t threads[THREADS];
	struct shared shared = { 0 };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0 || sample_new(ctx, &form, &sample) < 0)
		return 1;
	buf_text(ctx, &text, "[SYCL/kernel names]\n");
	for (int i = 0; i < KEYS; i++)
		buf_printf(ctx, &text, "k%d=1|1\n", i);
	shared.bytes = syb_file_bytes(sample.file);
	if (syb_props_read(ctx, buf_bytes(&text), NULL, &props) < 0 || syb_unpack(ctx, shared.bytes, NULL, &tree) < 0)
		return 1;
	shared.bin = sample.bin;
	shared.props = props;
	shared.tree = tree;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, &shared) != 0)
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	is_int(atomic_load(&shared.wrong), 0);
	buf_free(&text);
	syb_ctx_free(ctx);
	return tap_done();
}
