/* fake/level_zero.h — what the files of libze_loader.so.1 share. */
#ifndef TESTS_FAKE_LEVEL_ZERO_H
#define TESTS_FAKE_LEVEL_ZERO_H

#include "fake.h"
#include "runtime/backend/level_zero_api.h"

/* The functions of a driver are declared by its users. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	MOST_GROUP = 1024,
	MOST_LOCAL = 128 << 10,
};

bool l0_is_device(l0_device device);
/* What all commands have: a list, events to wait for, an event to signal, which was reset. */
int l0_command(const char *call, l0_list list, l0_event signal, uint32_t count, l0_event *wait);
/* The number of the last command of all lists. */
uint64_t l0_last_command(void);
/* Commands of a slow device may use what is about to go: whether this one does. */
bool l0_in_use(uint64_t command);

#define CALL(name) FAKE_CALL(name, L0_ERROR_DEVICE_LOST)
#define CALL_DROP(name) FAKE_ENTER(name, L0_ERROR_DEVICE_LOST)
#define CHECK(cond, ...) FAKE_CHECK(cond, L0_ERROR_INVALID_ARGUMENT, __VA_ARGS__)
#define TYPE(desc, want) CHECK((desc)->type == (want), "%s: a struct of type 0x%x", call, (unsigned)(desc)->type)
#define IS_DEVICE(device) CHECK(l0_is_device(device), "%s: no device", call)
#define IS(handle, kind) CHECK(fake_is(handle, kind, call), "%s", call)

#endif
