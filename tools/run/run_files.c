/* tools/run/run_files.c — numbers in files: .npy, .txt and raw bytes. */
#include "run.h"

#include <stdio.h>

static bool has_suffix(const char *path, const char *suffix)
{
	size_t len = strlen(path), n = strlen(suffix);

	return len > n && str_eq(path + len - n, suffix);
}

static const struct element *bytes_element(void)
{
	return element_of(ELEMENT_UINT, 1);
}

/* ---- reading ---- */

static int set(struct tool *tool, struct numbers *out, const struct element *element, const void *ptr, size_t count)
{
	*out = (struct numbers){ .element = element, .count = count, .bytes = count * element->size, .dims = 1 };
	out->shape[0] = count;
	out->ptr = arena_bytes(tool->ctx, &tool->arena, out->bytes + 1);
	if (!out->ptr)
		return -SYB_E_NOMEM;
	if (ptr && out->bytes)
		memcpy(out->ptr, ptr, out->bytes);
	return 0;
}

static void swap(struct numbers *numbers)
{
	size_t size = numbers->element->size;

	for (size_t at = 0; at < numbers->bytes; at += size)
		for (size_t i = 0; i < size / 2; i++) {
			uint8_t byte = numbers->ptr[at + i];

			numbers->ptr[at + i] = numbers->ptr[at + size - 1 - i];
			numbers->ptr[at + size - 1 - i] = byte;
		}
}

static int read_npy(struct tool *tool, struct syb_bytes bytes, const struct element *element, struct numbers *out)
{
	struct npy npy;

	TRY(npy_read(tool->ctx, bytes, &npy));
	if (element && npy.element != element)
		return syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "npy-type",
				"the file has numbers of type %s, expected %s", npy.element->name, element->name);
	TRY(set(tool, out, npy.element, npy.data.ptr, (size_t)npy.count));
	out->dims = npy.dims;
	memcpy(out->shape, npy.shape, sizeof(out->shape));
	if (npy.swapped)
		swap(out);
	return 0;
}

static bool is_between(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

/* Numbers separated by blanks and commas; # begins a comment. */
static int read_text(struct tool *tool, struct syb_bytes bytes, const struct element *element, struct numbers *out)
{
	const char *text = (const char *)bytes.ptr;
	_cleanup_(buf_free) struct buf buf = { 0 };
	uint32_t line = 1;
	size_t start = 0;
	uint8_t one[8];
	int r = 0;

	for (size_t i = 0; r == 0 && i < bytes.len;) {
		size_t n = 0;

		if (text[i] == '#') {
			while (i < bytes.len && text[i] != '\n')
				i++;
			continue;
		}
		if (is_between(text[i])) {
			line += text[i] == '\n';
			start = text[i] == '\n' ? i + 1 : start;
			i++;
			continue;
		}
		while (i + n < bytes.len && !is_between(text[i + n]) && text[i + n] != '#')
			n++;
		if (!element_parse(element, text + i, n, one))
			return syb_fail_text(tool->ctx, SYB_E_FORMAT, line, (uint32_t)(i - start) + 1, "text-number",
					     "'%.*s' is not a number of type %s", (int)(n < 40 ? n : 40), text + i,
					     element->name);
		r = buf_add(tool->ctx, &buf, one, element->size);
		i += n;
	}
	return r < 0 ? r : set(tool, out, element, buf.ptr, buf.len / element->size);
}

int numbers_read(struct tool *tool, const char *path, const struct element *element, struct numbers *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;

	TRY(syb_file_open(tool->ctx, path, &file));
	bytes = syb_file_bytes(file);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, syb_file_name(file));
	if (has_suffix(path, ".npy"))
		return read_npy(tool, bytes, element, out);
	if (!element)
		element = bytes_element();
	if (has_suffix(path, ".txt"))
		return read_text(tool, bytes, element, out);
	if (bytes.len % element->size)
		return syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "raw-size",
				"%zu bytes are not a multiple of %zu (%s)", bytes.len, element->size, element->name);
	return set(tool, out, element, bytes.ptr, bytes.len / element->size);
}

int numbers_parse(struct tool *tool, const char *what, const char *text, const struct element *element,
		  struct numbers *out)
{
	size_t count = 1;

	for (const char *p = text; *p; p++)
		count += *p == ',';
	TRY(set(tool, out, element, NULL, count));
	for (size_t i = 0; i < count; i++) {
		size_t len = strcspn(text, ",");

		if (!element_parse(element, text, len, out->ptr + i * element->size))
			return usage(tool, "%s: '%.*s' is not a number of type %s", what, (int)len, text,
				     element->name);
		text += len + 1;
	}
	return 0;
}

/* ---- writing ---- */

static int write_text(struct tool *tool, struct syb_out *out, const struct numbers *numbers)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	int r = 0;

	for (size_t i = 0; r == 0 && i < numbers->count; i++) {
		r = element_print(tool->ctx, &buf, numbers->element, numbers->ptr + i * numbers->element->size);
		if (r == 0)
			r = buf_char(tool->ctx, &buf, '\n');
		if (r == 0 && (buf.len > 64 * 1024 || i + 1 == numbers->count)) {
			r = syb_out_write(tool->ctx, out, buf_bytes(&buf));
			buf.len = 0;
		}
	}
	return r;
}

static int write_npy(struct tool *tool, struct syb_out *out, const struct numbers *numbers)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	TRY(npy_header(tool->ctx, &buf, numbers->element, numbers->shape, numbers->dims));
	TRY(syb_out_write(tool->ctx, out, buf_bytes(&buf)));
	return syb_out_write(tool->ctx, out, (struct syb_bytes){ numbers->ptr, numbers->bytes });
}

int run_write(struct run *run, const char *path, const struct numbers *numbers)
{
	struct tool *tool = run->tool;
	struct run_output *output = arena_alloc(tool->ctx, &tool->arena, sizeof(*output));
	bool stdout_text = str_eq(path, "-");
	struct syb_out *out;

	if (!output)
		return -SYB_E_NOMEM;
	if (stdout_text && tool->json)
		return usage(tool, "--json and an output cannot both go to standard output");
	TRY(syb_out_open(tool->ctx, path, &output->out));
	output->next = run->outputs;
	run->outputs = output;
	out = output->out;
	if (stdout_text || has_suffix(path, ".txt"))
		TRY(write_text(tool, out, numbers));
	else if (has_suffix(path, ".npy"))
		TRY(write_npy(tool, out, numbers));
	else
		TRY(syb_out_write(tool->ctx, out, (struct syb_bytes){ numbers->ptr, numbers->bytes }));
	return 0;
}

static const char *global_file(const char *text)
{
	const char *mark = strchr(text, '>');

	return mark ? mark + 1 : NULL;
}

/* Only the argument that was read from a file may be written back to it. */
static int check_inputs(struct run *run, const char *path, size_t writer)
{
	struct tool *tool = run->tool;
	const char *const *expected;
	size_t count;

	TRY(args_list(tool, OPT_run_expect, &expected, &count));
	if (is_same_file(tool, path, run->file))
		return usage(tool, "output %s is the package", path);
	for (size_t i = 0; i < count; i++)
		if (is_same_file(tool, path, run_expect_file(expected[i])))
			return usage(tool, "output %s is a file that --expect compares with", path);
	for (size_t i = 0; i < run->arg_count; i++)
		if (i != writer && run->args[i].file && is_same_file(tool, path, run->args[i].file))
			return usage(tool, "output %s is the input of another argument", path);
	return 0;
}

int run_check_outputs(struct run *run)
{
	struct tool *tool = run->tool;
	const char *const *globals, **paths;
	size_t global_count, count = 0;
	int r = args_list(tool, OPT_run_get_global, &globals, &global_count);

	if (r < 0)
		return r;
	paths = arena_array(tool->ctx, &tool->arena, run->arg_count + global_count + 1, sizeof(*paths));
	if (!paths)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < run->arg_count + global_count && r == 0; i++) {
		const char *path = i < run->arg_count ? run->args[i].output : global_file(globals[i - run->arg_count]);

		if (!path || str_eq(path, "-"))
			continue;
		r = check_inputs(run, path, i);
		for (size_t k = 0; k < count && r == 0; k++)
			if (is_same_file(tool, path, paths[k]))
				return usage(tool, "two outputs would be written to %s", path);
		paths[count++] = path;
	}
	return r;
}

/* In command line order: the list is reversed. */
static int commit(struct run *run, struct run_output *output)
{
	TRY(output->next ? commit(run, output->next) : 0);
	return syb_out_commit(run->tool->ctx, output->out);
}

int run_commit(struct run *run)
{
	(void)fflush(stdout); /* output of kernels, which some drivers print through stdio, comes before results */
	return run->outputs ? commit(run, run->outputs) : 0;
}

void run_drop_outputs(struct run *run)
{
	for (struct run_output *output = run->outputs; output; output = output->next)
		syb_out_close(output->out);
}
