/* fake/kernels.c — the kernels of tests/backend, run on the host. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

static size_t total(const struct fake_launch *l)
{
	return l->global[0] * l->global[1] * l->global[2];
}

static void *pointer(const struct fake_launch *l, size_t i)
{
	void *p;

	memcpy(&p, l->args[i], sizeof(p));
	return p;
}

/* An array of so many bytes behind pointer argument i; NULL when it is not all there. */
static void *array(const struct fake_launch *l, size_t i, size_t bytes)
{
	void *p = pointer(l, i);

	if (fake_memory(p, bytes, "a kernel") >= 0)
		return p;
	fake_complain("a kernel: argument %zu is not %zu bytes of memory", i, bytes);
	return NULL;
}

static bool run_iota(const struct fake_launch *l)
{
	uint32_t *out = array(l, 0, (total(l) + l->offset[0]) * sizeof(*out));

	for (size_t i = 0; out && i < total(l); i++)
		out[i + l->offset[0]] = (uint32_t)(i + l->offset[0]);
	return out != NULL;
}

/* The form of iota that takes the offset of its launch behind its arguments, as code for NVIDIA GPUs does. */
static bool run_iota_with_offset(const struct fake_launch *l)
{
	struct fake_launch shifted = *l;
	uint32_t offset[3];

	memcpy(offset, l->args[1], sizeof(offset));
	for (int d = 0; d < 3; d++)
		shifted.offset[d] = offset[d];
	return run_iota(&shifted);
}

static bool run_saxpy(const struct fake_launch *l)
{
	float a, *x = array(l, 1, total(l) * sizeof(*x)), *y = array(l, 2, total(l) * sizeof(*y));

	memcpy(&a, l->args[0], sizeof(a));
	for (size_t i = 0; x && y && i < total(l); i++)
		y[i] += a * x[i];
	return x && y;
}

static bool local_room(const struct fake_launch *l, size_t i, size_t bytes)
{
	if (l->sizes[i] >= bytes)
		return true;
	fake_complain("a kernel: argument %zu has %zu bytes of local memory, %zu are used", i, l->sizes[i], bytes);
	return false;
}

static bool run_reverse_local(const struct fake_launch *l)
{
	size_t n = l->local[0];
	uint32_t *in = array(l, 0, total(l) * sizeof(*in)), *out = array(l, 1, total(l) * sizeof(*out));
	uint32_t *part = l->args[2];

	if (!in || !out || !local_room(l, 2, n * sizeof(*part)))
		return false;
	for (size_t group = 0; group < total(l) / n; group++) {
		memcpy(part, in + group * n, n * sizeof(*part));
		for (size_t i = 0; i < n; i++)
			out[group * n + i] = part[n - 1 - i];
	}
	return true;
}

static bool run_two_locals(const struct fake_launch *l)
{
	size_t n = l->local[0];
	uint32_t *out = array(l, 0, total(l) * sizeof(*out)), *a = l->args[1];
	uint64_t *b = l->args[2];

	if (!out || !local_room(l, 1, n * sizeof(*a)) || !local_room(l, 2, n * sizeof(*b)))
		return false;
	for (size_t group = 0; group < total(l) / n; group++) {
		for (size_t i = 0; i < n; i++) {
			a[i] = (uint32_t)i + 1;
			b[i] = (uint64_t)i * 1000;
		}
		for (size_t i = 0; i < n; i++)
			out[group * n + i] = a[n - 1 - i] + (uint32_t)b[n - 1 - i];
	}
	return true;
}

static bool run_position(const struct fake_launch *l)
{
	uint32_t *out = array(l, 0, total(l) * sizeof(*out));

	for (size_t z = 0; out && z < l->global[2]; z++)
		for (size_t y = 0; y < l->global[1]; y++)
			for (size_t x = 0; x < l->global[0]; x++)
				out[(z * l->global[1] + y) * l->global[0] + x] = (uint32_t)(x + 100 * y + 10000 * z);
	return out != NULL;
}

static bool run_by_value(const struct fake_launch *l)
{
	struct {
		uint8_t tag;
		uint64_t wide;
		float scale;
	} p;
	float *out = array(l, 3, total(l) * sizeof(*out));
	uint8_t small;
	uint16_t middle;

	memcpy(&p, l->args[0], sizeof(p));
	memcpy(&small, l->args[1], sizeof(small));
	memcpy(&middle, l->args[2], sizeof(middle));
	for (size_t i = 0; out && i < total(l); i++)
		out[i] = (float)p.tag + (float)p.wide * p.scale + (float)small + (float)middle;
	return out != NULL;
}

static bool run_nothing(const struct fake_launch *l)
{
	(void)l;
	return true;
}

static bool run_count(const struct fake_launch *l)
{
	struct fake_entry *counter = fake_find(l->program->variables, l->program->variable_count, "counter");
	uint32_t *out = array(l, 0, total(l) * sizeof(*out)), *values = counter ? counter->address : NULL;

	for (size_t i = 0; out && values && i < total(l); i++)
		out[i] = values[i % 4];
	for (size_t i = 0; out && values && i < 4 && i < total(l); i++)
		values[i] += 10;
	return out && values;
}

static bool run_call(const struct fake_launch *l)
{
	uint32_t *out = array(l, 0, total(l) * sizeof(*out));

	for (size_t i = 0; out && i < total(l); i++)
		out[i] = 2 * (uint32_t)i;
	return out != NULL;
}

/* ---- those of tests/runtime/kernels ---- */

static bool run_other_saxpy(const struct fake_launch *l)
{
	float a, *x = array(l, 1, total(l) * sizeof(*x)), *y = array(l, 2, total(l) * sizeof(*y));

	memcpy(&a, l->args[0], sizeof(a));
	for (size_t i = 0; x && y && i < total(l); i++)
		y[i] = a - x[i];
	return x && y;
}

static bool run_sizes(const struct fake_launch *l)
{
	uint32_t *out = array(l, 0, 3 * sizeof(*out));

	for (size_t d = 0; out && d < 3; d++)
		out[d] = (uint32_t)l->local[d];
	return out != NULL;
}

static bool run_reverse(const struct fake_launch *l)
{
	size_t n = l->local[0];
	int *data = array(l, 0, total(l) * sizeof(*data)), *copy = l->args[1];

	if (!data || !local_room(l, 1, n * sizeof(*copy)))
		return false;
	for (size_t group = 0; group < total(l) / n; group++) {
		memcpy(copy, data + group * n, n * sizeof(*copy));
		for (size_t i = 0; i < n; i++)
			data[group * n + i] = copy[n - 1 - i];
	}
	return true;
}

static bool run_mixed(const struct fake_launch *l)
{
	struct {
		char c;
		long d;
		short s[3];
	} m;
	long *out = array(l, 1, 3 * sizeof(*out));

	memcpy(&m, l->args[0], sizeof(m));
	if (out) {
		out[0] = m.c;
		out[1] = m.d;
		out[2] = m.s[0] + m.s[1] + m.s[2];
	}
	return out != NULL;
}

static bool run_free(const struct fake_launch *l)
{
	int value, *out = array(l, 0, total(l) * sizeof(*out));

	memcpy(&value, l->args[1], sizeof(value));
	for (size_t i = 0; out && i < total(l); i++)
		out[i] = value;
	return out != NULL;
}

static bool run_calls(const struct fake_launch *l)
{
	int *out = array(l, 0, total(l) * sizeof(*out));

	for (size_t i = 0; out && i < total(l); i++)
		out[i] = 3 * (int)i + 1;
	return out != NULL;
}

static bool run_constants(const struct fake_launch *l)
{
	static const double defaults[] = { 7, 2.5, 0, 30, 40 };
	double *out = array(l, 0, sizeof(defaults));

	for (uint32_t id = 0; out && id < 5; id++) {
		const struct fake_constant *c = fake_constant(l->program, id);
		int whole;

		out[id] = defaults[id];
		if (c && id == 1)
			memcpy(&out[id], c->value, sizeof(double));
		if (c && id != 1) {
			memcpy(&whole, c->value, sizeof(whole));
			out[id] = id == 2 ? c->value[0] : whole;
		}
	}
	return out != NULL;
}

static const struct fake_kernel kernels[] = {
	{ "iota", "p", run_iota },
	{ "iota_with_offset", "pt", run_iota_with_offset },
	{ "saxpy", "4pp", run_saxpy },
	{ "reverse_local", "ppl", run_reverse_local },
	{ "two_locals", "pll", run_two_locals },
	{ "position", "p", run_position },
	{ "by_value", "s12p", run_by_value },
	{ "nothing", "", run_nothing },
	{ "count", "p", run_count },
	{ "call", "p", run_call },
	{ "places", "p", run_position },
	{ "sizes", "p", run_sizes },
	{ "reverse", "pl", run_reverse },
	{ "by_value", "sp", run_mixed },
	{ "__sycl_kernel_free", "p4", run_free },
	{ "calls", "p", run_calls },
	{ "constants", "p", run_constants },
	{ "saxpy", "4pp", run_other_saxpy, .alone = true },
};

const struct fake_kernel *fake_kernel_find(const char *name, size_t arg_count, bool alone)
{
	const struct fake_kernel *found = NULL;

	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++)
		if (strcmp(kernels[i].name, name) == 0 && strlen(kernels[i].args) == arg_count &&
		    (!kernels[i].alone || alone))
			found = &kernels[i];
	return found;
}

size_t fake_kernel_arg(const struct fake_kernel *kernel, size_t i)
{
	if (i >= strlen(kernel->args))
		return 0;
	switch (kernel->args[i]) {
	case 'p':
	case 'l':
		return sizeof(void *);
	case 's':
		return 24;
	case 't':
		return 12;
	default:
		return (size_t)(kernel->args[i] - '0');
	}
}

/* ---- arguments ---- */

bool fake_arg_is_local(const struct fake_entry *entry, size_t index)
{
	return entry->kernel && index < entry->arg_count && entry->kernel->args[index] == 'l';
}

enum fake_arg fake_arg_set(struct fake_args *args, const struct fake_entry *entry, size_t index, size_t bytes,
			   const void *value, size_t most_local)
{
	bool local = fake_arg_is_local(entry, index);

	if (index >= entry->arg_count)
		return FAKE_ARG_INDEX;
	if (bytes == 0 || (local ? bytes > most_local : bytes != entry->arg_sizes[index]))
		return FAKE_ARG_SIZE;
	if (local && value)
		return FAKE_ARG_VALUE;
	args->set[index] = true;
	args->sizes[index] = bytes;
	memset(args->values[index], 0, sizeof(args->values[index]));
	if (value)
		memcpy(args->values[index], value, bytes < 64 ? bytes : 64);
	return FAKE_ARG_GOOD;
}

size_t fake_arg_missing(const struct fake_args *args, const struct fake_entry *entry)
{
	size_t i = 0;

	while (i < entry->arg_count && args->set[i])
		i++;
	return i;
}

bool fake_run(struct fake_args *args, const struct fake_entry *entry, struct fake_launch *launch)
{
	bool good;

	if (!entry->kernel)
		return true;
	for (size_t i = 0; i < entry->arg_count; i++) {
		launch->sizes[i] = args->sizes[i];
		launch->args[i] = fake_arg_is_local(entry, i) ? malloc(args->sizes[i]) : args->values[i];
	}
	good = entry->kernel->run(launch);
	for (size_t i = 0; i < entry->arg_count; i++)
		if (fake_arg_is_local(entry, i))
			free(launch->args[i]);
	return good;
}
