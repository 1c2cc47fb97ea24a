/* ptx_run.c — control flow, memory, calls and atomic operations of PTX; the table of all instructions. */
#include "ptx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 100 };
static const uint64_t MOST_STEPS = 100000000; /* of one thread */

_Noreturn void ptx_unknown(const struct ptx_thread *t, const struct ptx_insn *i, const char *why)
{
	ptx_die(t->ptx->path, i->line, "%s: %s", i->text, why);
}

void ptx_region(struct ptx *ptx, void *at, size_t size, enum ptx_space space)
{
	if (ptx->region_count == ptx->region_room) {
		ptx->region_room = ptx->region_room ? ptx->region_room * 2 : 16;
		ptx->regions = realloc(ptx->regions, ptx->region_room * sizeof(*ptx->regions));
		if (!ptx->regions)
			abort();
	}
	ptx->regions[ptx->region_count++] = (struct ptx_region){ at, size, space };
}

const struct ptx_function *ptx_find(const struct ptx *ptx, const char *name)
{
	for (size_t i = 0; i < ptx->count; i++)
		if (ptx->functions[i].has_body && strcmp(ptx->functions[i].name, name) == 0)
			return &ptx->functions[i];
	return NULL;
}

/* ---- operands ---- */

static void check_width(struct ptx_thread *t, const struct ptx_insn *i, unsigned reg, enum ptx_type type)
{
	const unsigned has = t->function->widths[reg], needs = ptx_types[type].bits;

	if (has != needs && !(i->op->flags & OP_RELAXED && has > needs))
		ptx_unknown(t, i, "a register of another width");
}

static uint64_t address_of(struct ptx_thread *t, const struct ptx_operand *o)
{
	return o->number + (o->reg ? t->regs[o->reg - 1] : 0) + (o->in_frame ? (uint64_t)(uintptr_t)t->frame : 0);
}

uint64_t ptx_get_of(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *o, enum ptx_type type)
{
	const unsigned bits = ptx_types[type].bits;

	switch (o->kind) {
	case O_REGISTER:
		check_width(t, i, o->reg, type);
		return ptx_low(t->regs[o->reg] ^ o->negate, bits);
	case O_NUMBER:
		return ptx_low(o->number, bits);
	case O_SPECIAL:
		return ptx_low(t->special[o->number], bits);
	case O_ADDRESS:
		if (bits == 64)
			return address_of(t, o);
		ptx_unknown(t, i, "an address of fewer than 64 bits");
	default:
		ptx_unknown(t, i, "an operand that is not a number");
	}
}

uint64_t ptx_get(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand, enum ptx_type type)
{
	return ptx_get_of(t, i, &i->operands[operand], type);
}

void ptx_put_to(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *o, enum ptx_type type,
		uint64_t value)
{
	if (o->kind != O_REGISTER || o->negate)
		ptx_unknown(t, i, "a result that is not a register");
	check_width(t, i, o->reg, type);
	if (ptx_types[type].is_signed)
		value = (uint64_t)ptx_signed(value, ptx_types[type].bits);
	t->regs[o->reg] = ptx_low(value, t->function->widths[o->reg]);
}

void ptx_put(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand, enum ptx_type type, uint64_t value)
{
	ptx_put_to(t, i, &i->operands[operand], type, value);
}

/* ---- memory ---- */

static uint8_t *reach(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *o, size_t size)
{
	const uint64_t at = o->kind == O_ADDRESS ? address_of(t, o) : ptx_get_of(t, i, o, T_u64);
	const struct ptx *ptx = t->ptx;

	if (at % size)
		ptx_unknown(t, i, "a misaligned address");
	for (size_t k = ptx->region_count; k-- > 0;) {
		const struct ptx_region *m = &ptx->regions[k];
		const uint64_t begin = (uint64_t)(uintptr_t)m->at;

		if (at < begin || size > m->size || at - begin > m->size - size)
			continue;
		/* parameters and local variables are one block */
		if (i->space == SPACE_GENERIC || i->space == m->space ||
		    (i->space == SPACE_PARAM && m->space == SPACE_LOCAL))
			return m->at + (at - begin);
		ptx_unknown(t, i, "an address in another state space");
	}
	ptx_unknown(t, i, "an address outside of memory");
}

static void move_memory(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *value, uint8_t *at,
			bool store)
{
	const unsigned size = ptx_types[i->type[0]].bits / 8;
	uint64_t number = 0;

	if (store) {
		number = ptx_get_of(t, i, value, i->type[0]);
		memcpy(at, &number, size);
	} else {
		memcpy(&number, at, size);
		ptx_put_to(t, i, value, i->type[0], number);
	}
}

static void access_memory(struct ptx_thread *t, const struct ptx_insn *i, bool store)
{
	const struct ptx_operand *value = &i->operands[store], *address = &i->operands[!store];
	const unsigned size = ptx_types[i->type[0]].bits / 8, count = i->vector ? i->vector : 1;
	uint8_t *at = reach(t, i, address, (size_t)size * count);

	if (i->vector && (value->kind != O_VECTOR || value->count != count))
		ptx_unknown(t, i, "another number of elements");
	for (unsigned k = 0; k < count; k++)
		move_memory(t, i, i->vector ? &value->parts[k] : value, at + k * size, store);
}

static void do_ld(struct ptx_thread *t, const struct ptx_insn *i)
{
	access_memory(t, i, false);
}

static void do_st(struct ptx_thread *t, const struct ptx_insn *i)
{
	access_memory(t, i, true);
}

/* All state spaces are in the generic one, at the same addresses. */
static void do_cvta(struct ptx_thread *t, const struct ptx_insn *i)
{
	ptx_put(t, i, 0, T_u64, ptx_get(t, i, 1, T_u64));
}

static void do_atom(struct ptx_thread *t, const struct ptx_insn *i)
{
	const enum ptx_type type = i->type[0];
	const unsigned bits = ptx_types[type].bits;
	uint8_t *at = reach(t, i, &i->operands[1], bits / 8);
	uint64_t old = 0, value = ptx_get(t, i, 2, type), now;
	const bool less = ptx_types[type].is_signed
				  ? (memcpy(&old, at, bits / 8), ptx_signed(value, bits) < ptx_signed(old, bits))
				  : (memcpy(&old, at, bits / 8), value < old);

	if (ptx_types[type].is_float)
		ptx_unknown(t, i, "floating point");
	if (i->mods & M_cas)
		now = old == value ? ptx_get(t, i, 3, type) : old;
	else if (i->mods & M_exch)
		now = value;
	else if (i->mods & M_add)
		now = old + value;
	else if (i->mods & (M_min | M_max))
		now = less == !!(i->mods & M_min) ? value : old;
	else if (i->mods & M_and)
		now = old & value;
	else if (i->mods & M_or)
		now = old | value;
	else if (i->mods & M_xor)
		now = old ^ value;
	else
		ptx_unknown(t, i, "this operation");
	memcpy(at, &now, bits / 8);
	ptx_put(t, i, 0, type, old);
}

/* ---- moves ---- */

/* A number ↔ its parts, the lowest first; "_" receives nothing. */
static void do_mov(struct ptx_thread *t, const struct ptx_insn *i)
{
	static const enum ptx_type types[] = { [1] = T_b8, [2] = T_b16, [4] = T_b32 };
	const struct ptx_operand *to = &i->operands[0], *from = &i->operands[1];
	const unsigned bits = ptx_types[i->type[0]].bits;
	uint64_t value = 0;

	if (from->kind == O_VECTOR)
		for (unsigned k = 0; k < from->count; k++)
			value |= ptx_get_of(t, i, &from->parts[k], types[bits / 8 / from->count])
				 << k * (bits / from->count);
	else
		value = ptx_get(t, i, 1, i->type[0]);
	if (to->kind != O_VECTOR) {
		ptx_put(t, i, 0, i->type[0], value);
		return;
	}
	for (unsigned k = 0; k < to->count; k++)
		if (to->parts[k].kind != O_LABEL)
			ptx_put_to(t, i, &to->parts[k], types[bits / 8 / to->count],
				   ptx_low(value >> k * (bits / to->count), bits / to->count));
}

/* ---- control flow ---- */

static void do_bra(struct ptx_thread *t, const struct ptx_insn *i)
{
	t->next = i->target;
}

static void do_ret(struct ptx_thread *t, const struct ptx_insn *i)
{
	(void)i;
	t->next = t->function->insn_count;
}

static void do_nothing(struct ptx_thread *t, const struct ptx_insn *i)
{
	(void)t;
	(void)i;
}

static void do_trap(struct ptx_thread *t, const struct ptx_insn *i)
{
	ptx_unknown(t, i, "reached");
}

static void run_function(struct ptx_thread *t);

static size_t size_at(const struct ptx_function *f, uint64_t offset)
{
	for (size_t k = 0; k < f->var_count; k++)
		if (f->vars[k].offset == offset)
			return f->vars[k].size;
	return 0;
}

/* Copy results or parameters between the frames of the caller and of the function. */
static void pass(struct ptx_thread *t, const struct ptx_insn *i, struct ptx_thread *callee,
		 const struct ptx_operand *list, size_t first, bool back)
{
	for (size_t k = 0; list && k < list->count; k++) {
		const struct ptx_var *v = &callee->function->vars[first + k];
		uint8_t *mine = t->frame + list->parts[k].number;

		if (!list->parts[k].in_frame || size_at(t->function, list->parts[k].number) != v->size)
			ptx_unknown(t, i, "an argument of another size");
		memcpy(back ? mine : callee->frame + v->offset, back ? callee->frame + v->offset : mine, v->size);
	}
}

static void enter(struct ptx_thread *t)
{
	const size_t size = t->function->frame + 16;

	t->regs = calloc(t->function->reg_count + 1, sizeof(*t->regs));
	t->frame = aligned_alloc(128, (size + 127) / 128 * 128);
	if (!t->regs || !t->frame)
		abort();
	memset(t->frame, 0xa5, size);
	ptx_region(t->ptx, t->frame, size, SPACE_LOCAL);
}

static void leave(struct ptx_thread *t)
{
	t->ptx->region_count--;
	free(t->regs);
	free(t->frame);
}

/* call (results), function, (parameters); both lists may be missing. */
static void do_call(struct ptx_thread *t, const struct ptx_insn *i)
{
	struct ptx_thread callee = *t;
	const struct ptx_operand *results = NULL, *name = &i->operands[0], *parameters = NULL;

	if (name->kind == O_VECTOR) {
		results = name++;
		if (i->count < 2)
			ptx_unknown(t, i, "no function");
	}
	if (name + 1 < i->operands + i->count)
		parameters = name + 1;
	callee.function = name->kind == O_LABEL ? ptx_find(t->ptx, name->name) : NULL;
	if (!callee.function)
		ptx_unknown(t, i, "a function that is not in the file");
	if ((results ? results->count : 0) != callee.function->results ||
	    (parameters ? parameters->count : 0) != callee.function->parameters || ++callee.depth > MOST_DEPTH)
		ptx_unknown(t, i, "another number of arguments, or too deep");
	enter(&callee);
	pass(t, i, &callee, parameters, callee.function->results, false);
	run_function(&callee);
	pass(t, i, &callee, results, 0, true);
	leave(&callee);
}

static void run_function(struct ptx_thread *t)
{
	t->next = 0;
	while (t->next < t->function->insn_count) {
		const struct ptx_insn *i = &t->function->insns[t->next++];

		if (++t->ptx->executed > MOST_STEPS)
			ptx_unknown(t, i, "the thread does not end");
		if (!i->guard || t->regs[i->guard - 1] != i->guard_not)
			i->op->run(t, i);
	}
}

void ptx_run(struct ptx *ptx, const struct ptx_function *entry, const uint64_t *arguments, size_t count, unsigned tid,
	     unsigned ntid)
{
	struct ptx_thread t = { .ptx = ptx, .function = entry, .special = { tid, 0, 0, ntid, 1, 1, 0, 0, 0, 1, 1, 1 } };

	if (!entry->is_entry || entry->parameters != count)
		ptx_die(ptx->path, 0, "%s has %zu parameters", entry->name, entry->parameters);
	ptx->executed = 0;
	enter(&t);
	for (size_t k = 0; k < count; k++)
		memcpy(t.frame + entry->vars[k].offset, &arguments[k], entry->vars[k].size);
	run_function(&t);
	leave(&t);
}

/* ---- instructions ---- */

#define ROUND (M_rn | M_rz | M_rm | M_rp)
#define SCOPE (M_gpu | M_cta | M_sys)
const struct ptx_op ptx_ops[] = {
	{ "ld", do_ld, 2, OP_RELAXED, M_volatile | M_relaxed | M_nc | SCOPE },
	{ "st", do_st, 2, OP_RELAXED, M_volatile | M_relaxed | SCOPE },
	{ "mov", do_mov, 2, 0, 0 },
	{ "cvta", do_cvta, 2, 0, M_to },
	{ "atom", do_atom, UINT32_MAX, 0,
	  M_relaxed | SCOPE | M_cas | M_exch | M_add | M_min | M_max | M_and | M_or | M_xor },
	{ "bra", do_bra, 1, 0, M_uni },
	{ "ret", do_ret, 0, 0, M_uni },
	{ "call", do_call, UINT32_MAX, 0, M_uni },
	{ "trap", do_trap, 0, 0, 0 },
	{ "membar", do_nothing, 0, 0, M_cta | M_sys },
	{ "add", ptx_do_add, 3, 0, M_cc | M_sat | ROUND | M_ftz },
	{ "sub", ptx_do_sub, 3, 0, M_cc | M_sat | ROUND | M_ftz },
	{ "addc", ptx_do_addc, 3, 0, M_cc },
	{ "subc", ptx_do_subc, 3, 0, M_cc },
	{ "mul", ptx_do_mul, 3, 0, M_lo | M_hi | M_wide | ROUND | M_ftz },
	{ "mad", ptx_do_mad, 4, 0, M_lo | M_hi | M_wide | ROUND | M_ftz },
	{ "fma", ptx_do_fma, 4, 0, ROUND | M_ftz },
	{ "div", ptx_do_div, 3, 0, ROUND | M_ftz },
	{ "rem", ptx_do_rem, 3, 0, 0 },
	{ "abs", ptx_do_abs, 2, 0, M_ftz },
	{ "neg", ptx_do_neg, 2, 0, M_ftz },
	{ "min", ptx_do_min, 3, 0, M_ftz },
	{ "max", ptx_do_max, 3, 0, M_ftz },
	{ "sad", ptx_do_sad, 4, 0, 0 },
	{ "sqrt", ptx_do_sqrt, 2, 0, ROUND },
	{ "rcp", ptx_do_rcp, 2, 0, ROUND },
	{ "copysign", ptx_do_copysign, 3, 0, 0 },
	{ "popc", ptx_do_popc, 2, 0, 0 },
	{ "clz", ptx_do_clz, 2, 0, 0 },
	{ "brev", ptx_do_brev, 2, 0, 0 },
	{ "bfind", ptx_do_bfind, 2, 0, M_shiftamt },
	{ "bfe", ptx_do_bfe, 4, 0, 0 },
	{ "bfi", ptx_do_bfi, 5, 0, 0 },
	{ "and", ptx_do_logic, 3, 0, 0 },
	{ "or", ptx_do_logic, 3, 0, 0 },
	{ "xor", ptx_do_logic, 3, 0, 0 },
	{ "not", ptx_do_not, 2, 0, 0 },
	{ "cnot", ptx_do_cnot, 2, 0, 0 },
	{ "shl", ptx_do_shl, 3, 0, 0 },
	{ "shr", ptx_do_shr, 3, 0, 0 },
	{ "shf", ptx_do_shf, 4, 0, M_l | M_r | M_wrap | M_clamp },
	{ "prmt", ptx_do_prmt, 4, 0, 0 },
	{ "lop3", ptx_do_lop3, 5, 0, 0 },
	{ "selp", ptx_do_selp, 4, 0, 0 },
	{ "slct", ptx_do_slct, 4, 0, 0 },
	{ "setp", ptx_do_setp, 3, OP_COMPARES, M_and | M_or | M_xor | M_ftz },
	{ "set", ptx_do_set, 3, OP_COMPARES, M_and | M_or | M_xor | M_ftz },
	{ "cvt", ptx_do_cvt, 2, OP_RELAXED, ROUND | M_rni | M_rzi | M_rmi | M_rpi | M_ftz | M_sat },
};
const size_t ptx_op_count = sizeof(ptx_ops) / sizeof(ptx_ops[0]);
