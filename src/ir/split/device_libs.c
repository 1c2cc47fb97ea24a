/* ir/split/device_libs.c — the bfloat16 device libraries: two modules of a compiler, one of which a runtime links to
 * images that convert such numbers. They are listed and described after the images, not copied. */
#include "postlink.h"

#include "base/file.h"

static const struct {
	const char *file;
	enum device_lib lib;
} libs[] = {
	{ "libsycl-fallback-bfloat16.bc", LIB_FALLBACK },
	{ "libsycl-native-bfloat16.bc", LIB_NATIVE },
};

bool ir_is_bfloat16_library(LLVMValueRef function)
{
	const char *name = ir_name(function);

	return str_starts(name, "__devicelib_ConvertFToBF16INTEL") ||
	       str_starts(name, "__devicelib_ConvertBF16ToFINTEL");
}

bool image_uses_bfloat16(const struct image *image)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && ir_is_bfloat16_library(f))
			return true;
	return false;
}

static int make_path(struct postlink *p, size_t lib, struct buf *path)
{
	const char *dir = p->opts.device_lib_dir;
	bool slash = *dir && dir[strlen(dir) - 1] != '/';

	path->len = 0;
	return buf_printf(p->ctx, path, "%s%s%s%c", dir, slash ? "/" : "", libs[lib].file, '\0');
}

/* The entry points of a library are its visible functions. */
static int make_image(struct pass_run *run, enum device_lib lib, struct image *image)
{
	LLVMModuleRef module = run->ir->module;
	size_t count = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		count++;
	*image = (struct image){ .module = module, .key = "", .feature_split = true, .lib = lib };
	image->entries = arena_array(run->ctx, &run->arena, count + 1, sizeof(*image->entries));
	if (!image->entries)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMInternalLinkage &&
		    LLVMGetLinkage(f) != LLVMPrivateLinkage)
			image->entries[image->entry_count++] = f;
	return 0;
}

static int write_lib(struct postlink *p, size_t lib)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	struct syb_ir *const own = p->run.ir;
	struct syb_ir_read_opts opts = { .size = sizeof(opts) };
	const struct spec_constants none = { 0 };
	struct image image;
	int r;

	TRY(make_path(p, lib, &path));
	TRY(syb_file_open(p->ctx, (const char *)path.ptr, &file));
	opts.name = syb_file_name(file);
	TRY(syb_ir_read(p->ctx, syb_file_bytes(file), &opts, &ir));
	p->run.ir = ir; /* each context numbers metadata kinds itself */
	r = make_image(&p->run, libs[lib].lib, &image);
	if (r == 0)
		r = postlink_describe(p, &image, &none, p->ids[p->split.groups.count] + lib, &p->lib_listed);
	p->run.ir = own;
	return r;
}

int device_libs_write(struct postlink *p)
{
	for (size_t i = 0; i < ARRAY_SIZE(libs); i++)
		TRY(write_lib(p, i));
	return 0;
}

int device_libs_add_rows(struct postlink *p, struct syb_table *table, size_t output)
{
	_cleanup_(buf_free) struct buf path = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(libs) && p->lib_listed.len; i++) {
		if (!p->lib_listed.ptr[i * p->opts.output_count + output])
			continue;
		TRY(make_path(p, i, &path));
		TRY(postlink_add_row(p, table, &p->opts.outputs[output], p->ids[p->split.groups.count] + i, false,
				     (const char *)path.ptr));
	}
	return 0;
}

void device_libs_remove(struct postlink *p)
{
	for (size_t i = 0; i < ARRAY_SIZE(libs) && p->uses_bfloat16 && p->opts.device_lib_dir; i++)
		postlink_remove(p, p->ids[p->split.groups.count] + i, false, false);
}
