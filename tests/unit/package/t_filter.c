/* package/filter.c, package/cells.c */
#include "lib/props.h"
#include "package/judge/cells.h"
#include "format/devices/devices.h"

#include <sybil/filter.h>
#include <unistd.h>

static struct syb_ctx *ctx;
static struct syb_devices *devices;
static const struct syb_device *list[2];
static char folder[] = "/tmp/t_filter.XXXXXX";

static const char config[] = "large: {aspects: [fp16, fp64], sub-group-sizes: [8, 16]}\n"
			     "small: {aspects: [fp16], sub-group-sizes: [8]}\n";

static const struct {
	const char *name, *text;
} files[] = {
	{ "plain.prop", "[SYCL/misc properties]\noptLevel=1|2\n" },
	{ "fp64.prop", "[SYCL/device requirements]\naspects=2|BgAAAA==\n" },
	{ "sixteen.prop", "[SYCL/device requirements]\nreqd_sub_group_size=1|16\n" },
	{ "fixed.prop", "[SYCL/device requirements]\nfixed_target=2|c21hbGw=\n" }, /* small */
	{ "shape.prop", "[SYCL/device requirements]\naspects=2|BgAA\n" },
	{ "broken.prop", "nothing\n" },
	/* without requirements the filter ignores everything else */
	{ "other.prop", "[SYCL/device globals]\nx=2|BgAA\n" },
};

static void make_files(void)
{
	char path[200];

	if (!mkdtemp(folder))
		abort();
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
		f = fopen(path, "w");
		if (!f || fputs(files[i].text, f) < 0 || fclose(f) != 0)
			abort();
	}
}

static void drop_files(void)
{
	char path[200];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
		unlink(path);
	}
	rmdir(folder);
}

static struct syb_table *table_of(const char *text)
{
	struct syb_table *table = NULL;

	if (syb_table_read(ctx, str_bytes(text), "t", &table) < 0)
		abort();
	return table;
}

static int filter(struct syb_ctx *c, const struct syb_table *table, struct syb_table **out, struct syb_record **record)
{
	const struct syb_filter_opts opts = { .size = sizeof(opts), .base_dir = folder };

	return syb_filter(c, table, list, 2, &opts, out, record);
}

/* What is left for both devices. */
static void filtered(const char *text, const char *large, const char *small)
{
	struct syb_table *table = table_of(text), *out[2] = { NULL, NULL };
	const char *const wanted[] = { large, small };
	struct syb_record *record = NULL;

	is_int(filter(ctx, table, out, &record), 0);
	for (size_t i = 0; i < 2; i++) {
		const struct syb_value *target = syb_value_at(syb_value_get(syb_record_root(record), "targets"), i);
		struct syb_bytes got = { 0 };

		is_int(syb_table_text(ctx, out[i], syb_table_titled(out[i]), &got), 0);
		ok(got.len == strlen(wanted[i]) && memcmp(got.ptr, wanted[i], got.len) == 0, "%zu rows for %s",
		   syb_table_row_count(out[i]), list[i]->name);
		is_int((long)syb_value_uint(syb_value_get(target, "kept")), (long)syb_table_row_count(out[i]));
		is_int((long)syb_value_count(syb_value_get(target, "dropped")),
		       (long)(syb_table_row_count(table) - syb_table_row_count(out[i])));
		syb_table_free(out[i]);
	}
	syb_record_free(record);
	syb_table_free(table);
}

static void rows(void)
{
	filtered("[Code|Properties]\na|plain.prop\nb|fp64.prop\nc|sixteen.prop\nd|fixed.prop\ne|\nf|other.prop\n",
		 "[Code|Properties]\na|plain.prop\nb|fp64.prop\nc|sixteen.prop\ne|\nf|other.prop\n",
		 "[Code|Properties]\na|plain.prop\nd|fixed.prop\ne|\nf|other.prop\n");
	/* other columns, in any order */
	filtered("[Properties|X|Code]\nfp64.prop|1|a\nplain.prop|2|b\n",
		 "[Properties|X|Code]\nfp64.prop|1|a\nplain.prop|2|b\n", "[Properties|X|Code]\nplain.prop|2|b\n");
	filtered("[Properties]\nfp64.prop\n", "[Properties]\nfp64.prop\n", "[Properties]\n");
	filtered("[Code|Properties]\n", "[Code|Properties]\n", "[Code|Properties]\n");
}

static void copies(void)
{
	syb_ctx_diag_clear(ctx);
	filtered("[Code|Symbols]\na|gone\n", "[Code|Symbols]\na|gone\n", "[Code|Symbols]\na|gone\n");
	is_int(reported(ctx, "filter-nothing"), 1);
	filtered("a|fp64.prop\n", "a|fp64.prop\n", "a|fp64.prop\n");
}

static void fails(const char *text, int code, const char *check)
{
	struct syb_table *table = table_of(text), *out[2] = { (void *)1, (void *)2 };
	struct syb_record *record = (void *)3;

	syb_ctx_diag_clear(ctx);
	is_int(filter(ctx, table, out, &record), -code);
	is_str(all_reported(ctx), check);
	ok(out[0] == (void *)1 && out[1] == (void *)2 && record == (void *)3, "outputs are untouched");
	syb_table_free(table);
}

static int work(struct syb_ctx *c, void *arg)
{
	struct syb_table *out[2] = { NULL, NULL };
	struct syb_record *record = NULL;
	int r = filter(c, arg, out, &record);

	if (r < 0 && (out[0] || out[1] || record))
		return -SYB_E_INTERNAL;
	syb_table_free(out[0]);
	syb_table_free(out[1]);
	syb_record_free(record);
	return r;
}

static void paths(void)
{
	struct buf buf = { 0 };
	const char *path = "untouched";

	ok(cell_path(ctx, &buf, "", folder, &path) == 0 && !path, "an empty cell names nothing");
	ok(cell_path(ctx, &buf, NULL, folder, &path) == 0 && !path, "nor does none");
	ok(cell_path(ctx, &buf, "/x", folder, &path) == 0 && strcmp(path, "/x") == 0, "absolute");
	ok(cell_path(ctx, &buf, "x", NULL, &path) == 0 && strcmp(path, "x") == 0, "no folder");
	ok(cell_path(ctx, &buf, "plain.prop", folder, &path) == 0 && strncmp(path, folder, strlen(folder)) == 0, "%s",
	   path);
	buf_free(&buf);
}

/* The same answers about properties that are in no table. */
static void keeps(const char *text, bool large, bool small)
{
	const bool wanted[] = { large, small };
	struct syb_props *props = NULL;
	struct syb_view *view = NULL;

	is_int(syb_props_read(ctx, str_bytes(text), NULL, &props), 0);
	is_int(syb_view_new(ctx, props, &view), 0);
	for (size_t i = 0; i < 2; i++) {
		bool kept = !wanted[i];

		is_int(syb_filter_keeps(ctx, syb_view_info(view)->requirements, list[i], &kept), 0);
		ok(kept == wanted[i], "%s by device %zu", kept ? "kept" : "dropped", i);
	}
	syb_view_free(view);
	syb_props_free(props);
}

int main(void)
{
	struct syb_table *all;

	if (syb_ctx_new(NULL, &ctx) < 0 || syb_devices_read(ctx, str_bytes(config), "c.yaml", &devices) < 0)
		return 1;
	list[0] = syb_devices_find(devices, "large");
	list[1] = syb_devices_find(devices, "small");
	make_files();
	rows();
	copies();
	paths();
	keeps("[SYCL/device requirements]\naspects=2|BgAAAA==\n", true, false);
	keeps("[SYCL/device requirements]\nfixed_target=2|c21hbGw=\n", false, true);
	keeps("[SYCL/device requirements]\nreqd_sub_group_size=1|1\n", false, false);
	keeps("[SYCL/device requirements]\nreqd_sub_group_size=1|1\n[SYCL/misc properties]\nisEsimdImage=1|1\n", true,
	      true);
	fails("[Code|Properties]\na|plain.prop\nb|gone.prop\n", SYB_E_IO, "open");
	fails("[Code|Properties]\na|broken.prop\n", SYB_E_FORMAT, "props-no-set");
	fails("[Code|Properties]\na|shape.prop\n", SYB_E_FORMAT, "prop-shape");
	all = table_of("[Code|Properties]\na|plain.prop\nb|fp64.prop\nc|sixteen.prop\nd|fixed.prop\n");
	torture(work, all);
	syb_table_free(all);
	drop_files();
	syb_devices_free(devices);
	syb_ctx_free(ctx);
	return tap_done();
}
