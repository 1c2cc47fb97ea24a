/* tools/verbs/cmd_dump.c — syclbin-dump: a package in the text layout of the tool of that name, with its messages and
 * exit code 1 on every failure. */
#include "tools/frame/tool.h"

#include <stdio.h>

/* The last error: its check name and text. */
struct reason {
	char check[32], text[200];
};

/* The messages of LLVM's tool for a package that it cannot read, by broken rule; "%s" is the version. Its messages
 * for other faults depend on more than the rule. */
static const struct {
	const char *check, *text;
} texts[] = {
	{ "no-package", "Invalid data was encountered while parsing the file" },
	{ "offload-magic", "Invalid data was encountered while parsing the file" },
	{ "offload-header", "Invalid data was encountered while parsing the file" },
	{ "offload-version", "Invalid data was encountered while parsing the file" },
	{ "offload-size", "The end of the file was unexpectedly encountered" },
	{ "offload-entries", "The end of the file was unexpectedly encountered" },
	{ "offload-image", "The end of the file was unexpectedly encountered" },
	{ "offload-strings", "The end of the file was unexpectedly encountered" },
	{ "range", "Unexpected file contents size." },
	{ "syclbin-metadata", "Unexpected file contents size." },
	{ "syclbin-binary", "Unexpected file contents size." },
	{ "syclbin-magic", "Incorrect SYCLBIN magic number." },
	{ "syclbin-version", "Unsupported SYCLBIN version %s." },
	{ "syclbin-v2-entry", "SYCLBIN v2 entry has unexpected ImageKind." },
};

/* Print the other tool's message after our own, which has the details. */
static int fail(struct tool *tool, int r, const char *message, const char *name, const char *reason)
{
	struct syb_ctx *ctx = tool->silent;
	struct buf buf = { 0 };
	int e = buf_text(ctx, &buf, message);

	if (e == 0)
		e = buf_escaped(ctx, &buf, name, strlen(name));
	if (e == 0)
		e = buf_printf(ctx, &buf, "%s%s\n", *reason ? " : " : "", reason);
	if (e == 0)
		diag_put(&buf);
	tool->explained = true;
	buf_free(&buf);
	return r;
}

static void keep(void *user, const struct syb_diag *diag)
{
	struct reason *reason = user;

	if (diag->severity != SYB_SEVERITY_ERROR)
		return;
	snprintf(reason->check, sizeof(reason->check), "%s", diag->check ? diag->check : "");
	snprintf(reason->text, sizeof(reason->text), "%s", diag->text);
}

static int fail_parsing(struct tool *tool, int r, const struct reason *reason)
{
	char text[128], version[16] = "";

	(void)sscanf(reason->text, "version %15[0-9]", version);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		const char *number = strstr(texts[i].text, "%s");

		if (!str_eq(reason->check, texts[i].check))
			continue;
		snprintf(text, sizeof(text), "%.*s%s%s", number ? (int)(number - texts[i].text) : 120, texts[i].text,
			 number ? version : "", number ? number + 2 : "");
		return fail(tool, r, text, "", "");
	}
	return fail(tool, r, "Failed to parse SYCLBIN file.", "", "");
}

/* "cannot create: No such file" without the prefix. */
static const char *system_reason(const char *text)
{
	const char *colon = strstr(text, ": ");

	return colon ? colon + 2 : text;
}

int cmd_dump(struct tool *tool)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts) };
	const char *path = args_get(tool, OPT_dump_output);
	struct reason reason = { "", "" };
	int r = args_guard_operands(tool, path);

	if (r < 0)
		return r;
	r = syb_file_open(tool->ctx, tool->args.operands[0], &file);
	if (r < 0)
		return fail(tool, r, "Failed to open or read file ", tool->args.operands[0], "");
	opts.name = syb_file_name(file);
	tool->watch = keep;
	tool->watch_user = &reason;
	r = syb_bin_open(tool->ctx, syb_file_bytes(file), &opts, &bin);
	if (r < 0) {
		tool->watch = NULL;
		return fail_parsing(tool, r, &reason);
	}
	r = syb_out_open(tool->ctx, path ? path : "-", &out);
	tool->watch = NULL;
	if (r < 0)
		return fail(tool, r, "Failed to open output file ", path ? path : "-", system_reason(reason.text));
	r = syb_dump(tool->ctx, bin, out);
	return r < 0 ? r : syb_out_commit(tool->ctx, out);
}
