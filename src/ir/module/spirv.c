/* ir/module/spirv.c — SPIR-V by the library of llvm-spirv-15 instead of its program, because starting the
 * program and loading LLVM take longer than translating most images. The module sybil-spirv-15.so, if it is installed,
 * calls the library. */
#define _GNU_SOURCE /* memfd_create, dladdr */
#include "spirv.h"

#include "base/process.h"
#include "ir/shim/shim_spirv.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#ifdef SYBIL_SPIRV_MODULE

static __typeof__(&shim_spirv_write) writer;

/* Beside this library in a build folder, or in libexec; else where the linker searches. */
static void *open_module(void)
{
	static const char *const places[] = { "", "../libexec/sybil/", "../../libexec/sybil/" };
	const char *slash = NULL;
	void *module = NULL;
	char path[PATH_MAX];
	Dl_info info;

	if (dladdr((const void *)(uintptr_t)spirv_load, &info) && info.dli_fname)
		slash = strrchr(info.dli_fname, '/');
	for (size_t i = 0; i < ARRAY_SIZE(places) && slash && !module; i++)
		if ((size_t)snprintf(path, sizeof(path), "%.*s/%s" SYBIL_SPIRV_MODULE, (int)(slash - info.dli_fname),
				     info.dli_fname, places[i]) < sizeof(path) &&
		    access(path, R_OK) == 0)
			module = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
	return module ? module : dlopen(SYBIL_SPIRV_MODULE, RTLD_LAZY | RTLD_LOCAL);
}

void spirv_load(void)
{
	static bool tried;
	void *module = tried ? NULL : open_module();

	tried = true;
	if (module)
		writer = (__typeof__(writer))dlsym(module, SHIM_SPIRV_FUNCTION);
}

/* The library replaces only its own program: PATH or the user may name another one. */
static bool is_ours(const char *program)
{
	char path[PATH_MAX], real[PATH_MAX];

	return process_find(program, path, sizeof(path)) && realpath(path, real) && str_eq(real, SYBIL_SPIRV_PROGRAM);
}

struct made {
	struct syb_ctx *ctx;
	struct syb_out *out;
	int r;
};

static void put(void *user, const void *bytes, size_t len)
{
	struct made *made = user;

	made->r = syb_out_write(made->ctx, made->out, (struct syb_bytes){ bytes, len });
}

/* Whether it translated the module and printed nothing. Its output is dropped, because the program prints it again. */
static bool translate(struct made *made, struct syb_bytes bitcode, const char *extensions, const char *version)
{
	int before = dup(STDERR_FILENO), printed = memfd_create("translator", MFD_CLOEXEC);
	struct stat st = { .st_size = 1 };
	bool done = before >= 0 && printed >= 0 && dup2(printed, STDERR_FILENO) >= 0 &&
		    writer(bitcode.ptr, bitcode.len, extensions, version, put, made);

	if (before >= 0 && dup2(before, STDERR_FILENO) < 0)
		done = false;
	done = done && fstat(printed, &st) == 0 && st.st_size == 0;
	close_fd(&before);
	close_fd(&printed);
	return done;
}

int spirv_translate(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes bitcode, struct syb_out *out)
{
	static const char extension_option[] = "--spirv-ext=", version_option[] = "--spirv-max-version=";
	const char *extensions = NULL, *version = NULL;
	struct made made = { ctx, out, 0 };

	spirv_load();
	if (!writer || !is_ours(argv[0]))
		return 0;
	for (argv++; *argv && **argv == '-' && !str_eq(*argv, "-o"); argv++)
		if (str_starts(*argv, extension_option))
			extensions = *argv + strlen(extension_option);
		else if (str_starts(*argv, version_option))
			version = *argv + strlen(version_option);
		else
			return 0;
	if (!extensions || !version || !translate(&made, bitcode, extensions, version))
		return 0;
	return made.r < 0 ? made.r : 1;
}

#else

void spirv_load(void)
{
}

int spirv_translate(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes bitcode, struct syb_out *out)
{
	(void)ctx;
	(void)argv;
	(void)bitcode;
	(void)out;
	return 0;
}

#endif
