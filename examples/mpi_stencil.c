/* examples/mpi_stencil.c — heat flow on a grid, its rows divided among MPI ranks, each with a device of its own.
 *
 *   clang-15 -target spir64 -cl-std=CL1.2 -Xclang -finclude-default-header -O2 -emit-llvm -c stencil.cl -o stencil.bc
 *   sybil translate stencil.bc -o stencil.spv
 *   sybil pack -o stencil.syclbin --state=executable --module --ir=stencil.spv
 *   mpicc mpi_stencil.c $(pkg-config --cflags --libs sybil-rt sybil) -o mpi_stencil
 *   mpirun -n 3 ./mpi_stencil stencil.syclbin [ROWS COLUMNS STEPS]
 *
 * Rank 0 alone reads the package, the others get its bytes: nothing has to lie on every machine. At the end rank 0
 * computes the same without devices and compares: both must agree to the last bit. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/runtime.h>

struct rank {
	struct syb_ctx *ctx;
	struct syb_rt *rt;
	struct syb_rt_device *device;
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	struct syb_queue *queue;
	int number, count;
	size_t rows, columns; /* of this rank, without the rows of neighbours */
	size_t first;         /* row of the whole grid */
	float *now, *next;    /* on the device: rows + 2 rows */
};

static void print_diag(void *user, const struct syb_diag *diag)
{
	fprintf(stderr, "rank %d: %s%s%s: %s [%s]\n", ((struct rank *)user)->number, diag->file ? diag->file : "",
		diag->file ? ": " : "", syb_severity_name(diag->severity), diag->text, diag->check);
}

/* The context has said what is wrong. */
static void must(int r)
{
	if (r < 0)
		MPI_Abort(MPI_COMM_WORLD, syb_code_exit(r));
}

static void *room(size_t bytes)
{
	void *p = calloc(1, bytes ? bytes : 1);

	if (!p)
		MPI_Abort(MPI_COMM_WORLD, 4);
	return p;
}

static float start_value(size_t row, size_t column)
{
	return row == 0 ? 100.0f : (float)((row * 31 + column * 17) % 64);
}

/* Ranks of one machine share its devices out. */
static void choose_device(struct rank *rank)
{
	size_t count;
	MPI_Comm machine;
	int here;

	must(syb_rt_open(rank->ctx, NULL, &rank->rt));
	count = syb_rt_device_count(rank->rt);
	if (count == 0)
		must(syb_fail(rank->ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "no-device", "no device on this machine"));
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank->number, MPI_INFO_NULL, &machine);
	MPI_Comm_rank(machine, &here);
	MPI_Comm_free(&machine);
	rank->device = syb_rt_device_at(rank->rt, (size_t)here % count);
}

static void load(struct rank *rank, const char *path)
{
	struct syb_file *file = NULL;
	struct syb_bytes bytes = { NULL, 0 };
	unsigned long long size = 0;
	void *all;

	if (rank->number == 0) {
		must(syb_file_open(rank->ctx, path, &file));
		bytes = syb_file_bytes(file);
		size = bytes.len;
	}
	MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
	all = room(size);
	if (rank->number == 0)
		memcpy(all, bytes.ptr, size);
	syb_file_close(file);
	MPI_Bcast(all, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
	must(syb_bundle_open(rank->ctx, rank->rt, (struct syb_bytes){ all, size }, &rank->device, 1, NULL,
			     &rank->bundle));
	free(all);
	must(syb_kernel_get(rank->ctx, rank->bundle, rank->device, "heat", &rank->kernel));
	must(syb_queue_open(rank->ctx, rank->device, NULL, &rank->queue));
}

static void copy(struct rank *rank, void *to, const void *from, size_t rows)
{
	must(syb_mem_copy(rank->ctx, rank->queue, to, from, rows * rank->columns * sizeof(float), NULL, 0, NULL));
}

/* Both grids begin with the same values: the border is never written. */
static void fill(struct rank *rank)
{
	size_t cells = (rank->rows + 2) * rank->columns;
	float *host = room(cells * sizeof(float));
	void *memory[2];

	for (size_t i = 0; i < cells; i++)
		host[i] = start_value(rank->first + i / rank->columns, i % rank->columns);
	for (int i = 0; i < 2; i++) {
		must(syb_mem_alloc(rank->ctx, rank->device, SYB_MEM_DEVICE, cells * sizeof(float), &memory[i]));
		copy(rank, memory[i], host, rank->rows + 2);
	}
	must(syb_queue_wait(rank->ctx, rank->queue));
	rank->now = memory[0];
	rank->next = memory[1];
	free(host);
}

/* Own first and last row to the neighbours, theirs around the own ones. */
static void exchange(struct rank *rank, float *rows)
{
	size_t n = rank->columns;
	int above = rank->number > 0 ? rank->number - 1 : MPI_PROC_NULL;
	int below = rank->number + 1 < rank->count ? rank->number + 1 : MPI_PROC_NULL;
	float *top = rows, *bottom = rows + n, *from_above = rows + 2 * n, *from_below = rows + 3 * n;

	copy(rank, top, rank->now + n, 1);
	copy(rank, bottom, rank->now + rank->rows * n, 1);
	must(syb_queue_wait(rank->ctx, rank->queue));
	MPI_Sendrecv(top, (int)n, MPI_FLOAT, above, 0, from_below, (int)n, MPI_FLOAT, below, 0, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	MPI_Sendrecv(bottom, (int)n, MPI_FLOAT, below, 1, from_above, (int)n, MPI_FLOAT, above, 1, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	if (above != MPI_PROC_NULL)
		copy(rank, rank->now, from_above, 1);
	if (below != MPI_PROC_NULL)
		copy(rank, rank->now + (rank->rows + 1) * n, from_below, 1);
}

static void step(struct rank *rank, float *rows)
{
	struct syb_launch launch = { .size = sizeof(launch), .dims = 2, .global = { rank->rows, rank->columns } };
	float *swap = rank->now;

	exchange(rank, rows);
	must(syb_kernel_arg_pointer(rank->ctx, rank->kernel, 0, rank->next));
	must(syb_kernel_arg_pointer(rank->ctx, rank->kernel, 1, rank->now));
	must(syb_kernel_launch(rank->ctx, rank->queue, rank->kernel, &launch, NULL));
	rank->now = rank->next;
	rank->next = swap;
}

/* The whole grid, without the border rows, on rank 0. */
static float *collect(struct rank *rank, size_t rows)
{
	float *mine = room(rank->rows * rank->columns * sizeof(float)), *all = NULL;
	int *counts = room((size_t)rank->count * sizeof(int)), *places = room((size_t)rank->count * sizeof(int));
	int cells = (int)(rank->rows * rank->columns);

	copy(rank, mine, rank->now + rank->columns, rank->rows);
	must(syb_queue_wait(rank->ctx, rank->queue));
	if (rank->number == 0)
		all = room(rows * rank->columns * sizeof(float));
	MPI_Gather(&cells, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = 1; i < rank->count; i++)
		places[i] = places[i - 1] + counts[i - 1];
	MPI_Gatherv(mine, cells, MPI_FLOAT, all, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD);
	free(places);
	free(counts);
	free(mine);
	return all;
}

/* The same without devices; how many cells differ. */
static size_t compare(const float *all, size_t rows, size_t columns, long steps)
{
	size_t cells = (rows + 2) * columns, wrong = 0;
	float *now = room(cells * sizeof(float)), *next = room(cells * sizeof(float)), *swap;

	for (size_t i = 0; i < cells; i++)
		now[i] = next[i] = start_value(i / columns, i % columns);
	for (; steps > 0; steps--) {
		for (size_t i = columns; i < cells - columns; i++)
			if (i % columns > 0 && i % columns < columns - 1)
				next[i] = 0.25f * (now[i - columns] + now[i - 1] + now[i + 1] + now[i + columns]);
		swap = now;
		now = next;
		next = swap;
	}
	for (size_t i = 0; i < rows * columns; i++)
		wrong += all[i] != now[i + columns];
	free(now);
	free(next);
	return wrong;
}

static void clean_up(struct rank *rank)
{
	must(syb_mem_free(rank->ctx, rank->device, rank->now));
	must(syb_mem_free(rank->ctx, rank->device, rank->next));
	syb_queue_close(rank->queue);
	syb_kernel_free(rank->kernel);
	syb_bundle_close(rank->bundle);
	syb_rt_close(rank->rt);
	syb_ctx_free(rank->ctx);
}

int main(int argc, char **argv)
{
	struct rank rank = { 0 };
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = print_diag, .sink_user = &rank };
	size_t rows = argc > 2 ? strtoul(argv[2], NULL, 0) : 100, last;
	long steps = argc > 4 ? strtol(argv[4], NULL, 0) : 50, wrong = 0;
	float *edges, *all;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank.number);
	MPI_Comm_size(MPI_COMM_WORLD, &rank.count);
	rank.columns = argc > 3 ? strtoul(argv[3], NULL, 0) : 64;
	if (argc < 2 || rows < (size_t)rank.count || rank.columns < 3) {
		fprintf(stderr, "usage: mpi_stencil PACKAGE [ROWS COLUMNS STEPS], with a row for each rank\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	rank.first = rows * (size_t)rank.number / (size_t)rank.count;
	last = rows * (size_t)(rank.number + 1) / (size_t)rank.count;
	rank.rows = last - rank.first;
	must(syb_ctx_new(&opts, &rank.ctx));
	choose_device(&rank);
	load(&rank, argv[1]);
	fill(&rank);
	edges = room(4 * rank.columns * sizeof(float));
	for (long i = 0; i < steps; i++)
		step(&rank, edges);
	all = collect(&rank, rows);
	free(edges);
	if (rank.number == 0) {
		wrong = (long)compare(all, rows, rank.columns, steps);
		printf("%d ranks, %zu x %zu cells, %ld steps on %s: %ld cells differ from the serial result\n",
		       rank.count, rows, rank.columns, steps, syb_rt_device_info(rank.device)->name, wrong);
	}
	free(all);
	clean_up(&rank);
	MPI_Bcast(&wrong, 1, MPI_LONG, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return wrong ? 1 : 0;
}
