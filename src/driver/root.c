/* driver/root.c — find the folder of a SYCL runtime: headers, libsycl and perhaps an OpenCL driver.
 *
 * Sybil has none of its own for programs: users install one, with pip or as part of oneAPI. The number in the name of
 * libsycl decides about the layout of registered images, so unknown numbers are refused. */
#define _GNU_SOURCE /* strverscmp */
#include "base/ctx.h"
#include "base/path.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/compile.h>
#include <sys/stat.h>
#include <unistd.h>

/* Versions of libsycl.so whose images can be written. */
static const struct {
	uint32_t number, abi;
} versions[] = { { 9, 2026 } };

static bool has(const char *root, const char *name)
{
	char path[PATH_MAX];

	return (size_t)snprintf(path, sizeof(path), "%s/%s", root, name) < sizeof(path) && access(path, R_OK) == 0;
}

static bool is_root(const char *root)
{
	return has(root, "include/sycl/sycl.hpp") && has(root, "lib/libsycl.so");
}

/* The number in libsycl.so.NUMBER; 0: not found. */
static uint32_t number_of(const char *root)
{
	char pattern[PATH_MAX];
	glob_t found = { 0 };
	unsigned number = 0;

	if ((size_t)snprintf(pattern, sizeof(pattern), "%s/lib/libsycl.so.[0-9]*", root) < sizeof(pattern) &&
	    glob(pattern, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc && !number; i++)
			(void)sscanf(strstr(found.gl_pathv[i], "/libsycl.so."), "/libsycl.so.%u", &number);
	globfree(&found);
	return number;
}

static int check_version(struct syb_ctx *ctx, const char *root, uint32_t *out_abi)
{
	uint32_t number = number_of(root);

	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
		if (versions[i].number == number) {
			*out_abi = versions[i].abi;
			return 0;
		}
	return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "sycl-root",
			number ? "%s: libsycl.so.%u is not supported: programs need libsycl.so.9 (intel-sycl-rt 2026)"
			       : "%s: unknown version: lib has no libsycl.so with a version number",
			root, number);
}

/* Take a folder if it is a root. */
static bool take(const char *dir, const char *rest, char *out)
{
	char path[PATH_MAX];

	return dir && *dir && (size_t)snprintf(path, sizeof(path), "%s%s", dir, rest) < sizeof(path) && is_root(path) &&
	       realpath(path, out);
}

static int by_version(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* The latest version that oneAPI's installer put below a folder. */
static bool take_oneapi(const char *dir, const char *rest, char *out)
{
	char pattern[PATH_MAX];
	glob_t found = { 0 };
	bool taken = false;

	if (dir && *dir && (size_t)snprintf(pattern, sizeof(pattern), "%s%s", dir, rest) < sizeof(pattern) &&
	    glob(pattern, 0, NULL, &found) == 0) {
		qsort(found.gl_pathv, found.gl_pathc, sizeof(*found.gl_pathv), by_version);
		for (size_t i = found.gl_pathc; i-- > 0 && !taken;)
			taken = take(found.gl_pathv[i], "", out);
	}
	globfree(&found);
	return taken;
}

/* Whether no other user can have made or changed a folder: it belongs to this user, to root, or to the owner of this
 * program. */
static bool is_trusted(const char *dir, const char *name)
{
	char path[PATH_MAX];
	struct stat st, self;

	return (size_t)snprintf(path, sizeof(path), "%s%s", dir, name) < sizeof(path) && lstat(path, &st) == 0 &&
	       (st.st_uid == geteuid() || st.st_uid == 0 ||
		(stat("/proc/self/exe", &self) == 0 && st.st_uid == self.st_uid)) &&
	       (S_ISLNK(st.st_mode) || !(st.st_mode & S_IWOTH));
}

/* A build folder has what scripts/peers installed beside it. Below a folder for temporary files, another user may have
 * made a folder of that name. */
static bool take_beside(const char *here, char *out)
{
	return is_trusted(here, "../../build-peers") && is_trusted(here, "../../build-peers/sycl-2026") &&
	       take(here, "../../build-peers/sycl-2026", out);
}

static bool search(char *out)
{
	char here[PATH_MAX] = "";

	(void)path_here(here, sizeof(here));
	return take(getenv("VIRTUAL_ENV"), "", out) || take(getenv("CMPLR_ROOT"), "", out) ||
	       take_oneapi(getenv("HOME"), "/intel/oneapi/compiler/[0-9]*", out) ||
	       take_oneapi("/opt/intel/oneapi", "/compiler/[0-9]*", out) ||
	       take(getenv("SYBIL_PEERS"), "/sycl-2026", out) || take_beside(here, out);
}

/* A folder that the user named. */
static int check_given(struct syb_ctx *ctx, const char *from, const char *root, char *out)
{
	if (!is_root(root))
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "sycl-root",
				"%s=%s: not a SYCL runtime: include/sycl/sycl.hpp or lib/libsycl.so is missing", from,
				root);
	return realpath(root, out) ? 0
				   : syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", root, strerror(errno));
}

int syb_sycl_root(struct syb_ctx *ctx, const char *given, char *out_path, uint32_t *out_abi)
{
	const char *named = getenv("SYBIL_SYCL_ROOT");
	int r;

	if (given || (named && *named)) {
		TRY(check_given(ctx, given ? "--sycl-root" : "SYBIL_SYCL_ROOT", given ? given : named, out_path));
		return check_version(ctx, out_path, out_abi);
	}
	if (search(out_path))
		return check_version(ctx, out_path, out_abi);
	r = syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "sycl-root",
		     "cannot find a SYCL runtime with headers; install one into a virtual environment:");
	r = syb_note(ctx, r, "python3 -m venv sycl && . sycl/bin/activate");
	return syb_note(ctx, r, "pip install intel-sycl-rt intel-opencl-rt");
}
