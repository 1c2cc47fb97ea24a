/* tools/verbs/cmd_pack.c — sybil pack: images and property sets, a file table or another package → SYCLBIN; or
 * images → offload binary.
 *
 * Options that describe modules are read in order: --module begins one, --properties, --ir and --native fill it. */
#include "tools/frame/tool.h"

DEFINE_CLEANUP(struct syb_offload_writer *, syb_offload_writer_free);

/* Version 2 and compression need an offload binary. If two settings exclude each other, the one copied from the
 * input package yields. */
static void give_way(struct tool *tool, struct syb_bin_write_opts *opts)
{
	bool version = args_has(tool, OPT_pack_format_version), compress = args_has(tool, OPT_pack_compress);

	if (opts->container != SYB_CONTAINER_NONE)
		return;
	if (!args_has(tool, OPT_pack_container)) {
		if (opts->format_version == 2 || opts->compress != SYB_COMPRESS_NONE)
			opts->container = SYB_CONTAINER_OFFLOAD;
		return;
	}
	if (!version)
		opts->format_version = 1;
	if (!compress)
		opts->compress = SYB_COMPRESS_NONE;
}

/* The form to write; with --from, settings that are not given stay as they are. */
static int read_form(struct tool *tool, const struct syb_bin *from, struct syb_bin_write_opts *out_opts)
{
	static const struct form_options ids = { OPT_pack_dialect, OPT_pack_format_version, OPT_pack_container,
						 OPT_pack_compress };
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_DPCPP };
	int r;

	if (from) {
		opts = syb_bin_form(from);
		if (args_has(tool, OPT_pack_dialect) && !args_has(tool, OPT_pack_container))
			opts.container = SYB_CONTAINER_KEEP; /* depends on the dialect */
	}
	r = form_read(tool, &ids, &opts);
	if (from)
		give_way(tool, &opts);
	if (r == 0)
		*out_opts = opts;
	return r;
}

/* FILE,key=value…: strip known keys from the end, so that file names may contain commas. */
struct image_spec {
	char *file;
	const char *type, *arch, *target;
};

static int parse_image(struct tool *tool, const struct arg *arg, struct image_spec *out)
{
	struct image_spec spec = { 0 };
	bool native = arg->id == OPT_pack_native;
	const struct {
		const char *key;
		const char **value;
	} keys[] = { { "target=", &spec.target }, { native ? "arch=" : "type=", native ? &spec.arch : &spec.type } };
	char *comma;

	spec.file = arena_string(tool->ctx, &tool->arena, arg->value, strlen(arg->value));
	if (!spec.file)
		return -SYB_E_NOMEM;
	while ((comma = strrchr(spec.file, ',')) != NULL) {
		size_t i = 0, word = strspn(comma + 1, "abcdefghijklmnopqrstuvwxyz-_");

		while (i < ARRAY_SIZE(keys) && !str_starts(comma + 1, keys[i].key))
			i++;
		if (i == ARRAY_SIZE(keys) ? comma[1 + word] != '=' : *keys[i].value != NULL)
			break; /* a key may be given once */
		if (i == ARRAY_SIZE(keys))
			return usage(tool, "--%s=%s: '%.*s': expected one of: %s", options[arg->id].name, arg->value,
				     (int)word, comma + 1, native ? "arch target" : "type target");
		*comma = '\0';
		*keys[i].value = comma + 1 + strlen(keys[i].key);
		if (!**keys[i].value)
			return usage(tool, "--%s=%s: %s needs a value", options[arg->id].name, arg->value, keys[i].key);
	}
	if (!*spec.file)
		return usage(tool, "--%s=%s: missing file name", options[arg->id].name, arg->value);
	*out = spec;
	return 0;
}

/* The type of an IR image, by its content. */
static int guess_type(struct tool *tool, const char *path, uint32_t *out_type)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	enum syb_kind kind;

	TRY(syb_file_open(tool->ctx, path, &file));
	kind = syb_identify(syb_file_bytes(file));
	if (kind != SYB_KIND_SPIRV && kind != SYB_KIND_PTX)
		return syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "other-kind",
				"--ir=%s: %s is neither SPIR-V nor PTX%s", path, file_kind(syb_file_bytes(file)),
				syb_file_bytes(file).len ? "; give its type: type=spirv, type=ptx or type=amdgcn" : "");
	*out_type = kind == SYB_KIND_SPIRV ? SYB_IR_SPIRV : SYB_IR_PTX;
	return 0;
}

static int add_image(struct tool *tool, struct syb_pack *pack, const struct arg *arg)
{
	struct syb_image_desc desc = { .size = sizeof(desc), .kind = SYB_IMAGE_IR };
	struct image_spec spec = { 0 };
	enum syb_ir_type type;

	TRY(parse_image(tool, arg, &spec));
	TRY(args_guard_file(tool, args_get(tool, OPT_pack_output), spec.file));
	desc.target = spec.target;
	if (arg->id == OPT_pack_native) {
		if (!spec.arch)
			return usage(tool, "--native=%s: missing arch=", arg->value);
		desc.kind = SYB_IMAGE_NATIVE;
		desc.arch = spec.arch;
	} else if (!spec.type) {
		TRY(guess_type(tool, spec.file, &desc.ir_type));
	} else if (syb_ir_type_parse(spec.type, &type) < 0) {
		return usage(tool, "%s: expected one of: spirv ptx amdgcn", arg->value);
	} else {
		desc.ir_type = type;
	}
	return syb_pack_image(tool->ctx, pack, spec.file, &desc);
}

/* The properties of the module whose options begin at list[i]; they may be given once. */
static int module_properties(struct tool *tool, size_t i, const char **out_path)
{
	const struct arg *list = tool->args.list;

	*out_path = NULL;
	for (; i < tool->args.count && list[i].id != OPT_pack_module; i++) {
		if (list[i].id != OPT_pack_properties)
			continue;
		if (*out_path)
			return usage(tool, "--properties=%s: the module already has properties", list[i].value);
		*out_path = list[i].value;
	}
	return 0;
}

/* The first SPIR-V image of the module whose options begin at list[i], NULL if it has none. */
static int module_spirv(struct tool *tool, size_t i, const char **out_path)
{
	const struct arg *list = tool->args.list;
	int r = 0;

	*out_path = NULL;
	for (; i < tool->args.count && list[i].id != OPT_pack_module && r == 0 && !*out_path; i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		struct image_spec spec = { 0 };

		if (list[i].id != OPT_pack_ir)
			continue;
		r = parse_image(tool, &list[i], &spec);
		if (r < 0 || (spec.type && strcmp(spec.type, "spirv") != 0))
			continue;
		r = syb_file_open(tool->ctx, spec.file, &file);
		if (r == 0 && syb_identify(syb_file_bytes(file)) == SYB_KIND_SPIRV)
			*out_path = spec.file;
	}
	return r;
}

/* Begin the module whose options follow from list[i] on. Properties are inferred from SPIR-V if requested or
 * missing. */
static int add_module(struct tool *tool, struct syb_pack *pack, size_t i)
{
	const char *properties, *spirv = NULL;

	TRY(module_properties(tool, i, &properties));
	if (!args_has(tool, OPT_pack_no_infer) && (!properties || args_has(tool, OPT_pack_infer)))
		TRY(module_spirv(tool, i, &spirv));
	return spirv ? syb_pack_module_infer(tool->ctx, pack, spirv, properties)
		     : syb_pack_module(tool->ctx, pack, properties);
}

/* A single module needs no --module. */
static int pack_modules(struct tool *tool, struct syb_pack *pack)
{
	bool begun = !args_has(tool, OPT_pack_module);

	TRY(begun ? add_module(tool, pack, 0) : 0);
	for (size_t i = 0; i < tool->args.count; i++) {
		const struct arg *arg = &tool->args.list[i];

		if (arg->id == OPT_pack_module) {
			begun = true;
			TRY(add_module(tool, pack, i + 1));
		} else if (arg->id == OPT_pack_ir || arg->id == OPT_pack_native || arg->id == OPT_pack_properties) {
			if (!begun)
				return usage(tool, "--%s=%s is before the first --module", options[arg->id].name,
					     arg->value);
			if (arg->id != OPT_pack_properties)
				TRY(add_image(tool, pack, arg));
		}
	}
	return 0;
}

static int pack_table(struct tool *tool, struct syb_pack *pack, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	struct syb_pack_table_opts opts = {
		.size = sizeof(opts),
		.target = args_get(tool, OPT_pack_target),
		.arch = args_get(tool, OPT_pack_arch),
		.infer = !args_has(tool, OPT_pack_no_infer),
	};
	const char *type = args_get(tool, OPT_pack_ir_type);
	enum syb_ir_type number = SYB_IR_SPIRV;
	int r;

	if (type && opts.arch)
		return usage(tool, "--ir-type is for IR, --arch for native code: give only one");
	r = syb_file_open(tool->ctx, path, &file);
	if (r == 0)
		r = table_read(tool, file, true, &table);
	if (r == 0)
		r = table_guard_cells(tool, args_get(tool, OPT_pack_output), table);
	if (r == 0 && type)
		r = syb_ir_type_parse(type, &number);
	opts.ir_type = number;
	if (r == 0)
		r = syb_pack_table(tool->ctx, pack, table, &opts);
	return file ? table_explain(tool, file, true, r) : r;
}

/* Warn about functions that SPIR-V imports. */
static int write_checked(struct tool *tool, struct syb_pack *pack, struct syb_out *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(warnings_read(tool, OPT_pack_warn));
	TRY(out_scratch(tool->ctx, &scratch));
	TRY(syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), scratch));
	TRY(out_scratch_file(tool->ctx, scratch, &file));
	TRY(warn_imports(tool, syb_file_bytes(file)));
	TRY(warnings_result(tool));
	return syb_out_copy(tool->ctx, out, file, syb_file_bytes(file));
}

static int write_pack(struct tool *tool, struct syb_pack *pack, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const char *name = args_get(tool, OPT_pack_state);
	enum syb_state state;

	if (name) {
		TRY(syb_state_parse(name, &state));
		TRY(syb_bin_writer_state(tool->ctx, syb_pack_writer(pack), state));
	}
	TRY(output_open(tool, path, &out));
	TRY(args_has(tool, OPT_pack_check_imports) ? write_checked(tool, pack, out)
						   : syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), out));
	TRY(syb_out_commit(tool->ctx, out));
	return answer_written(tool, path);
}

static int write_object(struct tool *tool, struct syb_offload_writer *writer, struct syb_out *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(out_scratch(tool->ctx, &scratch));
	TRY(syb_offload_writer_write(tool->ctx, writer, scratch));
	TRY(out_scratch_file(tool->ctx, scratch, &file));
	return syb_offload_object(tool->ctx, file, syb_file_bytes(file), out);
}

/* --image=file=FILE,key=value… */
static int guard_images(struct tool *tool, const char *path)
{
	const char *const *list;
	size_t count;

	TRY(args_list(tool, OPT_pack_image, &list, &count));
	for (size_t i = 0; i < count; i++) {
		char *rest = arena_string(tool->ctx, &tool->arena, list[i], strlen(list[i])), *word;

		if (!rest)
			return -SYB_E_NOMEM;
		while ((word = strsep(&rest, ",")))
			if (str_starts(word, "file="))
				TRY(args_guard_file(tool, path, strchr(word, '=') + 1));
	}
	return 0;
}

/* As clang-offload-packager does: each --image is a separate binary, numbered as in LLVM 19 unless the dialect
 * differs. */
static int pack_offload(struct tool *tool, const char *path)
{
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *writer = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_offload_write_opts opts = { .size = sizeof(opts), .separate = true };
	struct syb_offload_add_opts add = { .size = sizeof(add), .today = args_has(tool, OPT_pack_dialect) };
	const char *compress = args_get(tool, OPT_pack_compress);

	TRY(compress ? form_compress(tool, compress, &opts.compress, &opts.level) : 0);
	if (!args_has(tool, OPT_pack_image))
		TRY(usage(tool, "--offload needs at least one --image=..."));
	TRY(guard_images(tool, path));
	TRY(syb_offload_writer_new(tool->ctx, &opts, &writer));
	for (size_t i = 0; i < tool->args.count; i++)
		if (tool->args.list[i].id == OPT_pack_image)
			TRY(syb_offload_writer_add(tool->ctx, writer, tool->args.list[i].value, &add));
	TRY(output_open(tool, path, &out));
	TRY(args_has(tool, OPT_pack_object) ? write_object(tool, writer, out)
					    : syb_offload_writer_write(tool->ctx, writer, out));
	TRY(syb_out_commit(tool->ctx, out));
	return answer_written(tool, path);
}

/* The four kinds of input; exactly one is given. */
static const enum option_id ways[] = { OPT_pack_table, OPT_pack_module, OPT_pack_from, OPT_pack_offload };
enum { TABLE = 1, MODULE = 2, FROM = 4, OFFLOAD = 8 };

static int check_options(struct tool *tool, size_t way)
{
	static const enum option_id inputs[] = { OPT_pack_table, OPT_pack_properties, OPT_pack_from };
	static const struct {
		enum option_id id;
		unsigned ways;
	} rules[] = {
		{ OPT_pack_ir_type, TABLE },
		{ OPT_pack_target, TABLE },
		{ OPT_pack_arch, TABLE },
		{ OPT_pack_properties, MODULE },
		{ OPT_pack_ir, MODULE },
		{ OPT_pack_native, MODULE },
		{ OPT_pack_image, OFFLOAD },
		{ OPT_pack_object, OFFLOAD },
		{ OPT_pack_infer, TABLE | MODULE },
		{ OPT_pack_no_infer, TABLE | MODULE },
		{ OPT_pack_state, TABLE | MODULE | FROM },
		{ OPT_pack_format_version, TABLE | MODULE | FROM },
		{ OPT_pack_container, TABLE | MODULE | FROM },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (!(rules[i].ways & 1u << way) && args_has(tool, rules[i].id))
			return usage(tool, "--%s cannot be combined with --%s", options[rules[i].id].name,
				     options[ways[way]].name);
	if (args_has(tool, OPT_pack_infer) && args_has(tool, OPT_pack_no_infer))
		return usage(tool, "--infer and --no-infer cannot be combined");
	if (1u << way & (TABLE | MODULE) && !args_has(tool, OPT_pack_state))
		return usage(tool, "missing --state=STATE: input, object or executable");
	for (size_t i = 0; i < ARRAY_SIZE(inputs); i++)
		TRY(args_guard(tool, args_get(tool, OPT_pack_output), inputs[i]));
	return 0;
}

static int choose_way(struct tool *tool, size_t *out_way)
{
	bool found = false;

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		if (!args_has(tool, ways[i]))
			continue;
		if (found)
			return usage(tool, "--%s and --%s cannot be combined", options[ways[*out_way]].name,
				     options[ways[i]].name);
		*out_way = i;
		found = true;
	}
	if (!found && !args_has(tool, OPT_pack_ir) && !args_has(tool, OPT_pack_native))
		return usage(tool,
			     "nothing to pack: give --table=FILE, --module ..., --from=FILE or --offload --image=...");
	return 0;
}

int cmd_pack(struct tool *tool)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *from = NULL;
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	const struct syb_bin_open_opts only = { .size = sizeof(only), .only = true };
	struct syb_bin_write_opts opts;
	const char *path;
	size_t way = 1; /* --module may be left out */

	TRY(choose_way(tool, &way));
	TRY(check_options(tool, way));
	TRY(output_needed(tool, OPT_pack_output, &path));
	if (ways[way] == OPT_pack_offload)
		return pack_offload(tool, path);
	if (ways[way] == OPT_pack_from)
		TRY(syb_bin_open_file(tool->ctx, args_get(tool, OPT_pack_from), &only, &from));
	if (from && !args_has(tool, OPT_pack_state))
		TRY(syb_bin_state_check(tool->ctx, from));
	TRY(read_form(tool, from, &opts));
	TRY(syb_pack_new(tool->ctx, &opts, &pack));
	if (from)
		TRY(syb_pack_bin(tool->ctx, pack, from));
	else if (ways[way] == OPT_pack_table)
		TRY(pack_table(tool, pack, args_get(tool, OPT_pack_table)));
	else
		TRY(pack_modules(tool, pack));
	return write_pack(tool, pack, path);
}
