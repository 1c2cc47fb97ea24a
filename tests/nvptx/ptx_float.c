/* ptx_float.c — floating point and conversions of PTX. The host computes: it rounds as IEEE 754 says, as NVIDIA GPUs
 * do. */
#include "ptx.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

double ptx_to_double(uint64_t bits, enum ptx_type type)
{
	uint32_t narrow = (uint32_t)bits;
	double wide;
	float f;

	if (type == T_f32) {
		memcpy(&f, &narrow, sizeof(f));
		return (double)f;
	}
	memcpy(&wide, &bits, sizeof(wide));
	return wide;
}

static uint64_t from_float(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return value == value ? bits : 0x7fffffff; /* the only NaN of single precision */
}

static uint64_t from_double(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static bool is_single(struct ptx_thread *t, const struct ptx_insn *i, enum ptx_type type)
{
	if (!ptx_types[type].is_float)
		ptx_unknown(t, i, "a type that is not floating point");
	if (i->mods & (M_ftz | M_sat))
		ptx_unknown(t, i, "flushing and saturation of floating point");
	return type == T_f32;
}

static int rounding(const struct ptx_insn *i)
{
	return i->mods & M_rz   ? FE_TOWARDZERO
	       : i->mods & M_rm ? FE_DOWNWARD
	       : i->mods & M_rp ? FE_UPWARD
				: FE_TONEAREST;
}

enum arithmetic { ADD, SUB, MUL, DIV, FMA, SQRT };

static void compute(struct ptx_thread *t, const struct ptx_insn *i, enum arithmetic what)
{
	const enum ptx_type type = i->type[0];
	volatile double a = 0, b = 0, c = 0, wide = 0;
	volatile float x, y, z, narrow = 0;
	const bool single = is_single(t, i, type);

	a = ptx_to_double(ptx_get(t, i, 1, type), type);
	if (what != SQRT)
		b = ptx_to_double(ptx_get(t, i, 2, type), type);
	if (what == FMA)
		c = ptx_to_double(ptx_get(t, i, 3, type), type);
	x = (float)a;
	y = (float)b;
	z = (float)c;
	fesetround(rounding(i));
	switch (what) {
	case ADD:
		single ? (narrow = x + y) : (wide = a + b);
		break;
	case SUB:
		single ? (narrow = x - y) : (wide = a - b);
		break;
	case MUL:
		single ? (narrow = x * y) : (wide = a * b);
		break;
	case DIV:
		single ? (narrow = x / y) : (wide = a / b);
		break;
	case FMA:
		single ? (narrow = fmaf(x, y, z)) : (wide = fma(a, b, c));
		break;
	case SQRT:
		single ? (narrow = sqrtf(x)) : (wide = sqrt(a));
		break;
	}
	fesetround(FE_TONEAREST);
	ptx_put(t, i, 0, type, single ? from_float(narrow) : from_double(wide));
}

void ptx_float_add(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, ADD);
}

void ptx_float_sub(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, SUB);
}

void ptx_float_mul(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, MUL);
}

void ptx_float_div(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, DIV);
}

void ptx_do_fma(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, FMA);
}

void ptx_do_sqrt(struct ptx_thread *t, const struct ptx_insn *i)
{
	compute(t, i, SQRT);
}

void ptx_do_rcp(struct ptx_thread *t, const struct ptx_insn *i)
{
	const double a = ptx_to_double(ptx_get(t, i, 1, i->type[0]), i->type[0]);

	if (!(i->mods & M_rn))
		ptx_unknown(t, i, "another rounding than rn");
	ptx_put(t, i, 0, i->type[0], is_single(t, i, i->type[0]) ? from_float(1.0F / (float)a) : from_double(1.0 / a));
}

/* Of the representation, so that NaN and zero have it too. */
void ptx_float_sign(struct ptx_thread *t, const struct ptx_insn *i, bool absolute)
{
	const uint64_t sign = is_single(t, i, i->type[0]) ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
	const uint64_t a = ptx_get(t, i, 1, i->type[0]);

	ptx_put(t, i, 0, i->type[0], absolute ? a & ~sign : a ^ sign);
}

void ptx_do_copysign(struct ptx_thread *t, const struct ptx_insn *i)
{
	const uint64_t sign = is_single(t, i, i->type[0]) ? UINT64_C(1) << 31 : UINT64_C(1) << 63;

	ptx_put(t, i, 0, i->type[0], (ptx_get(t, i, 2, i->type[0]) & ~sign) | (ptx_get(t, i, 1, i->type[0]) & sign));
}

/* -0 is less than +0; the result is the other operand if one is NaN. */
void ptx_float_choose(struct ptx_thread *t, const struct ptx_insn *i, bool greatest)
{
	const enum ptx_type type = i->type[0];
	const uint64_t a = ptx_get(t, i, 1, type), b = ptx_get(t, i, 2, type);
	const double x = ptx_to_double(a, type), y = ptx_to_double(b, type);
	bool first = x < y || (x == y && signbit(x) > signbit(y));

	first = greatest ? !first : first;
	if (x != x || y != y)
		first = y != y;
	if (x != x && y != y)
		ptx_put(t, i, 0, type, is_single(t, i, type) ? 0x7fffffff : a);
	else
		ptx_put(t, i, 0, type, first ? a : b);
}

bool ptx_float_compare(struct ptx_thread *t, const struct ptx_insn *i, unsigned a, unsigned b, enum ptx_type type)
{
	const double x = ptx_to_double(ptx_get(t, i, a, type), type), y = ptx_to_double(ptx_get(t, i, b, type), type);
	const bool nan = x != x || y != y;

	switch (i->compare) {
	case C_eq:
		return x == y;
	case C_ne:
		return !nan && x != y;
	case C_lt:
		return x < y;
	case C_le:
		return x <= y;
	case C_gt:
		return x > y;
	case C_ge:
		return x >= y;
	case C_equ:
		return nan || x == y;
	case C_neu:
		return x != y;
	case C_ltu:
		return nan || x < y;
	case C_leu:
		return nan || x <= y;
	case C_gtu:
		return nan || x > y;
	case C_geu:
		return nan || x >= y;
	case C_num:
		return !nan;
	case C_nan:
		return nan;
	default:
		ptx_unknown(t, i, "a comparison of floating point");
	}
}

/* ---- conversions ---- */

static double to_integral(const struct ptx_insn *i, double value)
{
	if (i->mods & M_rzi)
		return trunc(value);
	if (i->mods & M_rmi)
		return floor(value);
	return i->mods & M_rpi ? ceil(value) : nearbyint(value);
}

/* To the nearest number of the type; NaN is 0. */
static uint64_t to_integer(struct ptx_thread *t, const struct ptx_insn *i, double value, enum ptx_type type)
{
	const unsigned bits = ptx_types[type].bits - ptx_types[type].is_signed;
	const double limit = ldexp(1.0, (int)bits);

	if (!(i->mods & (M_rzi | M_rmi | M_rpi | M_rni)))
		ptx_unknown(t, i, "no rounding to integers");
	value = to_integral(i, value);
	if (value != value)
		return 0;
	if (value >= limit)
		return ptx_low(UINT64_MAX, bits);
	if (ptx_types[type].is_signed)
		return ptx_low(value <= -limit ? UINT64_C(1) << bits : (uint64_t)(int64_t)value, bits + 1);
	return value <= 0 ? 0 : (uint64_t)value;
}

static uint64_t from_integer(struct ptx_thread *t, const struct ptx_insn *i, uint64_t a, enum ptx_type from)
{
	volatile int64_t number = ptx_signed(a, ptx_types[from].bits);
	volatile uint64_t positive = a;
	volatile double wide = 0;
	volatile float narrow = 0;
	const bool single = is_single(t, i, i->type[0]);

	if (!(i->mods & (M_rn | M_rz | M_rm | M_rp)))
		ptx_unknown(t, i, "no rounding");
	fesetround(rounding(i));
	if (single)
		narrow = ptx_types[from].is_signed ? (float)number : (float)positive;
	else
		wide = ptx_types[from].is_signed ? (double)number : (double)positive;
	fesetround(FE_TONEAREST);
	return single ? from_float(narrow) : from_double(wide);
}

static uint64_t saturate(uint64_t a, enum ptx_type from, enum ptx_type to)
{
	const struct ptx_type_info *f = &ptx_types[from], *o = &ptx_types[to];
	const __int128 value = f->is_signed ? (__int128)ptx_signed(a, f->bits) : (__int128)a;
	const __int128 most = ((__int128)1 << (o->bits - o->is_signed)) - 1, least = o->is_signed ? -most - 1 : 0;

	return ptx_low((uint64_t)(value > most ? most : value < least ? least : value), o->bits);
}

void ptx_do_cvt(struct ptx_thread *t, const struct ptx_insn *i)
{
	const enum ptx_type to = i->type[0], from = i->type[1];
	const uint64_t a = ptx_get(t, i, 1, from);
	volatile double value;
	volatile float narrow;
	uint64_t result;

	if (!ptx_types[from].is_float && !ptx_types[to].is_float) {
		result = ptx_types[from].is_signed ? (uint64_t)ptx_signed(a, ptx_types[from].bits) : a;
		result = i->mods & M_sat ? saturate(a, from, to) : ptx_low(result, ptx_types[to].bits);
	} else if (!ptx_types[from].is_float) {
		result = from_integer(t, i, a, from);
	} else if (!ptx_types[to].is_float) {
		result = to_integer(t, i, ptx_to_double(a, from), to);
	} else if (is_single(t, i, to) && from == T_f64) {
		value = ptx_to_double(a, from);
		if (!(i->mods & (M_rn | M_rz | M_rm | M_rp)))
			ptx_unknown(t, i, "no rounding");
		fesetround(rounding(i));
		narrow = (float)value;
		fesetround(FE_TONEAREST);
		result = from_float(narrow);
	} else if (from == to && i->mods & (M_rzi | M_rmi | M_rpi | M_rni)) {
		value = to_integral(i, ptx_to_double(a, from));
		result = to == T_f32 ? from_float((float)value) : from_double(value);
	} else {
		value = ptx_to_double(a, from);
		result = to == T_f32 ? from_float((float)value) : from_double(value);
	}
	ptx_put(t, i, 0, to, result);
}
