/* ir/lower/front_end_types.c — opaque structures of frontend/programs/prelude.hpp → OpenCL's types, which the
 * translator to SPIR-V recognises by their names. C++ has no way to give a structure such a name. */
#include "front_end.h"

static const struct opaque_type {
	const char *ours, *translator;
} types[] = {
	{ "event", "opencl.event_t" },
	{ "sampler", "opencl.sampler_t" },
	{ "image1d_ro", "opencl.image1d_ro_t" },
	{ "image2d_ro", "opencl.image2d_ro_t" },
	{ "image3d_ro", "opencl.image3d_ro_t" },
	{ "image1d_array_ro", "opencl.image1d_array_ro_t" },
	{ "image2d_array_ro", "opencl.image2d_array_ro_t" },
	{ "image1d_wo", "opencl.image1d_wo_t" },
	{ "image2d_wo", "opencl.image2d_wo_t" },
	{ "image3d_wo", "opencl.image3d_wo_t" },
	{ "image1d_array_wo", "opencl.image1d_array_wo_t" },
	{ "image2d_array_wo", "opencl.image2d_array_wo_t" },
	/* sampled type, dimension - 1, depth, arrayed, multisampled, sampled, format, access */
	{ "sampled_image1d_ro", "spirv.SampledImage._void_0_0_0_0_0_0_0" },
	{ "sampled_image2d_ro", "spirv.SampledImage._void_1_0_0_0_0_0_0" },
	{ "sampled_image3d_ro", "spirv.SampledImage._void_2_0_0_0_0_0_0" },
	{ "sampled_image1d_array_ro", "spirv.SampledImage._void_0_0_1_0_0_0_0" },
	{ "sampled_image2d_array_ro", "spirv.SampledImage._void_1_0_1_0_0_0_0" },
};

static const char ours[] = "struct.__sybil_";

/* Where the context has several modules with the type, LLVM adds ".N" to its name. */
static bool is_type(const char *name, const struct opaque_type *type)
{
	const char *rest = str_starts(name, type->ours) ? name + strlen(type->ours) : "?";

	return *rest == '\0' || *rest == '.';
}

static void name_type(void *user, LLVMTypeRef type)
{
	const char *name = LLVMGetStructName(type);

	(void)user;
	if (!name || !str_starts(name, ours))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (is_type(name + strlen(ours), &types[i])) {
			shim_struct_rename(type, types[i].translator);
			return;
		}
}

void fe_name_types(struct front_end *fe)
{
	shim_each_struct(fe->run->ir->module, name_type, NULL);
}
