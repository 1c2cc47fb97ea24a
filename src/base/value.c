/* base/value.c — records: trees of decoded values, built once, then read only. */
#include "value.h"

int record_new(struct syb_ctx *ctx, struct syb_record **out_record)
{
	struct syb_record *r = mem_zalloc(ctx, sizeof(*r));

	if (!r)
		return -SYB_E_NOMEM;
	r->from = allocator_of(ctx);
	r->ctx = ctx;
	r->root = arena_alloc(ctx, &r->arena, sizeof(*r->root));
	if (!r->root) {
		allocator_free(r->from, r);
		return -SYB_E_NOMEM;
	}
	r->root->kind = SYB_VALUE_MAP;
	*out_record = r;
	return 0;
}

void syb_record_free(struct syb_record *record)
{
	if (!record)
		return;
	arena_free(&record->arena);
	allocator_free(record->from, record);
}

static int make_index(struct syb_record *r, struct syb_value *v)
{
	size_t i = 0;

	if (v->kind != SYB_VALUE_LIST && v->kind != SYB_VALUE_MAP)
		return 0;
	v->as.c.index = arena_array(r->ctx, &r->arena, v->as.c.count, sizeof(*v->as.c.index));
	if (!v->as.c.index)
		return -SYB_E_NOMEM;
	for (struct syb_value *child = v->as.c.first; child; child = child->next) {
		int e = make_index(r, child); /* depth is bounded by the builders */

		if (e < 0)
			return e;
		v->as.c.index[i++] = child;
	}
	return 0;
}

int record_finish(struct syb_record *record)
{
	int r = record->failed ? -SYB_E_NOMEM : ctx_cancelled(record->ctx); /* see sha256_hex_told */

	if (r == 0)
		r = make_index(record, record->root);
	record->ctx = NULL;
	return r;
}

static struct syb_value *add(struct syb_record *r, struct syb_value *parent, const char *key, enum syb_value_kind kind)
{
	struct syb_value *v = NULL;

	if (parent && !r->failed)
		v = arena_alloc(r->ctx, &r->arena, sizeof(*v));
	if (v && key)
		v->key = arena_string(r->ctx, &r->arena, key, strlen(key));
	if (!v || (key && !v->key)) {
		r->failed = true;
		return NULL;
	}
	v->kind = kind;
	LIST_APPEND(parent->as.c.first, parent->as.c.last, v);
	parent->as.c.count++;
	return v;
}

struct syb_value *value_map(struct syb_record *r, struct syb_value *parent, const char *key)
{
	return add(r, parent, key, SYB_VALUE_MAP);
}

struct syb_value *value_list(struct syb_record *r, struct syb_value *parent, const char *key)
{
	return add(r, parent, key, SYB_VALUE_LIST);
}

struct syb_value *value_null(struct syb_record *r, struct syb_value *parent, const char *key)
{
	return add(r, parent, key, SYB_VALUE_NULL);
}

struct syb_value *value_bool(struct syb_record *r, struct syb_value *parent, const char *key, bool b)
{
	struct syb_value *v = add(r, parent, key, SYB_VALUE_BOOL);

	if (v)
		v->as.b = b;
	return v;
}

struct syb_value *value_uint(struct syb_record *r, struct syb_value *parent, const char *key, uint64_t u)
{
	struct syb_value *v = add(r, parent, key, SYB_VALUE_UINT);

	if (v)
		v->as.u = u;
	return v;
}

struct syb_value *value_int(struct syb_record *r, struct syb_value *parent, const char *key, int64_t i)
{
	struct syb_value *v = add(r, parent, key, SYB_VALUE_INT);

	if (v)
		v->as.i = i;
	return v;
}

struct syb_value *value_real(struct syb_record *r, struct syb_value *parent, const char *key, double d)
{
	struct syb_value *v = add(r, parent, key, SYB_VALUE_REAL);

	if (v)
		v->as.d = d;
	return v;
}

static struct syb_value *add_bytes(struct syb_record *r, struct syb_value *parent, const char *key,
				   enum syb_value_kind kind, const void *s, size_t len)
{
	struct syb_value *v = add(r, parent, key, kind);

	if (!v)
		return NULL;
	v->as.s.ptr = arena_string(r->ctx, &r->arena, s, len);
	v->as.s.len = len;
	if (!v->as.s.ptr) {
		v->as.s.len = 0;
		r->failed = true;
		return NULL;
	}
	return v;
}

struct syb_value *value_stringn(struct syb_record *r, struct syb_value *parent, const char *key, const void *s,
				size_t len)
{
	return add_bytes(r, parent, key, SYB_VALUE_STRING, s, len);
}

struct syb_value *value_string(struct syb_record *r, struct syb_value *parent, const char *key, const char *s)
{
	return value_stringn(r, parent, key, s, strlen(s));
}

void value_reason(struct syb_record *r, struct syb_value *list, const struct syb_reason *reason, const char *answer)
{
	struct syb_value *one = value_map(r, list, NULL), *values;

	value_string(r, one, "requirement", reason->requirement);
	value_string(r, one, "answer", answer);
	values = value_list(r, one, "missing");
	for (size_t i = 0; i < reason->value_count; i++)
		value_string(r, values, NULL, reason->values[i]);
	value_string(r, one, "text", reason->text);
}

struct syb_value *value_string_or_null(struct syb_record *r, struct syb_value *parent, const char *key, const char *s)
{
	return s ? value_string(r, parent, key, s) : value_null(r, parent, key);
}

struct syb_value *value_bytes(struct syb_record *r, struct syb_value *parent, const char *key, struct syb_bytes bytes)
{
	return add_bytes(r, parent, key, SYB_VALUE_BYTES, bytes.ptr, bytes.len);
}

struct syb_value *value_copy(struct syb_record *r, struct syb_value *parent, const char *key,
			     const struct syb_value *from)
{
	struct syb_value *v = NULL;

	switch (from->kind) {
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		v = add(r, parent, key, from->kind);
		for (const struct syb_value *child = from->as.c.first; child && v; child = child->next)
			value_copy(r, v, child->key, child);
		break;
	case SYB_VALUE_STRING:
	case SYB_VALUE_BYTES:
		v = add_bytes(r, parent, key, from->kind, from->as.s.ptr, from->as.s.len);
		break;
	default:
		v = add(r, parent, key, from->kind);
		if (v)
			v->as = from->as;
		break;
	}
	if (v && from->label)
		value_label(r, v, from->label);
	return value_hint(v, from->hint);
}

void value_share_rest(struct syb_value *parent, const struct syb_value *from)
{
	if (!parent || !from || from->as.c.count < 2)
		return;
	if (parent->as.c.last)
		parent->as.c.last->next = from->as.c.first->next;
	else
		parent->as.c.first = from->as.c.first->next;
	parent->as.c.last = from->as.c.last;
	parent->as.c.count += from->as.c.count - 1;
}

struct syb_value *value_hint(struct syb_value *value, enum value_hint hint)
{
	if (value)
		value->hint = hint;
	return value;
}

struct syb_value *value_label(struct syb_record *r, struct syb_value *value, const char *label)
{
	if (!value)
		return NULL;
	value->label = arena_string(r->ctx, &r->arena, label, strlen(label));
	if (!value->label)
		r->failed = true;
	return value;
}

struct syb_value *value_words(struct syb_record *r, struct syb_value *value)
{
	char *label;

	if (!value)
		return NULL;
	label = arena_string(r->ctx, &r->arena, value->key, strlen(value->key));
	if (!label)
		r->failed = true;
	for (char *p = label; p && *p; p++)
		if (*p == '_')
			*p = ' ';
	value->label = label;
	return value;
}

const struct syb_value *syb_record_root(const struct syb_record *record)
{
	return record->root;
}

enum syb_value_kind syb_value_kind(const struct syb_value *value)
{
	return value->kind;
}

bool syb_value_bool(const struct syb_value *value)
{
	return value->kind == SYB_VALUE_BOOL && value->as.b;
}

uint64_t syb_value_uint(const struct syb_value *value)
{
	return value->kind == SYB_VALUE_UINT ? value->as.u : 0;
}

int64_t syb_value_int(const struct syb_value *value)
{
	if (value->kind == SYB_VALUE_UINT)
		return value->as.u <= INT64_MAX ? (int64_t)value->as.u : INT64_MAX;
	return value->kind == SYB_VALUE_INT ? value->as.i : 0;
}

double syb_value_real(const struct syb_value *value)
{
	switch (value->kind) {
	case SYB_VALUE_REAL:
		return value->as.d;
	case SYB_VALUE_UINT:
		return (double)value->as.u;
	case SYB_VALUE_INT:
		return (double)value->as.i;
	default:
		return 0;
	}
}

const char *syb_value_string(const struct syb_value *value)
{
	return value->kind == SYB_VALUE_STRING ? value->as.s.ptr : "";
}

struct syb_bytes syb_value_bytes(const struct syb_value *value)
{
	if (value->kind != SYB_VALUE_STRING && value->kind != SYB_VALUE_BYTES)
		return (struct syb_bytes){ 0 };
	return (struct syb_bytes){ (const uint8_t *)value->as.s.ptr, value->as.s.len };
}

size_t syb_value_count(const struct syb_value *value)
{
	return value->kind == SYB_VALUE_LIST || value->kind == SYB_VALUE_MAP ? value->as.c.count : 0;
}

const struct syb_value *syb_value_at(const struct syb_value *value, size_t i)
{
	return i < syb_value_count(value) ? value->as.c.index[i] : NULL;
}

const char *syb_value_key(const struct syb_value *value, size_t i)
{
	const struct syb_value *v = syb_value_at(value, i);

	return v ? v->key : NULL;
}

const struct syb_value *syb_value_get(const struct syb_value *value, const char *key)
{
	if (value->kind != SYB_VALUE_MAP)
		return NULL;
	for (const struct syb_value *v = value->as.c.first; v; v = v->next)
		if (str_eq(v->key, key))
			return v;
	return NULL;
}
