/* fake/program.c — what is in an image: just enough of PTX and SPIR-V to find kernels, variables, imports and exports.
 */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake_entry *fake_find(struct fake_entry *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}

static struct fake_entry *add(struct fake_entry *list, size_t *count, size_t room, const char *name, size_t len)
{
	struct fake_entry *entry = &list[*count];

	if (*count == room || len >= FAKE_NAME)
		return NULL;
	*entry = (struct fake_entry){ 0 };
	memcpy(entry->name, name, len);
	entry->name[len] = '\0';
	++*count;
	return entry;
}

static bool add_name(char list[8][FAKE_NAME], size_t *count, const char *name, size_t len)
{
	if (*count == 8 || len >= FAKE_NAME)
		return false;
	memcpy(list[*count], name, len);
	list[(*count)++][len] = '\0';
	return true;
}

const char *fake_unresolved(const struct fake_program *program)
{
	for (size_t i = 0; i < program->import_count; i++) {
		bool found = false;

		for (size_t k = 0; k < program->export_count; k++)
			found |= strcmp(program->imports[i], program->exports[k]) == 0;
		if (!found)
			return program->imports[i];
	}
	return NULL;
}

const struct fake_constant *fake_constant(const struct fake_program *program, uint32_t id)
{
	for (size_t i = 0; i < program->constant_count; i++)
		if (program->constants[i].id == id)
			return &program->constants[i];
	return NULL;
}

bool fake_program_start(struct fake_program *program)
{
	static const uint32_t counter[4] = { 1, 2, 3, 4 };

	for (size_t i = 0; i < program->kernel_count; i++) {
		struct fake_entry *entry = &program->kernels[i];

		entry->kernel = fake_kernel_find(entry->name, entry->arg_count, program->kernel_count == 1);
		for (size_t k = 0; k < entry->arg_count; k++)
			if (entry->arg_sizes[k] == 0)
				entry->arg_sizes[k] =
					entry->kernel ? fake_kernel_arg(entry->kernel, k) : sizeof(void *);
	}

	for (size_t i = 0; i < program->variable_count; i++) {
		struct fake_entry *variable = &program->variables[i];

		variable->address = fake_alloc(FAKE_GLOBAL, variable->bytes);
		if (!variable->address)
			return false;
		memset(variable->address, 0, variable->bytes);
		if (strcmp(variable->name, "counter") == 0 && variable->bytes == sizeof(counter))
			memcpy(variable->address, counter, sizeof(counter));
	}
	return true;
}

void fake_program_stop(struct fake_program *program)
{
	for (size_t i = 0; i < program->variable_count; i++)
		if (program->variables[i].address)
			fake_free(program->variables[i].address);
	program->variable_count = 0;
}

/* ---- PTX ---- */

static size_t name_length(const char *p)
{
	return strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
}

/* "	.param .align 8 .b8 by_value_param_0[24]," */
static size_t param_bytes(const char *line, const char *end)
{
	const char *bracket = memchr(line, '[', (size_t)(end - line));
	static const struct {
		const char *type;
		size_t bytes;
	} types[] = { { ".u64", 8 }, { ".b64", 8 }, { ".f64", 8 }, { ".u32", 4 }, { ".b32", 4 },
		      { ".f32", 4 }, { ".u16", 2 }, { ".b16", 2 }, { ".u8", 1 },  { ".b8", 1 } };

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		const char *at = strstr(line, types[i].type);

		if (at && at < end)
			return bracket ? types[i].bytes * strtoul(bracket + 1, NULL, 10) : types[i].bytes;
	}
	return 0;
}

static bool read_entry(struct fake_program *program, const char *p)
{
	size_t len = name_length(p);
	struct fake_entry *entry = add(program->kernels, &program->kernel_count, FAKE_KERNELS, p, len);
	const char *end = strchr(p, ')');

	if (!entry || !end)
		return false;
	for (p = strstr(p, ".param"); p && p < end; p = strstr(p + 1, ".param")) {
		const char *line_end = p + strcspn(p, ",\n)");

		if (entry->arg_count == FAKE_ARGS)
			return false;
		entry->arg_sizes[entry->arg_count++] = param_bytes(p, line_end);
	}
	return true;
}

/* ".visible .global .align 4 .b8 counter[16] = {…};" */
static bool read_variable(struct fake_program *program, const char *line)
{
	const char *bracket = strchr(line, '['), *name = bracket;
	struct fake_entry *entry;

	if (!bracket || bracket > line + strcspn(line, "\n"))
		return true;
	while (name > line && name[-1] != ' ')
		name--;
	entry = add(program->variables, &program->variable_count, 8, name, (size_t)(bracket - name));
	if (!entry)
		return false;
	entry->bytes = strtoul(bracket + 1, NULL, 10);
	return true;
}

/* ".extern .func  (.param .b32 func_retval0) twice" */
static bool read_function(struct fake_program *program, const char *line, bool import)
{
	const char *p = strstr(line, ".func") + 5;

	p += strspn(p, " ");
	if (*p == '(')
		p = strchr(p, ')') ? strchr(p, ')') + 1 : p;
	p += strspn(p, " ");
	return import ? add_name(program->imports, &program->import_count, p, name_length(p))
		      : add_name(program->exports, &program->export_count, p, name_length(p));
}

bool fake_read_ptx(struct fake_program *program, const char *text)
{
	static const char visible[] = ".visible .entry ";
	bool good = strstr(text, ".version") && strstr(text, ".target");

	for (const char *line = text; good && *line; line += strcspn(line, "\n"), line += *line == '\n') {
		if (strncmp(line, visible, strlen(visible)) == 0)
			good = read_entry(program, line + strlen(visible));
		else if (strncmp(line, ".visible .global", 16) == 0)
			good = read_variable(program, line);
		else if (strncmp(line, ".extern .func", 13) == 0)
			good = read_function(program, line, true);
		else if (strncmp(line, ".visible .func", 14) == 0)
			good = read_function(program, line, false);
	}
	return good;
}

/* ---- SPIR-V ---- */

enum {
	OP_NAME = 5,
	OP_ENTRY_POINT = 15,
	OP_FUNCTION = 54,
	OP_FUNCTION_PARAMETER = 55,
	OP_DECORATE = 71,
	DECORATION_LINKAGE = 41,
};

/* A string in words of an instruction; NULL when it has no end there. */
static const char *word_string(const uint32_t *words, size_t count)
{
	const char *text = (const char *)words;

	return memchr(text, '\0', count * 4) ? text : NULL;
}

struct spirv {
	struct fake_program *program;
	uint32_t ids[FAKE_KERNELS]; /* of the kernels' functions, from `first` on */
	size_t first;
	struct fake_entry *function; /* whose parameters come */
};

static bool read_instruction(struct spirv *s, const uint32_t *w, size_t count)
{
	struct fake_program *program = s->program;
	struct fake_entry *entry;
	const char *name;

	switch (*w & 0xffff) {
	case OP_ENTRY_POINT:
		name = count > 3 ? word_string(w + 3, count - 3) : NULL;
		entry = name ? add(program->kernels, &program->kernel_count, FAKE_KERNELS, name, strlen(name)) : NULL;
		if (!entry)
			return false;
		s->ids[program->kernel_count - 1] = w[2];
		return true;
	case OP_NAME:
		name = count > 2 ? word_string(w + 2, count - 2) : NULL;
		if (!name || strcmp(name, "counter") != 0 || program->variable_count)
			return name != NULL;
		entry = add(program->variables, &program->variable_count, 8, name, strlen(name));
		entry->bytes = 16;
		return true;
	case OP_DECORATE:
		if (count < 5 || w[2] != DECORATION_LINKAGE)
			return true;
		name = word_string(w + 3, count - 4);
		if (!name)
			return false;
		if (strncmp(name, "__spirv_BuiltIn", 15) == 0) /* what the device itself provides */
			return true;
		return w[count - 1] ? add_name(program->imports, &program->import_count, name, strlen(name))
				    : add_name(program->exports, &program->export_count, name, strlen(name));
	case OP_FUNCTION:
		s->function = NULL;
		for (size_t i = s->first; count > 2 && i < program->kernel_count; i++)
			if (s->ids[i] == w[2])
				s->function = &program->kernels[i];
		return true;
	case OP_FUNCTION_PARAMETER:
		if (s->function && s->function->arg_count < FAKE_ARGS)
			s->function->arg_sizes[s->function->arg_count++] = 0; /* until the kernel is known */
		return true;
	default:
		return true;
	}
}

bool fake_read_spirv(struct fake_program *program, const void *bytes, size_t size)
{
	struct spirv s = { .program = program, .first = program->kernel_count };
	uint32_t *words = malloc(size + 4); /* a copy: images lie anywhere */
	size_t count = size / 4;
	bool good;

	memcpy(words, bytes, size);
	good = size % 4 == 0 && count >= 5 && words[0] == 0x07230203;
	for (size_t i = 5, len; good && i < count; i += len) {
		len = words[i] >> 16;
		good = len > 0 && len <= count - i && read_instruction(&s, words + i, len);
	}
	free(words);
	return good;
}

/* ---- native code ---- */

void fake_native_append(struct fake_native *native, const void *bytes, size_t size)
{
	native->bytes = realloc(native->bytes, native->size + size);
	if (!native->bytes)
		abort();
	memcpy(native->bytes + native->size, bytes, size);
	native->size += size;
}

void fake_native_begin(struct fake_native *native, size_t header, const void *magic, size_t magic_size)
{
	if (native->bytes)
		return;
	native->bytes = calloc(1, header);
	if (!native->bytes)
		abort();
	memcpy(native->bytes, magic, magic_size);
	native->size = header;
}

void fake_native_add(struct fake_native *native, const void *spirv, size_t size)
{
	uint64_t len = size;

	fake_native_append(native, &len, sizeof(len));
	fake_native_append(native, spirv, size);
}

bool fake_native_read(struct fake_program *program, const uint8_t *bytes, size_t size, size_t header)
{
	for (size_t at = header; at < size;) {
		uint64_t len;

		if (size - at < sizeof(len))
			return false;
		memcpy(&len, bytes + at, sizeof(len));
		at += sizeof(len);
		if (len > size - at || !fake_read_spirv(program, bytes + at, len))
			return false;
		at += len;
	}
	return true;
}
