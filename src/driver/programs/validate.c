/* driver/programs/validate.c — what spirv-val (SPIRV-Tools) says about a SPIR-V module. It reads the module from an
 * unnamed file and ends at its first finding.
 *
 * It is older than some compilers: it rejects modules with capabilities, decorations, instructions and the like that it
 * does not know, Intel's among them. That says nothing about the module and is only a remark. */
#include "base/ctx.h"
#include "base/process.h"
#include "programs.h"
#include <sybil/spirv.h>

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MS = 60000 };

/* "Invalid capability operand: 6146", "Invalid opcode: 6117", "Invalid SPIR-V binary version 1.7 for …"; rules of the
 * core that it applies to instructions of Intel: "AliasDomainDeclINTEL must appear in a block"; and a rule of shaders
 * that it applies to kernels: "Block '38' is already a merge block for another header". Translators write debug
 * information more loosely than its rules. */
static bool is_unknown(const char *text)
{
	static const char *const what[] = { "operand: ", "opcode: ", "extended instruction", "binary version" };

	if (strstr(text, "INTEL") || strstr(text, "merge block") || strstr(text, "DebugInfo"))
		return true;
	for (size_t i = 0; str_starts(text, "Invalid ") && i < ARRAY_SIZE(what); i++)
		if (strstr(text, what[i]))
			return true;
	return false;
}

/* The first message, without "error: ". */
static const char *first_message(struct buf *printed)
{
	char *text, *end;

	if (!printed->ptr || !printed->len)
		return "no reason is given";
	text = (char *)printed->ptr;
	end = memchr(text, '\n', printed->len);
	*(end ? end : text + printed->len - 1) = '\0';
	return str_starts(text, "error: ") ? text + strlen("error: ") : text;
}

/* "line 12: " is an instruction. */
static const char *skip_place(const char *text)
{
	const char *colon = str_starts(text, "line ") ? strstr(text, ": ") : NULL;

	return colon ? colon + 2 : text;
}

int syb_spirv_validate(struct syb_ctx *ctx, struct syb_bytes module, uint64_t at)
{
	_cleanup_(buf_free) struct buf printed = { 0 };
	struct program_name program;
	struct process_end end;
	const char *text;
	int r;

	if (!program_find(PROGRAM_SPIRV_VAL, NULL, &program))
		return getenv("SYBIL_SPIRV_VAL") ? program_missing(ctx, PROGRAM_SPIRV_VAL, &program) : 0;
	const char *const argv[] = { program.text, "/dev/stdin", NULL };
	const struct process_opts opts = { .argv = argv, .in = module, .err_text = &printed, .timeout_ms = TIMEOUT_MS };

	r = process_run(ctx, &opts, &end);
	if (r < 0 || (end.status == 0 && !end.signalled))
		return r;
	text = first_message(&printed);
	if (end.signalled)
		syb_report(ctx, SYB_SEVERITY_INFO, at, "spirv-val-unknown", "%s was ended by signal %d", program.text,
			   end.status);
	else if (is_unknown(skip_place(text)))
		syb_report(ctx, SYB_SEVERITY_INFO, at, "spirv-val-unknown", "%s does not know what the module has: %s",
			   program.text, text);
	else
		syb_report(ctx, SYB_SEVERITY_ERROR, at, "spirv-val", "%s rejects the module: %s", program.text, text);
	return 0;
}
