/* tools/verbs/form.c — the form of a package to write, by a verb's options: dialect, version, container,
 * compression. */
#include "tools/frame/tool.h"

int form_compress(struct tool *tool, const char *text, enum syb_compress *out_how, int *out_level)
{
	size_t len = strcspn(text, ":"), level = 0;
	char name[16] = "";

	if (len < sizeof(name))
		memcpy(name, text, len);
	if (syb_compress_parse(name, out_how) < 0)
		return usage(tool, "--compress=%s: expected one of: zstd zlib none", text);
	if (text[len] && (!parse_number(text + len + 1, &level) || level == 0 || level > 22 ||
			  *out_how == SYB_COMPRESS_NONE || (*out_how == SYB_COMPRESS_ZLIB && level > 9)))
		return usage(tool, "--compress=%s: the level must be a number from 1 to %d", text,
			     *out_how == SYB_COMPRESS_ZLIB ? 9 : 22);
	*out_level = (int)level;
	return 0;
}

int form_read(struct tool *tool, const struct form_options *ids, struct syb_bin_write_opts *opts)
{
	const char *dialect = args_get(tool, ids->dialect), *container = args_get(tool, ids->container);
	const char *version = args_get(tool, ids->format_version), *compress = args_get(tool, ids->compress);
	int r = 0;

	if (dialect)
		r = syb_dialect_parse(dialect, &opts->dialect);
	if (r == 0 && container)
		r = syb_container_parse(container, &opts->container);
	if (version)
		opts->format_version = (uint32_t)(version[0] - '0'); /* one digit */
	if (r == 0 && compress)
		r = form_compress(tool, compress, &opts->compress, &opts->level);
	return r;
}
