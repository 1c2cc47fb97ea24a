/* driver/program_start.c — what programs and libraries do before the SYCL runtime starts: they name the OpenCL driver
 * of the root, and the adapter for NVIDIA GPUs, so that they need no variables in the environment. A program that runs
 * with the rights of another user (set-uid) does not: it must not load libraries from there. */
#include "plan.h"

#include "programs/clang.h"

#include <sybil/package.h>
#include <unistd.h>

/* A program of a virtual environment runs without variables in the environment: unless an OpenCL driver is chosen
 * there, or Intel's for CPUs is installed, that of the root is named. The driver in the root needs libraries beside it,
 * which the loader does not search for in the program's RUNPATH. */
static const char opencl_text[] =
	"#include <dirent.h>\n"
	"#include <dlfcn.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <sys/auxv.h>\n"
	"static int sybil_is_registered(const char *name)\n"
	"{\n"
	"\tchar path[512], line[512] = \"\";\n"
	"\tFILE *file;\n"
	"\tif ((size_t)snprintf(path, sizeof(path), \"/etc/OpenCL/vendors/%s\", name) >= sizeof(path) ||\n"
	"\t    !(file = fopen(path, \"r\")))\n"
	"\t\treturn 0;\n"
	"\tif (!fgets(line, sizeof(line), file))\n"
	"\t\tline[0] = 0;\n"
	"\tfclose(file);\n"
	"\treturn strstr(line, \"libintelocl\") != NULL;\n"
	"}\n"
	"__attribute__((constructor)) static void sybil_name_driver(void)\n"
	"{\n"
	"\tstatic const char *const variables[] = { \"OCL_ICD_FILENAMES\", \"OCL_ICD_VENDORS\" };\n"
	"\tstatic const char *const libraries[] = { SYBIL_ROOT \"/lib/libintlc.so.5\",\n"
	"\t\tSYBIL_ROOT \"/lib/libsvml.so\", SYBIL_ROOT \"/lib/libirng.so\", SYBIL_ROOT \"/lib/libimf.so\" };\n"
	"\tstruct dirent *one;\n"
	"\tint found = 0;\n"
	"\tDIR *dir;\n"
	"\tif (getauxval(AT_SECURE))\n"
	"\t\treturn;\n"
	"\tfor (int i = 0; i < 2; i++)\n"
	"\t\tif (getenv(variables[i]))\n"
	"\t\t\treturn;\n"
	"\tdir = opendir(\"/etc/OpenCL/vendors\");\n"
	"\twhile (dir && !found && (one = readdir(dir)))\n"
	"\t\tfound = sybil_is_registered(one->d_name);\n"
	"\tif (dir)\n"
	"\t\tclosedir(dir);\n"
	"\tif (found)\n"
	"\t\treturn;\n"
	"\tsetenv(variables[0], SYBIL_ROOT \"/lib/libintelocl.so\", 0);\n"
	"\tfor (int i = 0; i < 4; i++)\n"
	"\t\tdlopen(libraries[i], RTLD_LAZY);\n"
	"}\n";

/* The runtime looks for adapters in its own folder and in the folders of this variable. */
static const char adapter_text[] = "#include <stdlib.h>\n"
				   "#include <sys/auxv.h>\n"
				   "__attribute__((constructor)) static void sybil_name_adapter(void)\n"
				   "{\n"
				   "\tif (!getauxval(AT_SECURE))\n"
				   "\t\tsetenv(\"UR_ADAPTERS_SEARCH_PATH\", SYBIL_ADAPTER, 0);\n"
				   "}\n";

static int add_text(struct plan *p, struct buf *text, const char *name, const char *value, const char *rest)
{
	TRY(buf_printf(p->ctx, text, "#define %s \"", name));
	for (const char *c = value; *c; c++)
		TRY(buf_printf(p->ctx, text, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c));
	return buf_printf(p->ctx, text, "\"\n%s", rest);
}

static bool is_nvidia(const char *name)
{
	return name && (str_starts(name, "nvptx") || str_starts(name, "nvidia_gpu"));
}

/* Commands that are only printed make no images; the targets are used instead. */
bool plan_is_for_nvidia(const struct plan *p, const struct syb_bin *bin)
{
	for (size_t i = 0; !bin && i < p->target_count; i++)
		if (p->targets[i].chain == CHAIN_NVIDIA)
			return true;
	for (size_t i = 0; bin && i < syb_bin_module_count(bin); i++) {
		const struct syb_module *module = syb_bin_module_at(bin, i);

		for (size_t k = 0; k < syb_module_image_count(module); k++)
			if (is_nvidia(syb_image_target(syb_module_image_at(module, k))))
				return true;
	}
	return false;
}

static int add_adapter(struct plan *p, struct buf *text)
{
	const char *folder = clang_adapter(p->clang);

	if (*folder)
		return add_text(p, text, "SYBIL_ADAPTER", folder, adapter_text);
	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "tool-missing",
		   "libur_adapter_cuda.so.0 is missing beside libsybil: to run the program on NVIDIA GPUs, set "
		   "UR_ADAPTERS_SEARCH_PATH to its folder");
	return 0;
}

int plan_start(struct plan *p, bool for_nvidia)
{
	const char *path = plan_temp(p, "start", ".c"), *driver = plan_text(p, "%s/lib/libintelocl.so", p->root);
	_cleanup_(buf_free) struct buf text = { 0 };

	if (p->error)
		return p->error;
	if (!p->host.no_icd && access(driver, R_OK) == 0)
		TRY(add_text(p, &text, "SYBIL_ROOT", p->root, opencl_text));
	if (for_nvidia)
		TRY(add_adapter(p, &text));
	if (text.len == 0)
		return 0;
	if (!p->o.dry_run)
		TRY(plan_put(p, path, buf_bytes(&text)));
	plan_word(p, "-x");
	plan_word(p, "c");
	plan_word(p, path);
	plan_word(p, "-x");
	plan_word(p, "none");
	return p->error;
}
