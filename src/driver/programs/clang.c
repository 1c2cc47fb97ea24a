/* driver/programs/clang.c — find clang, the plugin and the device headers.
 *
 * In a build folder, the program is in tools/, and the plugin and the headers are in frontend/ beside it; installed,
 * they are in libexec. Environment variables take precedence. */
#define _GNU_SOURCE /* dladdr */
#include "base/alloc.h"
#include "base/ctx.h"
#include "base/path.h"
#include "clang.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct syb_clang {
	struct allocator from;
	char here[2048];    /* the program's folder, with a slash */
	char library[2048]; /* the folder of this library: the program may be another one, such as Python */
	char libexec[256];
	char program[2048], plugin[PATH_MAX], headers[PATH_MAX], programs[PATH_MAX], adapter[PATH_MAX],
		nvptx[PATH_MAX]; /* "" if missing */
};

static bool take_named(const char *variable, char *out, size_t size)
{
	const char *named = getenv(variable);

	return named && *named && (size_t)snprintf(out, size, "%s", named) < size;
}

/* Take a path if it exists, normalised for messages. */
static bool take_place(const char *dir, const char *between, const char *name, char *out)
{
	char path[PATH_MAX];

	return (size_t)snprintf(path, sizeof(path), "%s%s%s", dir, between, name) < sizeof(path) &&
	       access(path, R_OK) == 0 && realpath(path, out);
}

static void find_library(struct syb_clang *c)
{
	Dl_info info;
	const char *slash;

	if (!dladdr((const void *)(uintptr_t)syb_clang_find, &info) || !info.dli_fname)
		return;
	slash = strrchr(info.dli_fname, '/');
	if (slash && (size_t)(slash - info.dli_fname) + 2 < sizeof(c->library))
		snprintf(c->library, sizeof(c->library), "%.*s/", (int)(slash - info.dli_fname), info.dli_fname);
}

/* Search, in this order: beside the program in a build folder, the installation, beside the library. */
static void look(const struct syb_clang *c, const char *beside, const char *installed, char *out)
{
	if (!take_place(c->here, "", beside, out) && !take_place(c->here, c->libexec, installed, out) &&
	    !take_place(c->library, "", beside, out) && !take_place(c->library, "../libexec/sybil", installed, out) &&
	    !take_place(c->library, "../../libexec/sybil", installed, out))
		*out = '\0';
}

/* Beside this library; in a build folder, in a folder beside it. A static library is in the program. */
static void find_adapter(struct syb_clang *c)
{
	static const char *const places[] = { "", "adapter/", "../src/adapter/", "../lib/" };
	static const char name[] = "libur_adapter_cuda.so.0";
	char *slash;

	for (size_t i = 0; i < ARRAY_SIZE(places) && *c->library; i++) {
		if (!take_place(c->library, places[i], name, c->adapter))
			continue;
		slash = strrchr(c->adapter, '/');
		*slash = '\0';
		return;
	}
	c->adapter[0] = '\0';
}

int syb_clang_find(struct syb_ctx *ctx, const struct syb_clang_opts *given, struct syb_clang **out_clang)
{
	struct syb_clang_opts opts = { .size = sizeof(opts) };
	struct syb_clang *c;

	OPTS_READ(ctx, &opts, given);
	c = mem_zalloc(ctx, sizeof(*c));
	if (!c)
		return -SYB_E_NOMEM;
	c->from = allocator_of(ctx);
	(void)path_here(c->here, sizeof(c->here));
	find_library(c);
	snprintf(c->libexec, sizeof(c->libexec), "%s", opts.libexec ? opts.libexec : "../libexec/sybil");
	if (!take_named("SYBIL_CLANG", c->program, sizeof(c->program)))
		snprintf(c->program, sizeof(c->program), "clang-15");
	if (!take_named("SYBIL_CLANG_PLUGIN", c->plugin, sizeof(c->plugin)))
		look(c, "../frontend/sybil-clang.so", "/sybil-clang.so", c->plugin);
	if (!take_named("SYBIL_CLANG_HEADERS", c->headers, sizeof(c->headers)))
		look(c, "../frontend/include", "/include", c->headers);
	if (!take_named("SYBIL_CLANG_PROGRAMS", c->programs, sizeof(c->programs)))
		look(c, "../frontend/programs", "/programs", c->programs);
	find_adapter(c);
	if (!take_named("SYBIL_NVPTX_LIBRARY", c->nvptx, sizeof(c->nvptx)))
		look(c, "../frontend/nvptx/sybil-nvptx.bc", "/sybil-nvptx.bc", c->nvptx);
	*out_clang = c;
	return 0;
}

const char *clang_adapter(const struct syb_clang *clang)
{
	return clang->adapter;
}

void syb_clang_free(struct syb_clang *clang)
{
	if (clang)
		allocator_free(clang->from, clang);
}

const char *syb_clang_program(const struct syb_clang *clang)
{
	return clang->program;
}

/* A path from the environment must exist: clang would report its absence as an error of the source. */
static int check_named(struct syb_ctx *ctx, const char *variable, const char *path)
{
	if (access(path, R_OK) == 0)
		return 0;
	return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing", "%s: %s: %s", variable, path, strerror(errno));
}

int syb_clang_plugin(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path)
{
	*out_path = clang->plugin;
	if (*clang->plugin)
		return check_named(ctx, "SYBIL_CLANG_PLUGIN", clang->plugin);

	int r = syb_fail(
		ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
		"the clang plugin is missing: sybil-clang.so is not in %s%s, and SYBIL_CLANG_PLUGIN is not set",
		clang->here, clang->libexec);
	return syb_note(ctx, r, "the package sybil-ir has it");
}

int syb_clang_headers(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path)
{
	*out_path = clang->headers;
	if (*clang->headers)
		return check_named(ctx, "SYBIL_CLANG_HEADERS", clang->headers);
	return syb_fail(
		ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
		"the device headers are missing: they are neither in %s%s/include nor named by SYBIL_CLANG_HEADERS",
		clang->here, clang->libexec);
}

int syb_clang_programs(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path)
{
	*out_path = clang->programs;
	if (*clang->programs)
		return check_named(ctx, "SYBIL_CLANG_PROGRAMS", clang->programs);
	return syb_fail(
		ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
		"the headers for SYCL programs are missing: install them to %s%s/programs, or set SYBIL_CLANG_PROGRAMS",
		clang->here, clang->libexec);
}

int syb_clang_nvptx(struct syb_ctx *ctx, const struct syb_clang *clang, const char **out_path)
{
	*out_path = clang->nvptx;
	if (*clang->nvptx)
		return check_named(ctx, "SYBIL_NVPTX_LIBRARY", clang->nvptx);
	return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"the device library for NVIDIA GPUs is missing: install sybil-nvptx.bc to %s%s, or set "
			"SYBIL_NVPTX_LIBRARY",
			clang->here, clang->libexec);
}
