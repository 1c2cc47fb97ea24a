/* runtime/backend/caps.c — aspects of a live device, out of queries and tables. */
#include "caps.h"

#include "base/words.h"

#include <sybil/target.h>

/* NULL when the table has no such aspect. */
static struct cap *find(struct caps *caps, const char *aspect)
{
	const struct syb_aspect_info *info = syb_aspect_parse(aspect);
	const size_t row = info ? (size_t)(info - syb_aspect_at(0)) : CAPS_MOST;

	return row < CAPS_MOST ? &caps->aspects[row] : NULL;
}

void caps_set(struct caps *caps, const char *aspect, bool has)
{
	struct cap *cap = find(caps, aspect);

	if (cap)
		*cap = (struct cap){ has, true };
}

void caps_add(struct caps *caps, const char *aspects)
{
	char name[64];
	size_t len;

	for (const char *p; (p = words_next(&aspects, &len));) {
		struct cap *cap = NULL;

		if (len < sizeof(name)) {
			memcpy(name, p, len);
			name[len] = '\0';
			cap = find(caps, name);
		}
		if (cap && !cap->decided)
			cap->has = true;
	}
}

int caps_done(struct syb_ctx *ctx, const struct caps *caps, bool complete, struct arena *arena,
	      struct syb_device *out_device)
{
	uint32_t *has = arena_array(ctx, arena, CAPS_MOST, sizeof(*has));
	uint32_t *unknown = arena_array(ctx, arena, CAPS_MOST, sizeof(*unknown));
	size_t has_count = 0, unknown_count = 0;

	if (!has || !unknown)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < CAPS_MOST && i < syb_aspect_count(); i++) {
		if (caps->aspects[i].has)
			has[has_count++] = syb_aspect_at(i)->number;
		else if (!caps->aspects[i].decided && !complete)
			unknown[unknown_count++] = syb_aspect_at(i)->number;
	}
	out_device->aspects = has;
	out_device->aspect_count = has_count;
	out_device->unknown_aspects = unknown_count ? unknown : NULL;
	out_device->unknown_aspect_count = unknown_count;
	return 0;
}
