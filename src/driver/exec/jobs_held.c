/* driver/exec/jobs_held.c — files that wait in memory; see jobs_held.h. */
#include "jobs_held.h"

#include "base/file.h"
#include "base/hash.h"

struct held_file {
	const char *path;
	struct syb_bytes bytes;
	bool written;
};

struct jobs_held {
	struct allocator from;
	struct arena arena;
	struct hash paths; /* → index of a file */
	struct held_file *list;
	size_t count, room, size;
};

int jobs_held_new(struct syb_ctx *ctx, struct jobs_held **out_held)
{
	struct jobs_held *held = mem_zalloc(ctx, sizeof(*held));

	if (!held)
		return -SYB_E_NOMEM;
	held->from = allocator_of(ctx);
	*out_held = held;
	return 0;
}

void jobs_held_free(struct jobs_held *held)
{
	struct allocator from;

	if (!held)
		return;
	from = held->from;
	hash_free(&held->paths);
	allocator_free(from, held->list);
	arena_free(&held->arena);
	allocator_free(from, held);
}

static struct held_file *find(const struct jobs_held *held, const char *path)
{
	size_t *at = held ? hash_get(&held->paths, path, strlen(path)) : NULL;

	return at ? &held->list[*at] : NULL;
}

bool jobs_held_get(const struct jobs_held *held, const char *path, struct syb_bytes *out_bytes)
{
	const struct held_file *file = find(held, path);

	if (file)
		*out_bytes = file->bytes;
	return file != NULL;
}

int held_add(struct syb_ctx *ctx, struct jobs_held *held, const char *path, struct syb_bytes bytes)
{
	struct held_file file = { 0 };
	size_t *at;
	bool found;
	char *copy;
	int r;

	if (!held || bytes.len > HELD_MOST - held->size || find(held, path))
		return 0;
	file.path = arena_string(ctx, &held->arena, path, strlen(path));
	copy = arena_bytes(ctx, &held->arena, bytes.len + 1);
	r = file.path && copy ? VEC_PUSH(ctx, held->list, held->count, held->room) : -SYB_E_NOMEM;
	if (r == 0)
		r = hash_put(ctx, &held->paths, file.path, strlen(file.path), held->count, &at, &found);
	if (r < 0)
		return r;
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	file.bytes = (struct syb_bytes){ (const uint8_t *)copy, bytes.len };
	held->list[held->count++] = file;
	held->size += bytes.len;
	return 1;
}

/* With a slash at its end; "" is the current one. */
static const char *folder_of(struct syb_ctx *ctx, struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');

	return arena_string(ctx, arena, path, slash ? (size_t)(slash - path) + 1 : 0);
}

static bool lies_in(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	return strncmp(path, folder, len) == 0 && !strchr(path + len, '/');
}

int held_write(struct syb_ctx *ctx, struct jobs_held *held, const char *const *paths)
{
	_cleanup_(out_folder_close) struct out_folder folder = { .fd = -1 };
	const char *name = NULL;
	int r = 0;

	for (; held && paths && *paths && r == 0; paths++) {
		struct held_file *file = find(held, *paths);

		if (!file || file->written)
			continue;
		if (!name || !lies_in(file->path, name)) {
			name = folder_of(ctx, &held->arena, file->path);
			if (!name)
				return -SYB_E_NOMEM;
			out_folder_close(&folder);
			folder = out_folder_open(name);
		}
		r = out_folder_put(ctx, &folder, file->path, file->bytes);
		file->written = r == 0;
	}
	return r;
}
