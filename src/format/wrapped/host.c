/* format/wrapped/host.c — segments and pointers of a host file, sorted for searching. */
#include "host.h"

#include "base/order.h"

#include <stdlib.h>

void host_fault(struct host *host, uint64_t at, const char *what)
{
	if (!host->fault) {
		host->fault = what;
		host->fault_at = at;
	}
}

/* Segments may share a page. The limit keeps searches short if thousands of segments each cover the whole file. */
int host_add_segment(struct syb_ctx *ctx, struct host *host, uint64_t address, struct span bytes)
{
	if (bytes.len > 2 * (uint64_t)host->file.len - host->segment_bytes) {
		host_fault(host, bytes.at, "the segments overlap");
		return 0;
	}
	host->segment_bytes += bytes.len;
	return VEC_ADD(ctx, host->segments, host->segment_count, host->segment_room,
		       (struct host_segment){ address, bytes });
}

/* A file has at most one pointer for each word, but packed relocations can repeat a place without limit. */
int host_add_pointer(struct syb_ctx *ctx, struct host *host, uint64_t place, uint64_t value)
{
	if (host->pointer_count > host->file.len / 8) {
		host_fault(host, host->file.at, "the file has more relocations than words");
		return 0;
	}
	return VEC_ADD(ctx, host->pointers, host->pointer_count, host->pointer_room,
		       (struct host_pointer){ place, value });
}

static int by_address(const void *a, const void *b)
{
	return ORDER(((const struct host_segment *)a)->address, ((const struct host_segment *)b)->address);
}

static int by_place(const void *a, const void *b)
{
	const struct host_pointer *x = a, *y = b;
	int order = ORDER(x->place, y->place);

	return order ? order : ORDER(x->value, y->value);
}

/* For each place, keep the smallest and the largest pointer, or one if they are equal. */
static void drop_repeated(struct host *host)
{
	struct host_pointer *p = host->pointers;
	size_t kept = 0;

	for (size_t i = 0; i < host->pointer_count; i++) {
		if (kept && p[kept - 1].place == p[i].place) {
			if (p[kept - 1].value == p[i].value)
				continue;
			if (kept > 1 && p[kept - 2].place == p[i].place)
				kept--;
		}
		p[kept++] = p[i];
	}
	host->pointer_count = kept;
}

void host_sort(struct host *host)
{
	size_t i = 1;

	if (host->segment_count)
		qsort(host->segments, host->segment_count, sizeof(*host->segments), by_address);
	while (i < host->pointer_count && host->pointers[i - 1].place < host->pointers[i].place)
		i++; /* linkers usually sort them */
	if (i >= host->pointer_count)
		return;
	qsort(host->pointers, host->pointer_count, sizeof(*host->pointers), by_place);
	drop_repeated(host);
}

void host_free(struct host *host)
{
	allocator_free(host->from, host->segments);
	allocator_free(host->from, host->pointers);
	*host = (struct host){ 0 };
}

bool host_rest(const struct host *host, uint64_t address, struct span *out)
{
	size_t low = 0, high = host->segment_count;
	const struct host_segment *s;

	while (low < high) { /* the last segment that begins at or before the address */
		size_t middle = low + (high - low) / 2;

		if (host->segments[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	s = low ? &host->segments[low - 1] : NULL;
	if (!s || address - s->address >= s->bytes.len)
		return false;
	*out = span_skip(s->bytes, (size_t)(address - s->address));
	return true;
}

bool host_bytes(const struct host *host, uint64_t address, uint64_t size, struct span *out)
{
	if (!host_rest(host, address, out) || size > out->len)
		return false;
	out->len = (size_t)size;
	return true;
}

size_t host_first_pointer(const struct host *host, uint64_t address)
{
	size_t low = 0, high = host->pointer_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (host->pointers[middle].place < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool host_pointer(const struct host *host, uint64_t address, uint64_t *out)
{
	const size_t i = host_first_pointer(host, address);
	struct span word;
	uint64_t value;

	if (i < host->pointer_count && host->pointers[i].place == address) {
		*out = host->pointers[i].value;
		/* false if two relocations set this place to different values */
		return i + 1 == host->pointer_count || host->pointers[i + 1].place != address ||
		       host->pointers[i + 1].value == *out;
	}
	if (!host_bytes(host, address, sizeof(value), &word))
		return false;
	value = span_u64(word, 0);
	*out = value && host->in_place ? value - host->base : value;
	return value == 0 || host->in_place;
}
