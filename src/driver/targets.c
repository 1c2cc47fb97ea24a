/* driver/targets.c — targets, and the targets that code is fixed to.
 *
 * A target is known by its name in the table of targets, an alias, or a triple. With fixed targets, code is compiled
 * ahead of time only for targets that are in both lists. */
#define _GNU_SOURCE /* strcasestr */
#include "plan.h"

#include "term/nearest.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <sybil/filter.h>
#include <sybil/zebin.h>

static const struct {
	const char *part; /* first component of the triple in the table of targets */
	enum plan_chain chain;
	const char *triple; /* in packages */
} chains[] = {
	{ "spir64", CHAIN_SPIRV, "spir64-unknown-unknown" },
	{ "spir64_gen", CHAIN_INTEL, "spir64_gen-unknown-unknown" },
	{ "spir64_x86_64", CHAIN_CPU, "spir64_x86_64-unknown-unknown" },
	{ "x86_64", CHAIN_CPU, "spir64_x86_64-unknown-unknown" },
	{ "nvptx64", CHAIN_NVIDIA, "nvptx64-nvidia-cuda" },
	{ "amdgcn", CHAIN_AMD, "amdgcn-amd-amdhsa" },
};

static const struct {
	const char *name, *triple, *object;
} families[FAMILY_COUNT] = {
	[FAMILY_SPIR64] = { "spir64", "spir64-unknown-unknown", "spir64-unknown-unknown" },
	[FAMILY_SPIR64_AOT] = { "spir64_aot", "spir64-unknown-unknown", "spir64_gen-unknown-unknown" },
	[FAMILY_NVPTX] = { "nvptx64", "nvptx64-nvidia-cuda", "nvptx64-nvidia-cuda" },
	[FAMILY_AMDGCN] = { "amdgcn", "amdgcn-amd-amdhsa", "amdgcn-amd-amdhsa" },
};

const char *plan_family_name(enum plan_family family)
{
	return families[family].name;
}

const char *plan_family_triple(enum plan_family family)
{
	return families[family].triple;
}

const char *plan_family_object(enum plan_family family)
{
	return families[family].object;
}

enum plan_family plan_target_family(const struct plan_target *target)
{
	switch (target->chain) {
	case CHAIN_SPIRV:
		return FAMILY_SPIR64;
	case CHAIN_NVIDIA:
		return FAMILY_NVPTX;
	case CHAIN_AMD:
		return FAMILY_AMDGCN;
	default:
		return FAMILY_SPIR64_AOT;
	}
}

enum plan_family plan_compiled_family(const struct plan *p, enum plan_family family)
{
	return p->root && family == FAMILY_NVPTX ? FAMILY_SPIR64 : family;
}

/* If fixed targets leave no target, code is still compiled for its diagnostics and properties. */
bool plan_needs_family(const struct plan *p, enum plan_family family)
{
	if (p->target_count == 0)
		return family == FAMILY_SPIR64;
	for (size_t i = 0; i < p->target_count; i++)
		if (plan_target_family(&p->targets[i]) == family)
			return true;
	return false;
}

const char *plan_targets_text(struct plan *p)
{
	const char *text = "";

	for (size_t i = 0; i < p->target_count; i++)
		text = plan_text(p, "%s%s%s", text, i ? ", " : "", p->targets[i].given);
	return text;
}

/* ---- names ---- */

/* What may follow the first component of a triple. */
static bool is_triple_rest(const char *rest)
{
	static const char *const parts[] = { "unknown", "linux", "gnu", "pc",     "intel",     "nvidia",
					     "cuda",    "nvcl",  "amd", "amdhsa", "sycldevice" };

	while (*rest == '-') {
		size_t len = strcspn(++rest, "-");
		bool known = false;

		for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
			known |= strlen(parts[i]) == len && memcmp(parts[i], rest, len) == 0;
		if (!known)
			return false;
		rest += len;
	}
	return true;
}

/* Find a target by its name, or a generic target by its triple. */
static const struct syb_target_info *find(struct plan *p, const char *name)
{
	const struct syb_target_info *info = syb_target_find(name);
	size_t len = strcspn(name, "-");
	const char *part;

	if (info)
		return info;
	part = arena_string(p->ctx, &p->arena, name, len);
	if (!part || !is_triple_rest(name + len))
		return NULL;
	info = syb_target_find(str_eq(part, "nvptx64") ? "ptx64" : part);
	return info && !*info->arch ? info : NULL;
}

/* Targets that only the device configuration has: it names their compiler. */
static const struct {
	const char *toolchain;
	enum plan_chain chain;
	const char *triple, *compile_for;
} toolchains[] = {
	{ "ocloc", CHAIN_INTEL, "spir64_gen-unknown-unknown", "spir64_gen" },
	{ "clang", CHAIN_AMD, "amdgcn-amd-amdhsa", "amdgcn" },
};

static int push(struct plan *p, struct plan_target target)
{
	for (size_t i = 0; i < p->target_count; i++)
		if (str_eq(p->targets[i].name, target.name))
			return 0;
	TRY(VEC_PUSH(p->ctx, p->targets, p->target_count, p->target_room));
	p->targets[p->target_count++] = target;
	return 0;
}

static int add_configured(struct plan *p, const char *name, const struct syb_device *device)
{
	for (size_t i = 0; i < ARRAY_SIZE(toolchains); i++)
		if (str_eq(device->aot_toolchain, toolchains[i].toolchain))
			return push(p, (struct plan_target){ .name = device->name,
							     .given = name,
							     .triple = toolchains[i].triple,
							     .arch = device->name,
							     .chain = toolchains[i].chain,
							     .device = device,
							     .compile_for = toolchains[i].compile_for,
							     .options = device->aot_toolchain_options });
	if (*device->aot_toolchain)
		return wrong(p, "'%s': its aot-toolchain is %s; expected ocloc or clang", name, device->aot_toolchain);
	return wrong(p, "'%s': its entry in the device configuration has no aot-toolchain", name);
}

static int add(struct plan *p, const char *name)
{
	const struct syb_target_info *info = find(p, name);
	const struct syb_device *device = info ? NULL : syb_devices_find(p->devices, name);
	struct plan_target target = { 0 };
	const char *near;

	if (device)
		return add_configured(p, name, device);
	if (!info) {
		near = syb_devices_nearest(p->devices, name);
		return wrong(p, "unknown target '%s'" NEAREST_HINT, name, NEAREST_ARGS(near));
	}
	for (size_t i = 0; i < ARRAY_SIZE(chains); i++)
		if (strlen(chains[i].part) == strcspn(info->triple, "-") && str_starts(info->triple, chains[i].part)) {
			target.chain = chains[i].chain;
			target.triple = chains[i].triple;
		}
	if (!target.triple)
		return wrong(p, "'%s': no compiler is known for this target", name);
	target.name = target.chain == CHAIN_CPU ? "x86_64" : info->name;
	target.given = name;
	target.arch = info->arch;
	target.compile_for = target.name;
	target.options = "";
	target.device = syb_devices_find(p->devices, target.name);
	if (!target.device && *target.arch)
		return syb_fail(p->ctx, SYB_E_ARG, SYB_NO_OFFSET, "unknown-target",
				"the device configuration has no entry '%s'", target.name);
	return push(p, target);
}

/* ---- generic targets: an option of the compiler names the device ---- */

static const struct general {
	const char *name, *triple; /* triple: its first component */
	const char *options[2];    /* that name a device */
	const char *example;       /* NULL: without a device, code is made that a driver compiles for any device */
} generals[] = {
	{ "spir64_gen", "spir64_gen", { "-device " }, "use -fsycl-targets=intel_gpu_pvc or -Xs '-device pvc'" },
	{ "amdgcn",
	  "amdgcn",
	  { "-mcpu=", "--offload-arch=" },
	  "use -fsycl-targets=amd_gpu_gfx90a or -Xs -mcpu=gfx90a" },
	{ "ptx64", "nvptx64", { "--cuda-gpu-arch=", "--offload-arch=" }, NULL },
};

static const struct general *find_general(const struct syb_target_info *info)
{
	for (size_t i = 0; info && i < ARRAY_SIZE(generals); i++)
		if (str_eq(info->name, generals[i].name))
			return &generals[i];
	return NULL;
}

/* Other names that ocloc accepts: families of devices, product names, PCI ids. */
static const struct {
	const char *name, *archs;
} ocloc_names[] = {
#define NAME(name, archs) { name, archs },
#define IDS(arch, ids)
#include "ocloc_devices.def"
#undef NAME
#undef IDS
};

static const struct {
	const char *arch, *ids;
} ocloc_ids[] = {
#define NAME(name, archs)
#define IDS(arch, ids) { arch, ids },
#include "ocloc_devices.def"
#undef NAME
#undef IDS
};

/* "0x4905": a PCI id of four digits. */
static const char *by_id(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(ocloc_ids) && strlen(name) == 6; i++)
		if (strcasestr(ocloc_ids[i].ids, name + 2))
			return ocloc_ids[i].arch;
	return NULL;
}

/* "12.55.4": a product configuration; the table of targets has one revision of it. */
static const char *by_version(const char *name)
{
	unsigned arch, release, revision;
	int end = 0;

	if (sscanf(name, "%2u.%3u.%2u%n", &arch, &release, &revision, &end) != 3 || name[end])
		return NULL;
	for (size_t i = 0; i < syb_zebin_product_count(); i++) {
		const struct syb_zebin_product *product = syb_zebin_product_at(i);

		if (product->kind == SYB_ZEBIN_PRODUCT_CONFIG && *product->device &&
		    product->value == (arch << 22 | release << 14 | revision))
			return product->device;
	}
	return NULL;
}

/* The names in the table of targets for a name of ocloc, separated by blanks; NULL: none. */
static const char *ocloc_archs(struct plan *p, const char *name, const char *plain)
{
	const struct syb_target_info *info = syb_target_find(plan_text(p, "intel_gpu_%s", plain));

	if (info)
		return info->arch;
	for (size_t i = 0; i < ARRAY_SIZE(ocloc_names); i++)
		if (str_eq(ocloc_names[i].name, name))
			return ocloc_names[i].archs;
	return str_starts(name, "0x") || str_starts(name, "0X") ? by_id(name) : by_version(name);
}

/* Device names have '-' in ocloc and '_' in the table of targets. */
static const char *underscored(struct plan *p, const char *name, size_t len)
{
	char *text = arena_bytes(p->ctx, &p->arena, len + 1);

	if (!text) {
		p->error = -SYB_E_NOMEM;
		return "";
	}
	for (size_t i = 0; i < len; i++)
		text[i] = name[i] == '-' || name[i] == '.' ? '_' : name[i];
	text[len] = '\0';
	return text;
}

static int add_device(struct plan *p, const struct general *general, const char *option, const char *name, size_t len)
{
	const char *given = plan_text(p, "%.*s", (int)len, name), *archs = underscored(p, name, len);
	const struct syb_target_info *info = syb_target_by_arch(archs, general->triple);
	int r = p->error;

	if (r < 0 || info)
		return r < 0 ? r : add(p, info->name);
	archs = str_eq(general->name, "spir64_gen") ? ocloc_archs(p, given, archs) : NULL;
	if (!archs && strchr(given, ':'))
		return wrong(p, "%s%s: ranges are not supported; list the devices: '%sskl,icllp'", option, given,
			     option);
	if (!archs)
		return wrong(p, "%s%s: unknown device", option, given);
	for (const char *arch; r == 0 && (arch = words_next(&archs, &len));) {
		info = syb_target_by_arch(underscored(p, arch, len), general->triple);
		r = info ? add(p, info->name) : wrong(p, "%s%s: unknown target %.*s", option, given, (int)len, arch);
	}
	return r;
}

/* Whether these compiler options apply to this target. */
static bool is_meant(const struct syb_compile_backend *backend, const struct plan_target *target)
{
	size_t part = strcspn(target->triple, "-");
	const char *name = backend->target;

	return str_eq(name, target->name) || str_eq(name, target->given) ||
	       (strncmp(name, target->triple, part) == 0 && (!name[part] || name[part] == '-'));
}

const char *plan_backend_text(struct plan *p, const char *name, const struct plan_target *target)
{
	const char *text = "";

	for (size_t i = 0; i < p->o.backend_count; i++) {
		const struct syb_compile_backend *b = &p->o.backends[i];

		if (!b->target || (target ? is_meant(b, target) : str_starts(b->target, name)))
			text = plan_text(p, "%s%s%s", text, *text ? " " : "", b->options);
	}
	return text;
}

/* The devices in a list with commas; it ends at a blank. */
static int add_list(struct plan *p, const struct general *general, const char *option, const char *list)
{
	int r = 0;

	for (size_t n = strcspn(list, " ,"); n && r == 0; n = *list == ',' ? strcspn(++list, " ,") : 0) {
		r = add_device(p, general, option, list, n);
		list += n;
	}
	return r;
}

/* The compiler's kind of devices by the name of one. */
static const struct general *general_of_arch(const char *arch)
{
	return find_general(syb_target_find(str_starts(arch, "sm_")   ? "ptx64"
					    : str_starts(arch, "gfx") ? "amdgcn"
								      : "spir64_gen"));
}

static int add_devices(struct plan *p, const struct general *general, const char *given)
{
	const char *text = plan_backend_text(p, general->triple, NULL);
	bool found = false;
	int r = 0;

	p->general |= general->example != NULL;
	for (size_t i = 0; i < p->o.offload_arch_count; i++)
		found |= general_of_arch(p->o.offload_archs[i]) == general;
	for (size_t i = 0; i < ARRAY_SIZE(general->options) && general->options[i]; i++)
		for (const char *option = general->options[i], *at = text; r == 0 && (at = strstr(at, option));) {
			at += strlen(option);
			at += strspn(at, " ");
			found |= *at != 0;
			r = add_list(p, general, option, at);
		}
	if (r < 0 || found)
		return r;
	return general->example ? wrong(p, "%s needs a device: %s", general->name, general->example) : add(p, given);
}

/* --offload-arch=: devices of any kind. */
static int add_offload_archs(struct plan *p)
{
	static const char option[] = "--offload-arch=";
	int r = 0;

	for (size_t i = 0; i < p->o.offload_arch_count && r == 0; i++) {
		const char *arch = p->o.offload_archs[i];

		r = add_list(p, general_of_arch(arch), option, arch);
		if (r < 0 && str_eq(general_of_arch(arch)->name, "spir64_gen"))
			r = syb_note(p->ctx, r, "-fsycl-targets=spir64_x86_64 makes code for the CPU of this machine");
	}
	return r;
}

/* ---- targets of programs ---- */

/* NVIDIA: the device library needs the memory model of Volta, and threads that make progress on their own.
 * AMD: no adapter of the runtime would run the code. */
static int check_programs(struct plan *p)
{
	enum { OLDEST = 70 };

	for (size_t i = 0; p->o.host && i < p->target_count; i++) {
		const struct plan_target *t = &p->targets[i];

		if (t->chain == CHAIN_AMD)
			return wrong(
				p, "'%s': programs for AMD GPUs are not supported; sybil cc compiles kernels for them",
				t->given);
		if (t->chain == CHAIN_NVIDIA && str_starts(t->arch, "sm_") &&
		    strtoul(t->arch + strlen("sm_"), NULL, 10) < OLDEST)
			return wrong(p, "'%s': programs for NVIDIA GPUs need sm_%d or newer", t->given, OLDEST);
	}
	return 0;
}

/* ---- fixed targets ---- */

/* Whether the target is, or may be, one of the fixed targets, by the rule for packages. */
static int is_fixed(struct plan *p, const struct plan_target *target, bool *out_fixed)
{
	_cleanup_(syb_verdict_free_p) struct syb_verdict *verdict = NULL;
	const char **names = arena_array(p->ctx, &p->arena, p->o.fixed_target_count + 1, sizeof(*names));
	const struct syb_requirements fixed = { .size = sizeof(fixed),
						.fixed_targets = names,
						.fixed_target_count = p->o.fixed_target_count };
	const struct syb_device device = { .name = target->name, .aliases = "" };
	int r;

	if (!names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < p->o.fixed_target_count; i++) {
		const struct syb_target_info *info = find(p, p->o.fixed_targets[i]);

		names[i] = info ? info->name : p->o.fixed_targets[i];
	}
	r = syb_judge(p->ctx, &fixed, target->device ? target->device : &device, &verdict);
	*out_fixed = r == 0 && syb_verdict_answer(verdict) != SYB_ANSWER_NO;
	return r;
}

/* Remove targets for ahead-of-time compilation that are not fixed targets; JIT targets stay. */
static int keep_fixed(struct plan *p)
{
	_cleanup_(buf_free) struct buf names = { 0 };
	size_t kept = 0, gone = 0;

	for (size_t i = 0; i < p->target_count; i++) {
		const struct plan_target *t = &p->targets[i];
		bool stays = t->chain == CHAIN_SPIRV || (t->chain == CHAIN_NVIDIA && !*t->arch);
		int r = stays ? 0 : is_fixed(p, t, &stays);

		if (r == 0 && stays)
			p->targets[kept++] = *t;
		else if (r == 0)
			r = buf_printf(p->ctx, &names, "%s'%s'", gone++ ? ", " : "", t->name);
		if (r < 0)
			return r;
	}
	p->target_count = kept;
	if (gone)
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-fixed",
			   "nothing is compiled for %.*s: %s not in -fsycl-fixed-targets", (int)names.len,
			   (const char *)names.ptr, gone > 1 ? "they are" : "it is");
	return 0;
}

/* Names of aspects stand for all devices that have them. */
static int check_fixed(struct plan *p)
{
	for (size_t i = 0; i < p->o.fixed_target_count; i++) {
		const char *name = p->o.fixed_targets[i], *near;

		if (syb_devices_find(p->devices, name) || syb_aspect_parse(name))
			continue;
		near = syb_devices_nearest(p->devices, name);
		return wrong(p, "unknown fixed target '%s'" NEAREST_HINT, name, NEAREST_ARGS(near));
	}
	return 0;
}

/* Options that name a device, but select no target: those of a target that names its own, or without such a target. */
static bool selects(const struct plan *p, const struct syb_compile_backend *b, const char *option)
{
	const char *arch = strstr(b->options, option);
	bool found = !arch;

	for (size_t i = 0; i < p->target_count && !found; i++) {
		const char *name = p->targets[i].arch, *given = arch + strlen(option);

		found = *name && strncmp(given, name, strlen(name)) == 0 && strchr(" ,", given[strlen(name)]);
	}
	return found;
}

/* Warn about options for a compiler that is not run, as clang does; options for an unknown target are an error. */
static int check_backends(struct plan *p)
{
	for (size_t i = 0; i < p->o.backend_count; i++) {
		const struct syb_compile_backend *b = &p->o.backends[i];
		bool meant = !b->target;

		for (size_t t = 0; t < p->target_count && !meant; t++)
			meant = is_meant(b, &p->targets[t]);
		if (!meant && !find(p, b->target) && !syb_devices_find(p->devices, b->target))
			return wrong(p, "options for unknown target '%s'", b->target);
		if (!meant || !selects(p, b, "--cuda-gpu-arch=") || !selects(p, b, "--offload-arch="))
			syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
				   "argument unused during compilation: '-Xsycl-target-backend%s%s %s'",
				   b->target ? "=" : "", b->target ? b->target : "", b->options);
	}
	return 0;
}

int plan_targets(struct plan *p)
{
	struct syb_devices_opts opts = { .size = sizeof(opts),
					 .files = &p->o.device_config,
					 .file_count = p->o.device_config ? 1 : 0 };
	int r = syb_devices_load(p->ctx, &opts, &p->devices);

	for (size_t i = 0; i < p->o.target_count && r == 0; i++) {
		const struct general *general = find_general(find(p, p->o.targets[i]));

		r = general ? add_devices(p, general, p->o.targets[i]) : add(p, p->o.targets[i]);
	}
	if (r == 0)
		r = add_offload_archs(p);
	if (r == 0 && p->o.target_count == 0)
		r = add(p, "spir64");
	if (r == 0)
		r = check_programs(p);
	if (r == 0)
		r = check_backends(p);
	if (r == 0 && p->fixed)
		r = check_fixed(p);
	return r == 0 && p->fixed ? keep_fixed(p) : r;
}
