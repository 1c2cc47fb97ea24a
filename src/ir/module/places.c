/* ir/module/places.c — debug information → file, line and column.
 *
 * Files are named relative to the folder of the compilation; the folder is part of the name unless it is the current
 * one. */
#include "places.h"

#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <unistd.h>

/* Names below the current folder begin there. */
static const char *from_here(const char *path)
{
	char here[PATH_MAX];
	size_t len = getcwd(here, sizeof(here)) ? strlen(here) : 0;

	return len && str_starts(path, here) && path[len] == '/' && path[len + 1] ? path + len + 1 : path;
}

static const char *path_of(struct syb_ctx *ctx, struct arena *arena, LLVMMetadataRef file)
{
	unsigned name_len = 0, folder_len = 0;
	const char *name = file ? LLVMDIFileGetFilename(file, &name_len) : NULL;
	const char *folder = file ? LLVMDIFileGetDirectory(file, &folder_len) : NULL;

	if (!name || name_len == 0)
		return NULL;
	if (name[0] == '/' || folder_len == 0 || (folder_len == 1 && folder[0] == '.'))
		return arena_string(ctx, arena, name, name_len);
	name = arena_printf(ctx, arena, "%.*s%s%.*s", (int)folder_len, folder, folder[folder_len - 1] == '/' ? "" : "/",
			    (int)name_len, name);
	return name ? from_here(name) : NULL;
}

static struct place of_location(struct syb_ctx *ctx, struct arena *arena, LLVMMetadataRef location)
{
	struct place place = { NULL, LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location) };

	if (place.line) /* compilers give joined code of several lines none */
		place.file = path_of(ctx, arena, LLVMDIScopeGetFile(LLVMDILocationGetScope(location)));
	return place.file ? place : (struct place){ NULL, 0, 0 };
}

struct place place_of(struct syb_ctx *ctx, struct arena *arena, LLVMValueRef value)
{
	LLVMMetadataRef metadata = NULL;
	struct place place = { NULL, 0, 0 };

	if (LLVMIsAFunction(value)) {
		metadata = LLVMGetSubprogram(value);
		place.line = metadata ? LLVMDISubprogramGetLine(metadata) : 0;
		if (place.line)
			place.file = path_of(ctx, arena, LLVMDIScopeGetFile(metadata));
		return place.file ? place : (struct place){ NULL, 0, 0 };
	}
	if (LLVMIsAInstruction(value))
		metadata = LLVMInstructionGetDebugLoc(value);
	if (!metadata && LLVMIsAAllocaInst(value))
		metadata = shim_debug_declared(value);
	return metadata ? of_location(ctx, arena, metadata) : place;
}
