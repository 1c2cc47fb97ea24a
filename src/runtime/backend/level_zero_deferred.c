/* runtime/backend/level_zero_deferred.c — destroying objects that the device may still use.
 *
 * Level Zero forbids destroying objects that a running command refers to, and our callers may close objects in any
 * order and at any time. So kernels, programs and queues that are closed while a command list is busy are destroyed
 * later, in the order in which they were closed, when all lists are idle. That is checked when the next object is
 * closed, and when the driver is. Drivers before 1.6 cannot report whether a list is busy: there objects are destroyed
 * at once. */
#include "level_zero.h"

#include "driver.h"

enum { LAST_WAITS = 500, LAST_WAIT_NS = 20000000 }; /* ten seconds: then the device hangs */

/* The device's lock is held. A list is not busy if its driver fails. */
static bool busy(const struct be_device *device, uint64_t timeout_ns)
{
	const struct l0_api *api = &device->backend->api;

	for (const struct be_queue *queue = device->queues; queue && api->list_wait; queue = queue->next)
		if (api->list_wait(queue->list, timeout_ns) == L0_NOT_READY)
			return true;
	return false;
}

bool l0_busy(struct be_device *device)
{
	bool is;

	pthread_mutex_lock(&device->lock);
	is = busy(device, 0);
	pthread_mutex_unlock(&device->lock);
	return is;
}

static void destroy_all(struct l0_deferred *list)
{
	while (list) {
		struct l0_deferred *one = list;

		list = one->next; /* it is part of the object */
		one->destroy(one->object);
	}
}

void l0_destroy_later(struct be_device *device, struct l0_deferred *deferred, void (*destroy)(void *object),
		      void *object)
{
	struct l0_deferred *list = NULL, **end;

	*deferred = (struct l0_deferred){ .destroy = destroy, .object = object };
	pthread_mutex_lock(&device->lock);
	for (end = &device->deferred; *end; end = &(*end)->next)
		;
	*end = deferred;
	if (!busy(device, 0)) {
		list = device->deferred;
		device->deferred = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	destroy_all(list);
}

void l0_destroy_deferred(struct be_device *device)
{
	struct l0_deferred *list = device->deferred;

	for (unsigned i = 0; list && i < LAST_WAITS && busy(device, LAST_WAIT_NS); i++)
		;
	device->deferred = NULL;
	destroy_all(list);
}
