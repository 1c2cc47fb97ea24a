/* tools/cc_targets.c — what -fsycl-targets and -fsycl-fixed-targets ask for.
 *
 * A target is known by its name in the table of targets, an alias, or a triple. Code compiled ahead of time is only
 * made for targets that are in both lists, where both are given. */
#define _GNU_SOURCE /* strcasestr */
#include "cc.h"

#include "term/nearest.h"
#include "base/words.h"

#include <stdio.h>
#include <sybil/filter.h>
#include <sybil/zebin.h>

static const struct {
	const char *part; /* the first one of the triple in the table of targets */
	enum cc_chain chain;
	const char *triple; /* in packages */
} chains[] = {
	{ "spir64", CC_CHAIN_SPIRV, "spir64-unknown-unknown" },
	{ "spir64_gen", CC_CHAIN_INTEL, "spir64_gen-unknown-unknown" },
	{ "spir64_x86_64", CC_CHAIN_CPU, "spir64_x86_64-unknown-unknown" },
	{ "x86_64", CC_CHAIN_CPU, "spir64_x86_64-unknown-unknown" },
	{ "nvptx64", CC_CHAIN_NVIDIA, "nvptx64-nvidia-cuda" },
	{ "amdgcn", CC_CHAIN_AMD, "amdgcn-amd-amdhsa" },
};

static const struct {
	const char *name, *triple, *object;
} families[CC_FAMILY_COUNT] = {
	[CC_SPIR64] = { "spir64", "spir64-unknown-unknown", "spir64-unknown-unknown" },
	[CC_SPIR64_AOT] = { "spir64_aot", "spir64-unknown-unknown", "spir64_gen-unknown-unknown" },
	[CC_NVPTX] = { "nvptx64", "nvptx64-nvidia-cuda", "nvptx64-nvidia-cuda" },
	[CC_AMDGCN] = { "amdgcn", "amdgcn-amd-amdhsa", "amdgcn-amd-amdhsa" },
};

const char *cc_family_name(enum cc_family family)
{
	return families[family].name;
}

const char *cc_family_triple(enum cc_family family)
{
	return families[family].triple;
}

const char *cc_family_object(enum cc_family family)
{
	return families[family].object;
}

enum cc_family cc_target_family(const struct cc_target *target)
{
	switch (target->chain) {
	case CC_CHAIN_SPIRV:
		return CC_SPIR64;
	case CC_CHAIN_NVIDIA:
		return CC_NVPTX;
	case CC_CHAIN_AMD:
		return CC_AMDGCN;
	default:
		return CC_SPIR64_AOT;
	}
}

/* Without any target, which fixed ones can bring about, code is compiled for its diagnostics and properties. */
bool cc_needs_family(const struct cc *cc, enum cc_family family)
{
	if (cc->target_count == 0)
		return family == CC_SPIR64;
	for (size_t i = 0; i < cc->target_count; i++)
		if (cc_target_family(&cc->targets[i]) == family)
			return true;
	return false;
}

const char *cc_targets_text(struct cc *cc)
{
	const char *text = "";

	for (size_t i = 0; i < cc->target_count; i++)
		text = cc_text(cc, "%s%s%s", text, i ? ", " : "", cc->targets[i].said);
	return text;
}

/* ---- names ---- */

/* What may stand behind the first part of a triple. */
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

/* A name, or the triple of a target that is no single device. */
static const struct syb_target_info *find(struct cc *cc, const char *name)
{
	const struct syb_target_info *info = syb_target_find(name);
	size_t len = strcspn(name, "-");
	const char *part;

	if (info)
		return info;
	part = arena_string(cc->tool->ctx, &cc->tool->arena, name, len);
	if (!part || !is_triple_rest(name + len))
		return NULL;
	info = syb_target_find(str_eq(part, "nvptx64") ? "ptx64" : part);
	return info && !*info->arch ? info : NULL;
}

/* Targets that only the device configuration has: it says by which compiler code for them is made. */
static const struct {
	const char *toolchain;
	enum cc_chain chain;
	const char *triple, *compile_for;
} toolchains[] = {
	{ "ocloc", CC_CHAIN_INTEL, "spir64_gen-unknown-unknown", "spir64_gen" },
	{ "clang", CC_CHAIN_AMD, "amdgcn-amd-amdhsa", "amdgcn" },
};

static int push(struct cc *cc, struct cc_target target)
{
	int r;

	for (size_t i = 0; i < cc->target_count; i++)
		if (str_eq(cc->targets[i].name, target.name))
			return 0;
	r = VEC_PUSH(cc->tool->ctx, cc->targets, cc->target_count, cc->target_room);
	if (r == 0)
		cc->targets[cc->target_count++] = target;
	return r;
}

static int add_configured(struct cc *cc, const char *name, const struct syb_device *device)
{
	for (size_t i = 0; i < ARRAY_SIZE(toolchains); i++)
		if (str_eq(device->aot_toolchain, toolchains[i].toolchain))
			return push(cc, (struct cc_target){ .name = device->name,
							    .said = name,
							    .triple = toolchains[i].triple,
							    .arch = device->name,
							    .chain = toolchains[i].chain,
							    .device = device,
							    .compile_for = toolchains[i].compile_for,
							    .options = device->aot_toolchain_options });
	if (*device->aot_toolchain)
		return usage(cc->tool, "'%s': its aot-toolchain is %s, and here are ocloc and clang", name,
			     device->aot_toolchain);
	return usage(cc->tool, "'%s': the device configuration does not say how code is made for it (aot-toolchain)",
		     name);
}

static int add(struct cc *cc, const char *name)
{
	const struct syb_target_info *info = find(cc, name);
	const struct syb_device *device = info ? NULL : syb_devices_find(cc->devices, name);
	struct cc_target target = { 0 };
	const char *near;

	if (device)
		return add_configured(cc, name, device);
	if (!info) {
		near = syb_devices_nearest(cc->devices, name);
		return usage(cc->tool, "unknown target '%s'" NEAREST_HINT, name, NEAREST_ARGS(near));
	}
	for (size_t i = 0; i < ARRAY_SIZE(chains); i++)
		if (strlen(chains[i].part) == strcspn(info->triple, "-") && str_starts(info->triple, chains[i].part)) {
			target.chain = chains[i].chain;
			target.triple = chains[i].triple;
		}
	if (!target.triple)
		return usage(cc->tool, "'%s': there is no compiler for this target here", name);
	target.name = target.chain == CC_CHAIN_CPU ? "x86_64" : info->name;
	target.said = name;
	target.arch = info->arch;
	target.compile_for = target.name;
	target.options = "";
	target.device = syb_devices_find(cc->devices, target.name);
	if (!target.device && *target.arch)
		return syb_fail(cc->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "unknown-target",
				"the device configuration has no entry '%s'", target.name);
	return push(cc, target);
}

/* ---- targets without a device: it stands among the options of the compiler ---- */

static const struct general {
	const char *name, *option, *example;
} generals[] = {
	{ "spir64_gen", "-device ", "-fsycl-targets=intel_gpu_pvc says it, or -Xs '-device pvc'" },
	{ "amdgcn", "-mcpu=", "-fsycl-targets=amd_gpu_gfx90a says it, or -Xs -mcpu=gfx90a" },
};

static const struct general *find_general(const struct syb_target_info *info)
{
	for (size_t i = 0; info && i < ARRAY_SIZE(generals); i++)
		if (str_eq(info->name, generals[i].name))
			return &generals[i];
	return NULL;
}

/* ocloc's further spellings: names of several devices or of products, and what PCI calls them. */
static const struct {
	const char *name, *archs;
} ocloc_names[] = {
#define NAME(name, archs) { name, archs },
#define IDS(arch, ids)
#include "tools/verbs/ocloc_devices.def"
#undef NAME
#undef IDS
};

static const struct {
	const char *arch, *ids;
} ocloc_ids[] = {
#define NAME(name, archs)
#define IDS(arch, ids) { arch, ids },
#include "tools/verbs/ocloc_devices.def"
#undef NAME
#undef IDS
};

/* "0x4905": four digits, in lists of such. */
static const char *by_id(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(ocloc_ids) && strlen(name) == 6; i++)
		if (strcasestr(ocloc_ids[i].ids, name + 2))
			return ocloc_ids[i].arch;
	return NULL;
}

/* "12.55.4": a product config, of which one revision is in the table of targets. */
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

/* The names in the table of targets for what ocloc calls so, separated by blanks; NULL: none. */
static const char *ocloc_archs(struct cc *cc, const char *name, const char *plain)
{
	const struct syb_target_info *info = syb_target_find(cc_text(cc, "intel_gpu_%s", plain));

	if (info)
		return info->arch;
	for (size_t i = 0; i < ARRAY_SIZE(ocloc_names); i++)
		if (str_eq(ocloc_names[i].name, name))
			return ocloc_names[i].archs;
	return str_starts(name, "0x") || str_starts(name, "0X") ? by_id(name) : by_version(name);
}

/* Names of devices have a '-' at ocloc, and a '_' in names of targets. */
static const char *underscored(struct cc *cc, const char *name, size_t len)
{
	char *text = arena_bytes(cc->tool->ctx, &cc->tool->arena, len + 1);

	if (!text) {
		cc->error = -SYB_E_NOMEM;
		return "";
	}
	for (size_t i = 0; i < len; i++)
		text[i] = name[i] == '-' || name[i] == '.' ? '_' : name[i];
	text[len] = '\0';
	return text;
}

static int add_device(struct cc *cc, const struct general *general, const char *name, size_t len)
{
	const char *said = cc_text(cc, "%.*s", (int)len, name), *archs = underscored(cc, name, len);
	const struct syb_target_info *info = syb_target_by_arch(archs, general->name);
	int r = cc->error;

	if (r < 0 || info)
		return r < 0 ? r : add(cc, info->name);
	archs = str_eq(general->name, "spir64_gen") ? ocloc_archs(cc, said, archs) : NULL;
	if (!archs && strchr(said, ':'))
		return usage(cc->tool, "%s%s: ranges are not known here, list the devices: '%sskl,icllp'",
			     general->option, said, general->option);
	if (!archs)
		return usage(cc->tool, "%s%s: no such device is known", general->option, said);
	for (const char *arch; r == 0 && (arch = words_next(&archs, &len));) {
		info = syb_target_by_arch(underscored(cc, arch, len), general->name);
		r = info ? add(cc, info->name)
			 : usage(cc->tool, "%s%s: there is no target %.*s", general->option, said, (int)len, arch);
	}
	return r;
}

/* Whether options for the compiler of a target are for this one. */
static bool is_meant(const struct arg *arg, const struct cc_target *target)
{
	size_t part = strcspn(target->triple, "-");

	return str_eq(arg->value, target->name) || str_eq(arg->value, target->said) ||
	       (strncmp(arg->value, target->triple, part) == 0 && (!arg->value[part] || arg->value[part] == '-'));
}

const char *cc_backend_text(struct cc *cc, const char *name, const struct cc_target *target)
{
	const struct args *args = &cc->tool->args;
	const char *text = "";

	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];
		bool of = arg->id == OPT_cc_target_backend_of;
		bool all = arg->id == OPT_cc_backend || arg->id == OPT_cc_target_backend;

		if (all || (of && (target ? is_meant(arg, target) : str_starts(arg->value, name))))
			text = cc_text(cc, "%s%s%s", text, *text ? " " : "", of ? arg->next : arg->value);
	}
	return text;
}

static int add_devices(struct cc *cc, const struct general *general)
{
	const char *at = cc_backend_text(cc, general->name, NULL);
	bool found = false;
	int r = 0;

	cc->has_general = true;
	while (r == 0 && (at = strstr(at, general->option))) {
		at += strlen(general->option);
		at += strspn(at, " ");
		for (size_t n = strcspn(at, " ,"); n && r == 0; n = *at == ',' ? strcspn(++at, " ,") : 0) {
			r = add_device(cc, general, at, n);
			found = true;
			at += n;
		}
	}
	if (r == 0 && !found)
		r = usage(cc->tool, "%s: for which device? %s", general->name, general->example);
	return r;
}

/* ---- lists ---- */

/* The next name of a list; NULL at its end. */
static const char *next_name(struct cc *cc, const char **list)
{
	size_t len = strcspn(*list, ",");
	const char *name = len ? arena_string(cc->tool->ctx, &cc->tool->arena, *list, len) : NULL;

	*list += len;
	*list += **list == ',';
	return name;
}

static int check_list(struct cc *cc, const char *option, const char *list)
{
	size_t len = strlen(list);

	if (len && *list != ',' && list[len - 1] != ',' && !strstr(list, ",,"))
		return 0;
	return usage(cc->tool, "%s=%s: a name is missing", option, list);
}

DEFINE_CLEANUP(struct syb_verdict *, syb_verdict_free);

/* Whether one of the fixed targets is, or may be, the target, by the rule that packages are judged by. */
static int is_fixed(struct cc *cc, const struct cc_target *target, bool *out_fixed)
{
	_cleanup_(syb_verdict_free_p) struct syb_verdict *verdict = NULL;
	struct arena *arena = &cc->tool->arena;
	const char **names = arena_array(cc->tool->ctx, arena, strlen(cc->fixed) + 1, sizeof(*names));
	const char *list = cc->fixed;
	struct syb_requirements fixed = { .size = sizeof(fixed), .fixed_targets = names };
	const struct syb_device device = { .name = target->name, .aliases = "" };
	size_t count = 0;
	int r;

	if (!names)
		return -SYB_E_NOMEM;
	for (const char *one; (one = next_name(cc, &list));) {
		const struct syb_target_info *info = find(cc, one);

		names[count++] = info ? info->name : one;
	}
	fixed.fixed_target_count = count;
	r = syb_judge(cc->tool->ctx, &fixed, target->device ? target->device : &device, &verdict);
	*out_fixed = r == 0 && syb_verdict_answer(verdict) != SYB_ANSWER_NO;
	return r;
}

/* Only what is in both lists is compiled ahead of time; code that is compiled when it is loaded stays. */
static int keep_fixed(struct cc *cc)
{
	_cleanup_(buf_free) struct buf names = { 0 };
	size_t kept = 0, gone = 0;

	for (size_t i = 0; i < cc->target_count; i++) {
		const struct cc_target *t = &cc->targets[i];
		bool stays = t->chain == CC_CHAIN_SPIRV || (t->chain == CC_CHAIN_NVIDIA && !*t->arch);
		int r = stays ? 0 : is_fixed(cc, t, &stays);

		if (r == 0 && stays)
			cc->targets[kept++] = *t;
		else if (r == 0)
			r = buf_printf(cc->tool->ctx, &names, "%s'%s'", gone++ ? ", " : "", t->name);
		if (r < 0)
			return r;
	}
	cc->target_count = kept;
	if (gone)
		syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-fixed",
			   "nothing is compiled for %.*s: %s not in -fsycl-fixed-targets", (int)names.len,
			   (const char *)names.ptr, gone > 1 ? "they are" : "it is");
	return 0;
}

static int check_fixed(struct cc *cc)
{
	const char *list = cc->fixed;
	int r = check_list(cc, "-fsycl-fixed-targets", list);

	if (r < 0)
		return r;
	for (const char *name; (name = next_name(cc, &list));)
		if (!syb_devices_find(cc->devices, name)) {
			const char *near = syb_devices_nearest(cc->devices, name);

			return usage(cc->tool, "-fsycl-fixed-targets: unknown target '%s'" NEAREST_HINT, name,
				     NEAREST_ARGS(near));
		}
	return 0;
}

/* Options for a compiler that is not called, as clang says it; for none at all they are a mistake. */
static int warn_backend(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];
		bool meant = arg->id != OPT_cc_target_backend_of;

		for (size_t t = 0; t < cc->target_count && !meant; t++)
			meant = is_meant(arg, &cc->targets[t]);
		if (!meant && !find(cc, arg->value) && !syb_devices_find(cc->devices, arg->value))
			return usage(cc->tool, "%s: unknown target '%s'", arg->text, arg->value);
		if (!meant)
			syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
				   "argument unused during compilation: '%s %s'", arg->text, arg->next);
	}
	return 0;
}

int cc_targets_read(struct cc *cc)
{
	struct syb_devices_opts opts = { .size = sizeof(opts), .files = &cc->config, .file_count = cc->config ? 1 : 0 };
	const struct args *args = &cc->tool->args;
	bool any = false;
	int r = syb_devices_load(cc->tool->ctx, &opts, &cc->devices);

	for (size_t i = 0; i < args->count && r == 0; i++) {
		const char *list = args->list[i].id == OPT_cc_targets ? args->list[i].value : "";

		if (args->list[i].id == OPT_cc_targets)
			r = check_list(cc, "-fsycl-targets", list);
		for (const char *name; r == 0 && (name = next_name(cc, &list));) {
			const struct general *general = find_general(find(cc, name));

			r = general ? add_devices(cc, general) : add(cc, name);
			any = true;
		}
	}
	cc->said_targets = any;
	if (r == 0 && !any)
		r = add(cc, "spir64");
	if (r == 0)
		r = warn_backend(cc);
	if (r == 0 && cc->fixed)
		r = check_fixed(cc);
	if (r == 0 && cc->fixed)
		r = keep_fixed(cc);
	return r;
}
