/* tools/verbs/link_spirv.c — sybil link --spirv: SPIR-V modules → one, with the options of spirv-link. */
#include "tools/frame/tool.h"

#include <sybil/link.h>

struct inputs {
	struct syb_file **files;
	struct syb_link_input *list;
	size_t count;
};

static void close_inputs(struct inputs *in)
{
	for (size_t i = 0; in->files && i < in->count; i++)
		syb_file_close(in->files[i]);
}

/* Report every file that cannot be opened. */
static int open_inputs(struct tool *tool, struct inputs *in)
{
	int worst = 0;

	in->count = tool->args.operand_count;
	in->files = arena_array(tool->ctx, &tool->arena, in->count, sizeof(*in->files));
	in->list = arena_array(tool->ctx, &tool->arena, in->count, sizeof(*in->list));
	if (!in->files || !in->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < in->count; i++) {
		int r = syb_file_open(tool->ctx, tool->args.operands[i], &in->files[i]);

		worst = worse(worst, r);
		if (r < 0)
			continue;
		syb_file_stream(tool->ctx, in->files[i]);
		in->list[i] = (struct syb_link_input){ .size = sizeof(*in->list),
						       .name = syb_file_name(in->files[i]),
						       .bytes = syb_file_bytes(in->files[i]) };
	}
	return worst;
}

/* The SPIR-V version of an environment. */
static uint32_t version_of(const char *env)
{
	static const struct {
		const char *name;
		uint32_t version;
	} envs[] = {
		{ "spv1.0", 0x00010000 },
		{ "spv1.1", 0x00010100 },
		{ "spv1.2", 0x00010200 },
		{ "spv1.3", 0x00010300 },
		{ "spv1.4", 0x00010400 },
		{ "spv1.5", 0x00010500 },
		{ "spv1.6", 0x00010600 },
		{ "opencl1.2", 0x00010000 },
		{ "opencl1.2embedded", 0x00010000 },
		{ "opencl2.0", 0x00010000 },
		{ "opencl2.0embedded", 0x00010000 },
		{ "opencl2.1", 0x00010000 },
		{ "opencl2.1embedded", 0x00010000 },
		{ "opencl2.2", 0x00010200 },
		{ "opencl2.2embedded", 0x00010200 },
		{ "vulkan1.0", 0x00010000 },
		{ "vulkan1.1", 0x00010300 },
		{ "vulkan1.1spv1.4", 0x00010400 },
		{ "vulkan1.2", 0x00010500 },
		{ "vulkan1.3", 0x00010600 },
		{ "opengl4.0", 0x00010000 },
		{ "opengl4.1", 0x00010000 },
		{ "opengl4.2", 0x00010000 },
		{ "opengl4.3", 0x00010000 },
		{ "opengl4.5", 0x00010000 },
	};

	for (size_t i = 0; env && i < ARRAY_SIZE(envs); i++)
		if (str_eq(envs[i].name, env))
			return envs[i].version;
	return 0;
}

static int read_options(struct tool *tool, struct syb_spirv_link_opts *opts)
{
	opts->library = args_has(tool, OPT_link_create_library) || args_has(tool, OPT_link_partial);
	opts->partial = args_has(tool, OPT_link_allow_partial) || args_has(tool, OPT_link_partial);
	opts->verify_ids = args_has(tool, OPT_link_verify_ids);
	opts->same_version = args_has(tool, OPT_link_same_version);
	opts->version = version_of(args_get(tool, OPT_link_target_env));
	opts->demangle = !args_has(tool, OPT_link_no_demangle);
	if (opts->same_version && args_has(tool, OPT_link_use_highest_version))
		return usage(tool, "--same-version and --use-highest-version cannot be combined");
	return args_list(tool, OPT_link_keep_export, &opts->keep_exports, &opts->keep_export_count);
}

int link_spirv(struct tool *tool)
{
	_cleanup_(close_inputs) struct inputs in = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	struct syb_spirv_link_opts opts = { .size = sizeof(opts) };
	const char *path;
	int r = output_needed(tool, OPT_link_output, &path);

	if (r == 0)
		r = read_options(tool, &opts);
	if (r == 0)
		r = open_inputs(tool, &in);
	if (r == 0)
		r = output_open(tool, path, &out);
	if (r == 0)
		r = syb_spirv_link(tool->ctx, in.list, in.count, &opts, out,
				   args_has(tool, OPT_link_map) ? &map : NULL);
	return r < 0 ? r : link_commit(tool, map, path, out);
}
