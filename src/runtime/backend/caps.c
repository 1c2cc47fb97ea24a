/* runtime/backend/caps.c — aspects of a live device, out of queries and tables. */
#include "caps.h"

#include "base/words.h"

#include <sybil/target.h>

void caps_set(struct caps *caps, const char *aspect, bool has)
{
	const struct syb_aspect_info *info = syb_aspect_parse(aspect);

	if (!info || info->number >= ARRAY_SIZE(caps->aspects))
		return;
	caps->aspects[info->number].has = has;
	caps->aspects[info->number].decided = true;
}

void caps_add(struct caps *caps, const char *aspects)
{
	char name[64];
	size_t len;

	for (const char *p; (p = words_next(&aspects, &len));) {
		const struct syb_aspect_info *info = NULL;

		if (len < sizeof(name)) {
			memcpy(name, p, len);
			name[len] = '\0';
			info = syb_aspect_parse(name);
		}
		if (info && info->number < ARRAY_SIZE(caps->aspects) && !caps->aspects[info->number].decided)
			caps->aspects[info->number].has = true;
	}
}

int caps_done(struct syb_ctx *ctx, const struct caps *caps, bool complete, struct arena *arena,
	      struct syb_device *out_device)
{
	uint32_t *has = arena_array(ctx, arena, ARRAY_SIZE(caps->aspects), sizeof(*has));
	uint32_t *unknown = arena_array(ctx, arena, ARRAY_SIZE(caps->aspects), sizeof(*unknown));
	size_t has_count = 0, unknown_count = 0;

	if (!has || !unknown)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < ARRAY_SIZE(caps->aspects); i++) {
		if (caps->aspects[i].has)
			has[has_count++] = i;
		else if (!caps->aspects[i].decided && !complete && syb_aspect_find(i))
			unknown[unknown_count++] = i;
	}
	out_device->aspects = has;
	out_device->aspect_count = has_count;
	out_device->unknown_aspects = unknown_count ? unknown : NULL;
	out_device->unknown_aspect_count = unknown_count;
	return 0;
}
