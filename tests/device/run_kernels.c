/* tests/device/run_kernels.c — run kernels of SPIR bitcode on PoCL, or with --spirv those of SPIR-V on a CPU device
 * that takes it, and print what they leave in buffers.
 *
 * Standard input names one call in each line, `FILE KERNEL GLOBAL LOCAL ARG…`; LOCAL 0 leaves the work-group to the
 * device. An ARG is a buffer (f32xN, f64xN, i32xN: N small numbers that depend on their place only), a number (f32=V,
 * f64=V, i32=V, i64=V) or N bytes of local memory (local=N). Printed is a line for each call: the kernel, then a hash
 * of each buffer and its first numbers. So two programs do the same if they print the same. Exit 77: no such device.
 *
 * A tool for tests: it stops at the first error and frees nothing. */
#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS_MOST = 16, LINE_MOST = 4096, SHOWN = 4 };

struct device {
	cl_device_id id;
	cl_context context;
	cl_command_queue queue;
	bool spirv; /* programs are SPIR-V */
};

struct program {
	char file[LINE_MOST];
	cl_program cl;
};

/* What an argument was, so that it can be printed. */
struct buffer {
	cl_mem mem;
	char type;
	size_t size;
};

__attribute__((noreturn, format(printf, 1, 2))) static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void want(cl_int status, const char *what)
{
	if (status != CL_SUCCESS)
		die("%s: OpenCL error %d", what, status);
}

/* ---- the device ---- */

static bool takes_spirv(cl_device_id id)
{
	char versions[256] = "";

	return clGetDeviceInfo(id, CL_DEVICE_IL_VERSION, sizeof(versions), versions, NULL) == CL_SUCCESS &&
	       strstr(versions, "SPIR-V");
}

static cl_device_id find_device(bool spirv)
{
	cl_platform_id platforms[8];
	cl_uint count = 0;

	if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
		count = 0;
	for (cl_uint i = 0; i < count && i < 8; i++) {
		char name[256] = "";
		cl_device_id id;

		clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &id, NULL) == CL_SUCCESS &&
		    (spirv ? takes_spirv(id) : strstr(name, "Portable Computing Language") != NULL))
			return id;
	}
	fprintf(stderr, spirv ? "no device takes SPIR-V\n" : "no PoCL device\n");
	exit(77);
}

static struct device open_device(bool spirv)
{
	struct device d = { .id = find_device(spirv), .spirv = spirv };
	cl_int status;

	d.context = clCreateContext(NULL, 1, &d.id, NULL, NULL, &status);
	want(status, "context");
	d.queue = clCreateCommandQueueWithProperties(d.context, d.id, NULL, &status);
	want(status, "queue");
	return d;
}

/* ---- programs ---- */

static unsigned char *read_file(const char *name, size_t *out_size)
{
	FILE *f = fopen(name, "rb");
	unsigned char *bytes;
	long size;

	if (!f || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) <= 0)
		die("%s: cannot be read", name);
	rewind(f);
	bytes = malloc((size_t)size);
	if (!bytes || fread(bytes, 1, (size_t)size, f) != (size_t)size)
		die("%s: cannot be read", name);
	fclose(f);
	*out_size = (size_t)size;
	return bytes;
}

static void load(const struct device *d, struct program *p, const char *file)
{
	size_t size;
	unsigned char *bytes = read_file(file, &size);
	const unsigned char *binary = bytes;
	cl_int status, loaded;

	snprintf(p->file, sizeof(p->file), "%s", file);
	p->cl = d->spirv ? clCreateProgramWithIL(d->context, bytes, size, &status)
			 : clCreateProgramWithBinary(d->context, 1, &d->id, &size, &binary, &loaded, &status);
	want(status, file);
	status = clBuildProgram(p->cl, 1, &d->id, d->spirv ? "" : "-x spir -spir-std=1.2", NULL, NULL);
	if (status != CL_SUCCESS) {
		static char log[1 << 16];

		clGetProgramBuildInfo(p->cl, d->id, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
		die("%s: not built: %s", file, log);
	}
	free(bytes);
}

/* ---- arguments ---- */

static size_t size_of(char type)
{
	return type == 'd' || type == 'l' ? 8 : 4;
}

/* Small, of both signs, exact in every type, and different at every place near by. */
static void put_number(unsigned char *to, char type, size_t i)
{
	int32_t n = (int32_t)(i * 37 % 101) - 50;
	float f = (float)n / 4;
	double d = (double)n / 8;

	memcpy(to, type == 'f' ? (void *)&f : type == 'd' ? (void *)&d : (void *)&n, size_of(type));
}

static char type_of(const char *arg)
{
	static const char *const names[] = { "f32", "f64", "i32", "i64" };

	for (size_t i = 0; i < 4; i++)
		if (strncmp(arg, names[i], 3) == 0)
			return "fdil"[i];
	die("%s: not an argument", arg);
}

static struct buffer make_buffer(const struct device *d, char type, size_t count)
{
	struct buffer b = { .type = type, .size = count * size_of(type) };
	unsigned char *bytes = malloc(b.size);
	cl_int status;

	if (!bytes)
		die("no memory");
	for (size_t i = 0; i < count; i++)
		put_number(bytes + i * size_of(type), type, i);
	b.mem = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, b.size, bytes, &status);
	want(status, "buffer");
	free(bytes);
	return b;
}

static void set_number(cl_kernel kernel, cl_uint index, char type, const char *text)
{
	float f = strtof(text, NULL);
	double d = strtod(text, NULL);
	int64_t l = strtoll(text, NULL, 0);
	int32_t n = (int32_t)l;
	const void *value = type == 'f' ? (void *)&f : type == 'd' ? (void *)&d : type == 'l' ? (void *)&l : (void *)&n;

	want(clSetKernelArg(kernel, index, size_of(type), value), "argument");
}

static struct buffer set_argument(const struct device *d, cl_kernel kernel, cl_uint index, const char *arg)
{
	struct buffer b = { 0 };

	if (strncmp(arg, "local=", 6) == 0) {
		want(clSetKernelArg(kernel, index, strtoul(arg + 6, NULL, 10), NULL), "local argument");
	} else if (arg[3] == '=') {
		set_number(kernel, index, type_of(arg), arg + 4);
	} else if (arg[3] == 'x') {
		b = make_buffer(d, type_of(arg), strtoul(arg + 4, NULL, 10));
		want(clSetKernelArg(kernel, index, sizeof(b.mem), &b.mem), "buffer argument");
	} else {
		die("%s: not an argument", arg);
	}
	return b;
}

/* ---- calls ---- */

static void print_buffer(const struct device *d, const struct buffer *b)
{
	unsigned char *bytes = malloc(b->size);
	uint64_t hash = 14695981039346656037u;

	if (!bytes)
		die("no memory");
	want(clEnqueueReadBuffer(d->queue, b->mem, CL_TRUE, 0, b->size, bytes, 0, NULL, NULL), "read");
	for (size_t i = 0; i < b->size; i++)
		hash = (hash ^ bytes[i]) * 1099511628211u;
	printf(" %016" PRIx64 "(", hash);
	for (size_t i = 0; i < SHOWN && i < b->size / size_of(b->type); i++) {
		float f;
		double v;
		int32_t n;

		memcpy(&f, bytes + i * 4, sizeof(f));
		memcpy(&n, bytes + i * 4, sizeof(n));
		memcpy(&v, bytes + i * size_of(b->type), b->type == 'd' ? sizeof(v) : 4);
		printf("%s%g", i ? " " : "", b->type == 'd' ? v : b->type == 'f' ? (double)f : (double)n);
	}
	printf(")");
	free(bytes);
	clReleaseMemObject(b->mem);
}

static void call(const struct device *d, const struct program *p, const char *name, size_t global, size_t local,
		 char *args)
{
	struct buffer buffers[ARGS_MOST] = { 0 };
	cl_uint count = 0;
	cl_int status;
	cl_kernel kernel = clCreateKernel(p->cl, name, &status);

	want(status, name);
	for (char *rest, *arg = strtok_r(args, " \n", &rest); arg; arg = strtok_r(NULL, " \n", &rest)) {
		if (count == ARGS_MOST)
			die("%s: too many arguments", name);
		buffers[count] = set_argument(d, kernel, count, arg);
		count++;
	}
	want(clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL), name);
	want(clFinish(d->queue), name);
	printf("%s", name);
	for (cl_uint i = 0; i < count; i++)
		if (buffers[i].mem)
			print_buffer(d, &buffers[i]);
	printf("\n");
	fflush(stdout);
	clReleaseKernel(kernel);
}

int main(int argc, char **argv)
{
	static struct program program;
	static char line[LINE_MOST], file[LINE_MOST], kernel[LINE_MOST];
	struct device device = open_device(argc > 1 && strcmp(argv[1], "--spirv") == 0);
	size_t global, local;
	int args;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%s %s %zu %zu%n", file, kernel, &global, &local, &args) != 4)
			die("not a call: %s", line);
		if (strcmp(file, program.file) != 0)
			load(&device, &program, file);
		call(&device, &program, kernel, global, local, line + args);
	}
	return 0;
}
