/* fake/fake.c — calls, faults, objects and memory of the fake drivers. */
#include "fake.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CALL_LOG = 1 << 16, TOLD = 16 };

struct told {
	enum fake_told what;
	void *place;
	size_t bytes;
};

struct block {
	struct block *next;
	char *address;
	size_t bytes;
	enum fake_memory_kind kind;
};

static struct {
	pthread_mutex_t lock;
	struct fake_faults faults;
	unsigned calls;
	const char *names[CALL_LOG];
	bool tells[CALL_LOG];
	struct told told[TOLD]; /* by the call that is running */
	size_t told_count;
	struct fake_object *objects;
	struct block *blocks;
	size_t used;
	char complaint[512];
} fake = { .lock = PTHREAD_MUTEX_INITIALIZER };

void fake_lock(void)
{
	pthread_mutex_lock(&fake.lock);
}

/* ---- lies ---- */

static void lie_number(uint8_t *place, size_t bytes, enum fake_lie how)
{
	uint64_t value = 0;

	if (bytes > sizeof(value)) {
		if (how == FAKE_LIE_NOISE || how == FAKE_LIE_ZERO)
			memset(place, how == FAKE_LIE_NOISE ? 0xa5 : 0, bytes);
		return;
	}
	memcpy(&value, place, bytes);
	value = how == FAKE_LIE_HUGE    ? UINT64_MAX >> (65 - 8 * bytes)
		: how == FAKE_LIE_MORE  ? value * 2 + 7
		: how == FAKE_LIE_LESS  ? value / 2
		: how == FAKE_LIE_ZERO  ? 0
		: how == FAKE_LIE_NOISE ? UINT64_C(0xa5a5a5a5a5a5a5a5)
					: value;
	memcpy(place, &value, bytes);
}

static void lie(const struct told *told, enum fake_lie how)
{
	if (!told->place || told->bytes == 0)
		return;
	if (told->what == FAKE_NUMBER)
		lie_number(told->place, told->bytes, how);
	else if (told->what == FAKE_POINTER && how == FAKE_LIE_NULL)
		memset(told->place, 0, told->bytes);
	else if (told->what == FAKE_TEXT && how == FAKE_LIE_ZERO)
		memset(told->place, 0, told->bytes);
	else if (told->what == FAKE_TEXT && how != FAKE_LIE_NULL && how != FAKE_LIE_LESS)
		memset(told->place, 'x', told->bytes);
}

static bool lies_now(void)
{
	return fake.faults.lie_at && fake.calls == fake.faults.lie_at;
}

void fake_tells(enum fake_told what, void *place, size_t bytes)
{
	if (fake.calls < CALL_LOG)
		fake.tells[fake.calls] = true;
	if (fake.told_count < TOLD)
		fake.told[fake.told_count++] = (struct told){ what, place, bytes };
}

bool fake_hides(void)
{
	fake_tells(FAKE_POINTER, NULL, 0);
	return lies_now() && fake.faults.lie_how == FAKE_LIE_NULL;
}

void *fake_give(void *object)
{
	if (!fake_hides())
		return object;
	fake_delete(object);
	return NULL;
}

const char *fake_endless(void)
{
	static char *text;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!text) {
		text = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (text == MAP_FAILED)
			abort();
		memset(text, 'x', page);
		mprotect(text + page, page, PROT_NONE);
	}
	return text + page - 512;
}

void fake_unlock(int *unused)
{
	(void)unused;
	for (size_t i = 0; i < fake.told_count && lies_now(); i++)
		lie(&fake.told[i], fake.faults.lie_how);
	fake.told_count = 0;
	pthread_mutex_unlock(&fake.lock);
}

const struct fake_faults *fake_faults(void)
{
	return &fake.faults;
}

/* ---- faults ---- */

static void read_fail(const char *word)
{
	const char *colon = strchr(word, ':');

	if (!colon)
		return;
	fake.faults.fail_code = (int)strtoll(colon + 1, NULL, 0);
	if (*word >= '0' && *word <= '9') {
		fake.faults.fail_at = (unsigned)strtoul(word, NULL, 10);
		return;
	}
	snprintf(fake.faults.fail_name, sizeof(fake.faults.fail_name), "%.*s", (int)(colon - word), word);
	fake.faults.has_fail_name = true;
}

static void read_lie(const char *word)
{
	static const char *const names[] = { "", "huge", "more", "less", "zero", "noise", "null" };
	const char *colon = strchr(word, ':');

	for (size_t i = 1; colon && i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(colon + 1, names[i]) == 0)
			fake.faults.lie_how = (enum fake_lie)i;
	fake.faults.lie_at = (unsigned)strtoul(word, NULL, 10);
}

static void set_faults(const char *words)
{
	char copy[512];

	fake.faults = (struct fake_faults){ .memory = (size_t)1 << 30 };
	snprintf(copy, sizeof(copy), "%s", words ? words : "");
	for (char *save = NULL, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		if (strncmp(word, "fail=", 5) == 0)
			read_fail(word + 5);
		else if (strncmp(word, "die=", 4) == 0)
			sscanf(word + 4, "%63[^:]:%15s", fake.faults.die_name, fake.faults.die_how);
		else if (strncmp(word, "lost=", 5) == 0)
			fake.faults.lost_at = (unsigned)strtoul(word + 5, NULL, 10);
		else if (strncmp(word, "lie=", 4) == 0)
			read_lie(word + 4);
		else if (strncmp(word, "slow=", 5) == 0)
			fake.faults.slow = (unsigned)strtoul(word + 5, NULL, 10);
		else if (strncmp(word, "build=", 6) == 0)
			fake.faults.build_ms = (unsigned)strtoul(word + 6, NULL, 10);
		else if (strncmp(word, "memory=", 7) == 0)
			fake.faults.memory = strtoull(word + 7, NULL, 0);
		else if (strncmp(word, "platforms=", 10) == 0)
			fake.faults.platforms = (unsigned)strtoul(word + 10, NULL, 10);
		else if (strncmp(word, "model=", 6) == 0)
			snprintf(fake.faults.model, sizeof(fake.faults.model), "%s", word + 6);
		else if (strcmp(word, "hang") == 0)
			fake.faults.hang = true;
		else if (strcmp(word, "lie") == 0)
			fake.faults.lie = true;
		else if (strcmp(word, "strict") == 0)
			fake.faults.strict = true;
		else
			fprintf(stderr, "fake: SYBIL_FAKE: unknown word %s\n", word);
	}
}

static void die(const char *name)
{
	const char *how = fake.faults.die_how;

	if (strcmp(fake.faults.die_name, name) != 0)
		return;
	if (strcmp(how, "crash") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "abort") == 0)
		abort();
	while (strcmp(how, "hang") == 0)
		pause();
	_exit(atoi(how));
}

int fake_enter(const char *name, int lost_code)
{
	unsigned n = ++fake.calls;

	die(name);

	if (n < CALL_LOG) {
		fake.names[n] = name;
		fake.tells[n] = false;
	}
	fake.told_count = 0;
	if (fake.faults.fail_at == n)
		return fake.faults.fail_code;
	if (fake.faults.has_fail_name && strcmp(fake.faults.fail_name, name) == 0)
		return fake.faults.fail_code;
	if (fake.faults.lost_at && n >= fake.faults.lost_at)
		return lost_code;
	return 0;
}

bool fake_still_runs(unsigned *looks)
{
	return fake.faults.hang || (*looks)++ < fake.faults.slow;
}

void fake_complain(const char *fmt, ...)
{
	va_list args;

	if (fake.complaint[0])
		return;
	va_start(args, fmt);
	vsnprintf(fake.complaint, sizeof(fake.complaint), fmt, args);
	va_end(args);
	if (fake.faults.strict)
		fprintf(stderr, "fake: %s\n", fake.complaint);
}

/* ---- objects ---- */

void *fake_new(const char *kind, size_t bytes, void *parent)
{
	struct fake_object *object = calloc(1, bytes);

	if (!object)
		abort();
	object->kind = kind;
	object->parent = parent;
	if (parent)
		object->parent->children++;
	object->next = fake.objects;
	fake.objects = object;
	return object;
}

bool fake_is(const void *object, const char *kind, const char *call)
{
	for (const struct fake_object *o = fake.objects; o; o = o->next)
		if (o == object && strcmp(o->kind, kind) == 0)
			return true;
	fake_complain("%s: %p is no %s", call, object, kind);
	return false;
}

void fake_delete(void *object)
{
	for (struct fake_object **link = &fake.objects; *link; link = &(*link)->next) {
		struct fake_object *o = *link;

		if (o != object)
			continue;
		if (o->children)
			fake_complain("a %s goes before %u objects that stand on it", o->kind, o->children);
		for (struct fake_object *child = fake.objects; child; child = child->next)
			if (child->parent == o)
				child->parent = NULL;
		if (o->parent)
			o->parent->children--;
		*link = o->next;
		free(o);
		return;
	}
}

/* ---- memory ---- */

void *fake_alloc(enum fake_memory_kind kind, size_t bytes)
{
	struct block *block;

	if (bytes == 0 || bytes > fake.faults.memory || fake.used > fake.faults.memory - bytes)
		return NULL;
	block = calloc(1, sizeof(*block));
	/* Aligned as devices do, and no zeros: what reads memory that was never written shall notice. */
	if (!block || posix_memalign((void **)&block->address, 256, bytes))
		abort();
	memset(block->address, 0xa5, bytes);
	block->bytes = bytes;
	block->kind = kind;
	block->next = fake.blocks;
	fake.blocks = block;
	fake.used += bytes;
	return block->address;
}

bool fake_free(void *address)
{
	for (struct block **link = &fake.blocks; *link; link = &(*link)->next) {
		struct block *block = *link;

		if (block->address != address)
			continue;
		*link = block->next;
		fake.used -= block->bytes;
		free(block->address);
		free(block);
		return true;
	}
	return false;
}

int fake_memory(const void *address, size_t bytes, const char *call)
{
	uintptr_t at = (uintptr_t)address;

	for (const struct block *block = fake.blocks; block; block = block->next) {
		uintptr_t begin = (uintptr_t)block->address;

		if (at < begin || at >= begin + block->bytes)
			continue;
		if (bytes > block->bytes - (at - begin)) {
			fake_complain("%s: %zu bytes at %zu of a block of %zu", call, bytes, (size_t)(at - begin),
				      block->bytes);
			return -1;
		}
		return (int)block->kind;
	}
	return -1;
}

bool fake_block(const void *address, void **out_base, size_t *out_bytes)
{
	for (const struct block *block = fake.blocks; block; block = block->next)
		if ((uintptr_t)address - (uintptr_t)block->address < block->bytes) {
			*out_base = block->address;
			*out_bytes = block->bytes;
			return true;
		}
	return false;
}

bool fake_give_memory(enum fake_memory_kind kind, size_t bytes, void **out)
{
	*out = fake_alloc(kind, bytes);
	if (!*out)
		return false;
	if (fake_hides()) {
		fake_free(*out);
		*out = NULL;
	}
	return true;
}

bool fake_there(const void *address, size_t bytes, const char *call)
{
	return address && (fake_memory(address, 1, call) < 0 || fake_memory(address, bytes, call) >= 0);
}

void fake_fill(void *to, const void *pattern, size_t width, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += width)
		memcpy((char *)to + i, pattern, width);
}

/* ---- for tests ---- */

static void reset(const char *faults)
{
	FAKE_LOCKED;

	fake.calls = 0;
	fake.complaint[0] = '\0';
	set_faults(faults);
}

static unsigned calls(void)
{
	return fake.calls;
}

static const char *call_at(unsigned n)
{
	return n && n <= fake.calls && n < CALL_LOG ? fake.names[n] : "";
}

static size_t live(void)
{
	size_t count = 0;

	for (const struct fake_object *o = fake.objects; o; o = o->next)
		count++;
	for (const struct block *b = fake.blocks; b; b = b->next)
		count += b->kind != FAKE_GLOBAL; /* variables are their program's */
	return count;
}

static const char *live_kind(void)
{
	return fake.objects ? fake.objects->kind : fake.blocks ? "memory" : "";
}

static const char *complaint(void)
{
	return fake.complaint[0] ? fake.complaint : NULL;
}

static bool tells(unsigned n)
{
	return n && n <= fake.calls && n < CALL_LOG && fake.tells[n];
}

static void forget_memory(void)
{
	while (fake.blocks)
		fake_free(fake.blocks->address);
}

const struct fake_control *fake_control(void)
{
	static const struct fake_control control = { reset,     calls,     call_at,       live,
						     live_kind, complaint, forget_memory, tells };

	return &control;
}

__attribute__((constructor)) static void begin(void)
{
	set_faults(getenv("SYBIL_FAKE"));
}

__attribute__((destructor)) static void end(void)
{
	bool bad = fake.complaint[0] || live();

	die("end");
	if (!fake.faults.strict || !bad)
		return;
	if (live())
		fprintf(stderr, "fake: %zu objects left, one is a %s\n", live(), live_kind());
	_exit(86);
}
