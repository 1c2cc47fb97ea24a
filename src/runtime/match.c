/* runtime/match.c — chooses the image of a module for a device, and explains the choice.
 *
 * libsybil judges requirements and architectures (sybil/filter.h); this file adds what depends on a live driver: the
 * formats that it accepts, and that it must never get native code for another architecture. Executables prefer native
 * code, inputs and objects IR. */
#include "bundle.h"

#include "base/buf.h"
#include "base/number.h"
#include <sybil/code_arch.h>

bool match_format(struct syb_bytes bytes, enum be_format *out_format)
{
	static const struct {
		const char *magic;
		size_t len;
		enum be_format format;
	} magics[] = {
		{ "\x03\x02\x23\x07", 4, BE_SPIRV },
		{ "\x07\x23\x02\x03", 4, BE_SPIRV },
		{ "BC\xc0\xde", 4, BE_BITCODE },
		{ "\xde\xc0\x17\x0b", 4, BE_BITCODE },
		{ "//", 2, BE_PTX },
		{ ".version", 8, BE_PTX },
	};

	for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
		*out_format = magics[i].format;
		if (bytes.len >= magics[i].len && memcmp(bytes.ptr, magics[i].magic, magics[i].len) == 0)
			return true;
	}
	return false;
}

static bool takes(const struct syb_rt_device *device, enum be_format format)
{
	uint32_t formats = device->info.formats;

	if (!device->ops)
		return true; /* a profile: its driver is not known */
	/* the translator turns SPIR-V into bitcode */
	return formats & 1u << format || (format == BE_SPIRV && formats & 1u << BE_BITCODE);
}

/* ---- native code ---- */

bool match_is_pocl(const struct syb_rt_device *device)
{
	return strstr(device->info.info.platform, "Portable Computing Language") != NULL;
}

/* Judge code by its bytes, whatever the metadata states. NULL: no objection. */
static const char *wrong_code(struct syb_bytes bytes, const struct syb_rt_device *device)
{
	enum syb_code_form form = syb_code_form(bytes);
	bool says = form == SYB_FORM_CUBIN || form == SYB_FORM_FATBIN; /* these always state their GPU */
	const char *why = NULL;

	if (device->ops && (form == SYB_FORM_POCL) != match_is_pocl(device))
		return form == SYB_FORM_POCL ? "a binary of PoCL" : "not a binary of PoCL";
	switch (syb_code_fits(bytes, device->info.info.arch, &why)) {
	case SYB_ANSWER_NO:
		return why;
	case SYB_ANSWER_UNKNOWN:
		return says ? why : NULL;
	default:
		return NULL;
	}
}

/* ---- one image ---- */

const char *match_image_name(const struct syb_image *image)
{
	const char *name = syb_image_name(image);

	return name ? name : "unnamed";
}

/* NULL: the driver may get it. */
static const char *refuse_native(const struct syb_image *image, const struct syb_rt_device *device)
{
	enum syb_answer fits = syb_image_fits(image, &device->info.caps);

	if (fits == SYB_ANSWER_UNKNOWN)
		return "the device's architecture is unknown";
	if (fits == SYB_ANSWER_NO)
		return "native code for another architecture";
	return wrong_code(syb_image_bytes(image), device);
}

static const char *refuse_ir(const struct syb_image *image, const struct syb_rt_device *device,
			     enum be_format *out_format)
{
	const char *why = NULL;
	uint32_t type;

	if (!match_format(syb_image_bytes(image), out_format)) {
		*out_format = BE_SPIRV;
		if (device->ops)
			return "not SPIR-V, PTX or bitcode";
	}
	/* a device that is not in the table of targets accepts any IR, but drivers accept only bitcode for SPIR-V
	 * targets */
	if (syb_image_fits(image, &device->info.caps) != SYB_ANSWER_YES ||
	    (device->ops && syb_image_ir_type(image, &type) == 0 && type == SYB_IR_AMDGCN))
		return "IR for another kind of device";
	if (*out_format == BE_PTX &&
	    syb_code_fits(syb_image_bytes(image), device->info.info.arch, &why) == SYB_ANSWER_NO)
		return why;
	return takes(device, *out_format) ? NULL : "the driver does not accept this format";
}

static const char *refuse(const struct syb_image *image, const struct syb_rt_device *device, enum be_format *out_format)
{
	*out_format = BE_NATIVE;
	return syb_image_kind(image) == SYB_IMAGE_NATIVE ? refuse_native(image, device)
							 : refuse_ir(image, device, out_format);
}

/* ---- a module ---- */

static const struct syb_image *first(const struct syb_module *module, const struct syb_rt_device *device,
				     enum syb_image_kind kind, enum be_format *out_format)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);

		if (syb_image_kind(image) == kind && !refuse(image, device, out_format))
			return image;
	}
	return NULL;
}

/* The first native image, else the first IR image; in reverse for modules that are not executable: those with imports,
 * or in a package in state object. */
static const struct syb_image *choose(const struct syb_bundle *bundle, const struct module *module,
				      const struct syb_rt_device *device, bool prefer_ir, enum be_format *out_format)
{
	bool native_first = bundle->state == SYB_STATE_EXECUTABLE && !bundle->linked && !prefer_ir;
	const struct syb_image *image =
		first(module->bin, device, native_first ? SYB_IMAGE_NATIVE : SYB_IMAGE_IR, out_format);

	if (image)
		return image;
	if (!native_first && bundle->state == SYB_STATE_INPUT)
		return NULL;
	return first(module->bin, device, native_first ? SYB_IMAGE_IR : SYB_IMAGE_NATIVE, out_format);
}

static int list_images(struct syb_ctx *ctx, struct arena *arena, const struct syb_module *module,
		       const struct syb_rt_device *device, const char **out)
{
	enum { SHOWN = 8 };
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t count = syb_module_image_count(module);

	TRY(buf_text(ctx, &text, count ? "" : "the module has no image"));
	for (size_t i = 0; i < count && i < SHOWN; i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		enum be_format format;
		const char *why = refuse(image, device, &format);

		TRY(buf_printf(ctx, &text, "%s%s: %s", i ? "; " : "", match_image_name(image),
			       why ? why : "not usable in this state"));
	}
	if (count > SHOWN)
		TRY(buf_printf(ctx, &text, "; and %zu more", count - SHOWN));
	*out = arena_string(ctx, arena, text.len ? (const char *)text.ptr : "", text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

int match_module(struct syb_ctx *ctx, struct arena *arena, const struct syb_bundle *bundle, struct module *module,
		 const struct syb_rt_device *device, bool prefer_ir, struct match *out)
{
	struct match match = { .answer = SYB_ANSWER_NO };
	const struct syb_module_info *info = NULL;
	int r = module_info(ctx, module, &info);

	if (r == 0)
		r = syb_judge(ctx, info->requirements, &device->info.caps, &match.verdict);
	if (r < 0)
		return r;
	match.answer = syb_verdict_answer(match.verdict);
	match.image = choose(bundle, module, device, prefer_ir, &match.format);
	if (!match.image) {
		match.answer = SYB_ANSWER_NO;
		r = list_images(ctx, arena, module->bin, device, &match.why);
	}
	if (r < 0)
		syb_verdict_free(match.verdict);
	else
		*out = match;
	return r;
}

/* ---- images that were not chosen ---- */

/* A usable image that was not chosen: the reason. */
static const char *lost_to(const struct syb_bundle *bundle, const struct match *match, const struct syb_image *image)
{
	if (!match->image)
		return "native code in a package that must be compiled first";
	if (syb_image_kind(image) == syb_image_kind(match->image))
		return "an earlier image was chosen";
	if (syb_image_kind(image) == SYB_IMAGE_IR)
		return "native code is preferred over IR";
	if (bundle->linked)
		return "linked bundles are built from IR";
	return bundle->state == SYB_STATE_EXECUTABLE ? "specialization constants were set, which needs IR"
						     : "the package is not executable: IR is preferred";
}

const char *match_lost(const struct syb_bundle *bundle, const struct syb_rt_device *device, const struct match *match,
		       const struct syb_image *image)
{
	enum be_format format;
	const char *why = NULL;

	if (image == match->image)
		return NULL;
	why = refuse(image, device, &format);
	return why ? why : lost_to(bundle, match, image);
}

int match_explain(struct syb_ctx *ctx, int r, const struct syb_bundle *bundle, const struct module *module,
		  const struct syb_rt_device *device, const struct match *match)
{
	enum { SHOWN = 16 };
	size_t count = syb_module_image_count(module->bin);

	if (count == 0)
		return syb_note(ctx, r, "module %zu has no image", syb_module_index(module->bin));
	for (size_t i = 0; i < count && i < SHOWN; i++) {
		const struct syb_image *image = syb_module_image_at(module->bin, i);
		const char *why = match_lost(bundle, device, match, image);

		if (why)
			r = syb_note(ctx, r, "image %zu, %s: %s", syb_image_index(image), match_image_name(image), why);
	}
	return count > SHOWN ? syb_note(ctx, r, "and %zu more image%s", count - SHOWN, PLURAL(count - SHOWN)) : r;
}
