/* t_replaced.c — packages that are changed by others while they are open: the right answer, or an error that says so.
 */
#include "lib/rtfix.h"

#include <sys/stat.h>

enum { SMALL, LARGE, KINDS };

/* Filler makes a package larger than what is read at once: an image of a device that nobody has. */
static const char *make(int kind)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n",
				    { { .file = "other.spv" }, { .file = "other.ptx" } } };
	static char filler[128];
	static uint8_t bytes[3 << 20];

	snprintf(filler, sizeof(filler), "%s/filler", t.dir);
	if (kind == LARGE) {
		rt_write(filler, bytes, sizeof(bytes));
		module.images[2] = (struct rt_image){ .file = filler, .native = true, .arch = "gfx90a" };
	}
	return pack("open.syclbin", &module, 1, SYB_STATE_EXECUTABLE);
}

static void cut(const char *path)
{
	if (truncate(path, 100) < 0)
		abort();
}

static void empty(const char *path)
{
	rt_write(path, "", 0);
}

/* In place: other bytes, as many as before. */
static void rewrite(const char *path)
{
	struct stat st;
	char *junk;

	if (stat(path, &st) < 0)
		abort();
	junk = malloc((size_t)st.st_size);
	if (!junk)
		abort();
	memset(junk, 0x5a, (size_t)st.st_size);
	rt_write(path, junk, (size_t)st.st_size);
	free(junk);
}

static void replace(const char *path)
{
	char other[160];

	snprintf(other, sizeof(other), "%s.new", path);
	rt_write(other, "something else", 14);
	if (rename(other, path) < 0)
		abort();
}

static void away(const char *path)
{
	if (remove(path) < 0)
		abort();
}

static const struct {
	const char *what;
	void (*change)(const char *path);
	bool harmless; /* to what is open, however large */
	bool run;      /* builds take longest: it is enough for the one that is worst */
} changes[] = {
	{ "cut off", cut, false, true },     { "emptied", empty, false, false }, { "rewritten", rewrite, false, false },
	{ "replaced", replace, true, true }, { "removed", away, true, false },
};

static void test_change(size_t i, int kind)
{
	const char *path = make(kind);
	struct syb_bundle *bundle = open_path(path, NULL);
	struct syb_kernel *kernel = NULL;
	bool right = kind == SMALL || changes[i].harmless;
	struct syb_out *out = NULL;
	int r = 0;

	usleep(20000); /* clocks of file systems are coarse */
	changes[i].change(path);
	if (!right || (changes[i].run && (kind == SMALL) != changes[i].harmless))
		r = syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel);
	if (right)
		ok(good(r), "%s, %s: the package as it was opened", changes[i].what, kind == SMALL ? "small" : "large");
	else
		ok(r == -SYB_E_IO && rt_said(t.ctx, "file-changed"), "%s, large: said so: %d", changes[i].what, r);
	syb_ctx_diag_clear(t.ctx);
	works(syb_out_open(t.ctx, folder_path("written.syclbin"), &out));
	r = syb_bundle_write(t.ctx, bundle, NULL, out);
	ok(right ? good(r) : r == -SYB_E_IO, "so for writing: %d", r);
	syb_out_close(out);
	syb_ctx_diag_clear(t.ctx);
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

int main(int argc, char **argv)
{
	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		for (int kind = 0; kind < KINDS; kind++)
			test_change(i, kind);
	return rtfix_end();
}
