/* ptx_int.c — integers, bits and choices of PTX (PTX ISA, "Integer Arithmetic", "Logic and Shift", "Comparison"). */
#include "ptx.h"

static unsigned bits_of(const struct ptx_insn *i)
{
	return ptx_types[i->type[0]].bits;
}

static bool is_signed(const struct ptx_insn *i)
{
	return ptx_types[i->type[0]].is_signed;
}

static bool is_float(const struct ptx_insn *i)
{
	return ptx_types[i->type[0]].is_float;
}

static uint64_t get(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand)
{
	return ptx_get(t, i, operand, i->type[0]);
}

static int64_t get_signed(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand)
{
	return ptx_signed(get(t, i, operand), bits_of(i));
}

static void put(struct ptx_thread *t, const struct ptx_insn *i, uint64_t value)
{
	ptx_put(t, i, 0, i->type[0], ptx_low(value, bits_of(i)));
}

/* ---- sums ---- */

static void sum(struct ptx_thread *t, const struct ptx_insn *i, bool subtract, bool with_carry)
{
	const unsigned bits = bits_of(i);
	const uint64_t a = get(t, i, 1), b = subtract ? ptx_low(~get(t, i, 2), bits) : get(t, i, 2);
	/* the carry of a difference is a borrow */
	const uint64_t in = with_carry ? t->carry ^ subtract : subtract;
	const unsigned __int128 all = (unsigned __int128)a + b + in;

	if (i->mods & M_sat)
		ptx_unknown(t, i, "saturation");
	if (i->mods & M_cc)
		t->carry = (bool)(all >> bits & 1) ^ subtract;
	put(t, i, (uint64_t)all);
}

void ptx_do_add(struct ptx_thread *t, const struct ptx_insn *i)
{
	is_float(i) ? ptx_float_add(t, i) : sum(t, i, false, false);
}

void ptx_do_sub(struct ptx_thread *t, const struct ptx_insn *i)
{
	is_float(i) ? ptx_float_sub(t, i) : sum(t, i, true, false);
}

void ptx_do_addc(struct ptx_thread *t, const struct ptx_insn *i)
{
	sum(t, i, false, true);
}

void ptx_do_subc(struct ptx_thread *t, const struct ptx_insn *i)
{
	sum(t, i, true, true);
}

/* ---- products ---- */

/* The whole product, as 128 bits. */
static unsigned __int128 product(struct ptx_thread *t, const struct ptx_insn *i)
{
	if (is_signed(i))
		return (unsigned __int128)((__int128)get_signed(t, i, 1) * get_signed(t, i, 2));
	return (unsigned __int128)get(t, i, 1) * get(t, i, 2);
}

static enum ptx_type twice(struct ptx_thread *t, const struct ptx_insn *i)
{
	switch (i->type[0]) {
	case T_u16:
		return T_u32;
	case T_s16:
		return T_s32;
	case T_u32:
		return T_u64;
	case T_s32:
		return T_s64;
	default:
		ptx_unknown(t, i, "a wide product of this type");
	}
}

static void multiply(struct ptx_thread *t, const struct ptx_insn *i, bool add)
{
	const unsigned __int128 all = product(t, i);
	enum ptx_type type = i->type[0];
	uint64_t result;

	if (i->mods & M_wide) {
		type = twice(t, i);
		result = (uint64_t)all;
	} else if (i->mods & M_hi) {
		result = (uint64_t)(all >> bits_of(i));
	} else if (i->mods & M_lo) {
		result = (uint64_t)all;
	} else {
		ptx_unknown(t, i, "a product that is neither low, high nor wide");
	}
	if (add)
		result += ptx_get(t, i, 3, type);
	ptx_put(t, i, 0, type, ptx_low(result, ptx_types[type].bits));
}

void ptx_do_mul(struct ptx_thread *t, const struct ptx_insn *i)
{
	is_float(i) ? ptx_float_mul(t, i) : multiply(t, i, false);
}

void ptx_do_mad(struct ptx_thread *t, const struct ptx_insn *i)
{
	is_float(i) ? ptx_do_fma(t, i) : multiply(t, i, true);
}

static void divide(struct ptx_thread *t, const struct ptx_insn *i, bool rest)
{
	const uint64_t a = get(t, i, 1), b = get(t, i, 2);
	const __int128 as = get_signed(t, i, 1), bs = get_signed(t, i, 2);

	if (b == 0)
		ptx_unknown(t, i, "a division by zero");
	if (is_signed(i))
		put(t, i, (uint64_t)(rest ? as % bs : as / bs));
	else
		put(t, i, rest ? a % b : a / b);
}

void ptx_do_div(struct ptx_thread *t, const struct ptx_insn *i)
{
	is_float(i) ? ptx_float_div(t, i) : divide(t, i, false);
}

void ptx_do_rem(struct ptx_thread *t, const struct ptx_insn *i)
{
	divide(t, i, true);
}

void ptx_do_abs(struct ptx_thread *t, const struct ptx_insn *i)
{
	if (is_float(i))
		ptx_float_sign(t, i, true);
	else
		put(t, i, get_signed(t, i, 1) < 0 ? -get(t, i, 1) : get(t, i, 1));
}

void ptx_do_neg(struct ptx_thread *t, const struct ptx_insn *i)
{
	if (is_float(i))
		ptx_float_sign(t, i, false);
	else
		put(t, i, -get(t, i, 1));
}

static bool is_less(struct ptx_thread *t, const struct ptx_insn *i, unsigned a, unsigned b)
{
	return is_signed(i) ? get_signed(t, i, a) < get_signed(t, i, b) : get(t, i, a) < get(t, i, b);
}

void ptx_do_min(struct ptx_thread *t, const struct ptx_insn *i)
{
	if (is_float(i))
		ptx_float_choose(t, i, false);
	else
		put(t, i, get(t, i, is_less(t, i, 1, 2) ? 1 : 2));
}

void ptx_do_max(struct ptx_thread *t, const struct ptx_insn *i)
{
	if (is_float(i))
		ptx_float_choose(t, i, true);
	else
		put(t, i, get(t, i, is_less(t, i, 1, 2) ? 2 : 1));
}

void ptx_do_sad(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1), b = get(t, i, 2);

	put(t, i, get(t, i, 3) + (is_less(t, i, 1, 2) ? b - a : a - b));
}

/* ---- bits ---- */

void ptx_do_popc(struct ptx_thread *t, const struct ptx_insn *i)
{
	ptx_put(t, i, 0, T_u32, (uint64_t)__builtin_popcountll(get(t, i, 1)));
}

void ptx_do_clz(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1);

	ptx_put(t, i, 0, T_u32, a ? (uint64_t)__builtin_clzll(a) - (64 - bits_of(i)) : bits_of(i));
}

void ptx_do_brev(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1);
	uint64_t result = 0;

	for (unsigned k = 0; k < bits_of(i); k++)
		result |= (a >> k & 1) << (bits_of(i) - 1 - k);
	put(t, i, result);
}

void ptx_do_bfind(struct ptx_thread *t, const struct ptx_insn *i)
{
	uint64_t a = get(t, i, 1);
	uint32_t result = UINT32_MAX;

	if (is_signed(i) && get_signed(t, i, 1) < 0)
		a = ptx_low(~a, bits_of(i));
	if (a)
		result = 63 - (uint32_t)__builtin_clzll(a);
	if (i->mods & M_shiftamt && result != UINT32_MAX)
		result = bits_of(i) - 1 - result;
	ptx_put(t, i, 0, T_u32, result);
}

/* Bits beyond the most significant one are copies of the field's sign, or of bit msb if the field ends behind it. */
void ptx_do_bfe(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1);
	const unsigned msb = bits_of(i) - 1, pos = ptx_get(t, i, 2, T_u32) & 0xff, len = ptx_get(t, i, 3, T_u32) & 0xff;
	uint64_t sign = 0, result = 0;

	if (is_signed(i) && len)
		sign = a >> (pos + len - 1 < msb ? pos + len - 1 : msb) & 1;
	for (unsigned k = 0; k <= msb; k++)
		result |= (k < len && pos + k <= msb ? a >> (pos + k) & 1 : sign) << k;
	put(t, i, result);
}

void ptx_do_bfi(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1);
	const unsigned msb = bits_of(i) - 1, pos = ptx_get(t, i, 3, T_u32) & 0xff, len = ptx_get(t, i, 4, T_u32) & 0xff;
	uint64_t result = get(t, i, 2);

	for (unsigned k = 0; k < len && pos + k <= msb; k++)
		result = (result & ~(UINT64_C(1) << (pos + k))) | (a >> k & 1) << (pos + k);
	put(t, i, result);
}

void ptx_do_logic(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1), b = get(t, i, 2);
	const char kind = i->op->name[0];

	put(t, i, kind == 'a' ? a & b : kind == 'o' ? a | b : a ^ b);
}

void ptx_do_not(struct ptx_thread *t, const struct ptx_insn *i)
{
	put(t, i, ~get(t, i, 1));
}

void ptx_do_cnot(struct ptx_thread *t, const struct ptx_insn *i)
{
	put(t, i, get(t, i, 1) == 0);
}

/* Numbers of bits above the width count as the width. */
void ptx_do_shl(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t n = ptx_get(t, i, 2, T_u32);

	put(t, i, n >= bits_of(i) ? 0 : get(t, i, 1) << n);
}

void ptx_do_shr(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t n = ptx_get(t, i, 2, T_u32), most = bits_of(i) - 1;

	if (is_signed(i))
		put(t, i, (uint64_t)(get_signed(t, i, 1) >> (n > most ? most : n)));
	else
		put(t, i, n > most ? 0 : get(t, i, 1) >> n);
}

void ptx_do_shf(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t all = get(t, i, 2) << 32 | get(t, i, 1);
	uint64_t n = ptx_get(t, i, 3, T_u32);

	if (bits_of(i) != 32)
		ptx_unknown(t, i, "another width than 32");
	n = i->mods & M_wrap ? n & 31 : n > 32 ? 32 : n;
	put(t, i, i->mods & M_l ? (n == 32 ? all << 32 : all << n) >> 32 : all >> n);
}

void ptx_do_prmt(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t all = get(t, i, 2) << 32 | get(t, i, 1), choice = get(t, i, 3);
	uint64_t result = 0;

	for (unsigned k = 0; k < 4; k++) {
		uint64_t byte = all >> ((choice >> 4 * k & 7) * 8) & 0xff;

		if (choice >> 4 * k & 8)
			byte = byte & 0x80 ? 0xff : 0;
		result |= byte << 8 * k;
	}
	put(t, i, result);
}

void ptx_do_lop3(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t a = get(t, i, 1), b = get(t, i, 2), c = get(t, i, 3), table = ptx_get(t, i, 4, T_u32);
	uint64_t result = 0;

	for (unsigned k = 0; k < bits_of(i); k++)
		result |= (table >> ((a >> k & 1) * 4 + (b >> k & 1) * 2 + (c >> k & 1)) & 1) << k;
	put(t, i, result);
}

/* ---- choices ---- */

void ptx_do_selp(struct ptx_thread *t, const struct ptx_insn *i)
{
	put(t, i, get(t, i, ptx_get(t, i, 3, T_pred) ? 1 : 2));
}

void ptx_do_slct(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t c = ptx_get(t, i, 3, i->type[1]);
	const bool first = i->type[1] == T_f32 ? ptx_to_double(c, T_f32) >= 0 : ptx_signed(c, 32) >= 0;

	put(t, i, get(t, i, first ? 1 : 2));
}

static bool compare(struct ptx_thread *t, const struct ptx_insn *i, enum ptx_type type)
{
	const unsigned bits = ptx_types[type].bits;
	const uint64_t x = ptx_get(t, i, 1, type), y = ptx_get(t, i, 2, type);
	const bool less = ptx_types[type].is_signed ? ptx_signed(x, bits) < ptx_signed(y, bits) : x < y;

	if (ptx_types[type].is_float)
		return ptx_float_compare(t, i, 1, 2, type);
	switch (i->compare) {
	case C_eq:
		return x == y;
	case C_ne:
		return x != y;
	case C_lt:
	case C_lo:
		return i->compare == C_lo ? x < y : less;
	case C_le:
	case C_ls:
		return x == y || (i->compare == C_ls ? x < y : less);
	case C_gt:
	case C_hi:
		return x != y && !(i->compare == C_hi ? x < y : less);
	case C_ge:
	case C_hs:
		return !(i->compare == C_hs ? x < y : less);
	default:
		ptx_unknown(t, i, "a comparison of integers");
	}
}

static bool combine(struct ptx_thread *t, const struct ptx_insn *i, bool result)
{
	if (!(i->mods & (M_and | M_or | M_xor)))
		return result;

	const bool other = ptx_get(t, i, 3, T_pred);

	return i->mods & M_and ? result && other : i->mods & M_or ? result || other : result != other;
}

void ptx_do_setp(struct ptx_thread *t, const struct ptx_insn *i)
{
	ptx_put(t, i, 0, T_pred, combine(t, i, compare(t, i, i->type[0])));
}

void ptx_do_set(struct ptx_thread *t, const struct ptx_insn *i)
{
	const bool result = combine(t, i, compare(t, i, i->type[1]));

	if (i->type[0] == T_f32)
		ptx_put(t, i, 0, T_f32, result ? 0x3f800000 : 0);
	else
		put(t, i, result ? UINT32_MAX : 0);
}
