/* runtime/backend/level_zero_graves.c — what was closed while the device may still use it.
 *
 * Level Zero lets nothing be destroyed that a command on its way refers to, and our callers may close what they have in
 * any order and at any time. So kernels, programs and queues that are closed while a command list is busy wait here, in
 * the order in which they were closed, until all lists are idle. That is looked at when the next one is closed, and
 * with the driver. Drivers from before 1.6 cannot tell whether a list is busy: there everything goes at once. */
#include "level_zero.h"

#include "driver.h"

enum { LAST_WAITS = 500, LAST_WAIT_NS = 20000000 }; /* ten seconds, and then the device hangs */

/* The device's lock is held. Errors of the driver are no reason to wait. */
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

static void destroy_all(struct l0_grave *list)
{
	while (list) {
		struct l0_grave *grave = list;

		list = grave->next; /* it is part of the object */
		grave->destroy(grave->object);
	}
}

void l0_bury(struct be_device *device, struct l0_grave *grave)
{
	struct l0_grave *list = NULL, **end;

	grave->next = NULL;
	pthread_mutex_lock(&device->lock);
	for (end = &device->graves; *end; end = &(*end)->next)
		;
	*end = grave;
	if (!busy(device, 0)) {
		list = device->graves;
		device->graves = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	destroy_all(list);
}

void l0_bury_all(struct be_device *device)
{
	struct l0_grave *list = device->graves;

	for (unsigned i = 0; list && i < LAST_WAITS && busy(device, LAST_WAIT_NS); i++)
		;
	device->graves = NULL;
	destroy_all(list);
}
