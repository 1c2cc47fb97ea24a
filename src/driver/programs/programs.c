/* driver/programs/programs.c — finding external compilers; programs.def is the list. */
#include "programs.h"

#include "base/process.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
	const char *variable, *names, *package, *unknown;
} programs[] = {
#define PROGRAM(id, variable, names, package, unknown) { variable, names, package, unknown },
#include "programs.def"
#undef PROGRAM
};

static bool put_name(const char *name, size_t len, const char *llvm, struct program_name *out)
{
	const char *version = memchr(name, '%', len);
	int put;

	if (version)
		put = snprintf(out->text, sizeof(out->text), "%.*s%.*s", (int)(version - name), name,
			       (int)strcspn(llvm, "."), llvm);
	else
		put = snprintf(out->text, sizeof(out->text), "%.*s", (int)len, name);
	return put > 0 && (size_t)put < sizeof(out->text);
}

bool program_find(enum program which, const char *llvm, struct program_name *out_name)
{
	const char *named = getenv(programs[which].variable), *names = programs[which].names, *rest = names;
	size_t len;

	if (!llvm)
		llvm = "15";
	if (named && *named)
		return put_name(named, strlen(named), llvm, out_name) && process_there(out_name->text);
	for (const char *name; (name = words_next(&rest, &len));)
		if (put_name(name, len, llvm, out_name) && process_there(out_name->text))
			return true;
	if (!put_name(names, strcspn(names, " "), llvm, out_name))
		out_name->text[0] = '\0';
	return false;
}

int program_missing(struct syb_ctx *ctx, enum program which, const struct program_name *name)
{
	int r = *name->text
			? syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing", "%s: no such program", name->text)
			: syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
				   "%s is not set: it names the program for this step", programs[which].variable);

	program_note(ctx, which, r);
	return r;
}

void program_note(struct syb_ctx *ctx, enum program which, int r)
{
	if (*programs[which].package)
		syb_note(ctx, r, "Debian's package %s has it; %s names another one", programs[which].package,
			 programs[which].variable);
}

const char *program_unknown_device(enum program which)
{
	return programs[which].unknown;
}
