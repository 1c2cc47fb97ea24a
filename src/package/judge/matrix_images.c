/* package/judge/matrix_images.c — images of a module × device → the image that the device gets.
 *
 * Native code is for one architecture, known by any of its names, or for those that an archive of ocloc contains. IR
 * is for every device whose driver takes that kind of IR: SPIR-V for SPIR-V triples and for CPUs, PTX for NVIDIA,
 * AMDGCN for AMD. Devices that are not in the target table may take any IR. */
#include "matrix.h"

#include "base/buf.h"
#include "format/code/code_arch.h"

/* The target of native code by any of its names, or by its name in the backend ("pvc", "sm_80"). Without an
 * architecture it is the generic one of the triple. */
static const struct syb_target_info *native_target(const struct syb_image *image)
{
	const char *arch = syb_image_arch(image), *triple = syb_image_target(image);
	const struct syb_target_info *found;

	if (triple && !*triple)
		triple = NULL;
	if (!arch || !*arch)
		return triple ? syb_target_by_arch("", triple) : NULL;
	found = syb_target_find(arch);
	if (!found)
		found = syb_target_by_arch(arch, triple);
	return found || !triple ? found : syb_target_by_arch(arch, NULL);
}

static bool native_is_for(const struct syb_image *image, const struct syb_device *device)
{
	const char *arch = syb_image_arch(image);
	const struct syb_target_info *own = device_target(device);

	return (arch && *arch && device_is(device, arch)) || target_is_same(native_target(image), own);
}

bool matrix_image_may_be(const struct syb_image *image, const struct syb_device *device)
{
	const struct syb_target_info *own = device_target(device);
	const struct syb_target_info *target = syb_image_kind(image) == SYB_IMAGE_NATIVE ? native_target(image) : NULL;

	return own && target && target_may_be(own, target);
}

bool matrix_may_have(const struct syb_module *module, const struct syb_device *device)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		if (matrix_image_may_be(syb_module_image_at(module, i), device))
			return true;
	return false;
}

static bool ir_is_for(const struct syb_image *image, const struct syb_device *device)
{
	const struct syb_target_info *own = device_target(device);
	uint32_t type;

	if (!own || syb_image_ir_type(image, &type) < 0)
		return true;
	switch (type) {
	case SYB_IR_SPIRV:
		return str_starts(own->triple, "spir64") || str_starts(own->triple, "x86_64");
	case SYB_IR_PTX:
		return str_starts(own->triple, "nvptx");
	case SYB_IR_AMDGCN:
		return str_starts(own->triple, "amdgcn");
	default:
		return true; /* a newer kind */
	}
}

/* Native code for which no architecture is stated may state it itself: an archive of ocloc has a zebin for each of
 * several devices, and may have SPIR-V for the others. */
static enum image_way way_in_code(const struct syb_image *image, const struct syb_target_info *own)
{
	enum { MOST = 64 };
	const char *arch = syb_image_arch(image);
	struct syb_code_arch pieces[MOST];
	enum image_way best = WAY_NONE;
	size_t count;

	if (!own || (arch && *arch))
		return WAY_NONE;
	count = syb_code_archs(syb_image_bytes(image), pieces, MOST);
	for (size_t i = 0; i < count && i < MOST; i++) {
		enum image_way way = pieces[i].form == SYB_FORM_SPIRV ? WAY_IR : WAY_NATIVE;

		if (way > best && code_piece_fits(&pieces[i], own->name) == SYB_ANSWER_YES)
			best = way;
	}
	return best;
}

static enum image_way way_of(const struct syb_image *image, const struct syb_device *device)
{
	if (syb_image_kind(image) == SYB_IMAGE_IR)
		return ir_is_for(image, device) ? WAY_IR : WAY_NONE;
	return native_is_for(image, device) ? WAY_NATIVE : way_in_code(image, device_target(device));
}

bool matrix_image_is_for(const struct syb_image *image, const struct syb_device *device)
{
	return way_of(image, device) != WAY_NONE;
}

enum image_way matrix_way(const struct syb_module *module, const struct syb_device *device,
			  const struct syb_image **out_image)
{
	enum image_way best = WAY_NONE;

	for (size_t i = 0; i < syb_module_image_count(module) && best != WAY_NATIVE; i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		enum image_way way = way_of(image, device);

		if (way <= best)
			continue;
		best = way;
		*out_image = image;
	}
	return best;
}

const char *matrix_way_name(enum image_way way)
{
	static const char *const names[] = {
		[WAY_NONE] = NULL, [WAY_SOURCE] = NULL, [WAY_IR] = "ir", [WAY_NATIVE] = "native"
	};

	return names[way];
}

int matrix_images_text(struct syb_ctx *ctx, struct arena *arena, const struct syb_module *module, const char **out)
{
	enum { SHOWN = 8 };
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t count = syb_module_image_count(module);

	buf_text(ctx, &text, count ? "only images for" : "no image");
	for (size_t i = 0; i < count && i < SHOWN; i++) {
		const char *name = syb_image_name(syb_module_image_at(module, i));

		buf_printf(ctx, &text, "%s%s", i ? ", " : " ", name ? name : "something else");
	}
	if (count > SHOWN)
		buf_printf(ctx, &text, " and %zu more", count - SHOWN);
	*out = text.failed ? NULL : arena_string(ctx, arena, text.ptr, text.len);
	return *out ? 0 : text.failed ? text.failed : -SYB_E_NOMEM;
}
