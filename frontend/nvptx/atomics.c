/* frontend/nvptx/atomics.c — atomic operations in NVIDIA's memory model: a relaxed operation with a scope, between
 * fences.
 *
 * On NVPTX, LLVM's atomic instructions have no scope and ignore the order. */

/* A store never acquires and a load never releases, so those parts of the order are ignored. */
#define BEFORE(scope, order) fence(scope, (order) & (RELEASE | ACQUIRE_RELEASE | SEQUENTIAL))
#define AFTER(scope, order) fence(scope, (order) & (ACQUIRE | ACQUIRE_RELEASE | SEQUENTIAL) ? ACQUIRE_RELEASE : 0)

/* One instruction, in the form of each scope. */
#define SCOPED(scope, before, after, ...)                                                     \
	do {                                                                                  \
		if (scope == SCOPE_SYSTEM)                                                    \
			__asm__ volatile(before ".relaxed.sys" after:__VA_ARGS__ : "memory"); \
		else if (scope == SCOPE_DEVICE)                                               \
			__asm__ volatile(before ".relaxed.gpu" after:__VA_ARGS__ : "memory"); \
		else                                                                          \
			__asm__ volatile(before ".relaxed.cta" after:__VA_ARGS__ : "memory"); \
	} while (0)

#define READ_MODIFY_WRITE(name, suffix, type, reg, instruction)                                       \
	ENTRY type __sybil_atomic_##name##_##suffix(void *p, int scope, int order, type x)            \
	{                                                                                             \
		type old;                                                                             \
		BEFORE(scope, order);                                                                 \
		SCOPED(scope, "atom", instruction " %0, [%1], %2;", OUT_##reg(old) : "l"(p), reg(x)); \
		AFTER(scope, order);                                                                  \
		return old;                                                                           \
	}

#define INTEGERS(bits, stype, utype, reg)                                              \
	READ_MODIFY_WRITE(add, i##bits, utype, reg, ".add.u" #bits)                    \
	READ_MODIFY_WRITE(and, i##bits, utype, reg, ".and.b" #bits)                    \
	READ_MODIFY_WRITE(or, i##bits, utype, reg, ".or.b" #bits)                      \
	READ_MODIFY_WRITE(xor, i##bits, utype, reg, ".xor.b" #bits)                    \
	READ_MODIFY_WRITE(exchange, i##bits, utype, reg, ".exch.b" #bits)              \
	READ_MODIFY_WRITE(smin, i##bits, stype, reg, ".min.s" #bits)                   \
	READ_MODIFY_WRITE(smax, i##bits, stype, reg, ".max.s" #bits)                   \
	READ_MODIFY_WRITE(umin, i##bits, utype, reg, ".min.u" #bits)                   \
	READ_MODIFY_WRITE(umax, i##bits, utype, reg, ".max.u" #bits)                   \
	ENTRY utype __sybil_atomic_sub_i##bits(void *p, int scope, int order, utype x) \
	{                                                                              \
		return __sybil_atomic_add_i##bits(p, scope, order, -x);                \
	}

/* All widths that have an instruction for compare and swap. */
#define ACCESSES(bits, type, reg)                                                                            \
	HELPER type swap_i##bits(void *p, int scope, type expected, type x)                                  \
	{                                                                                                    \
		type old;                                                                                    \
		SCOPED(scope, "atom", ".cas.b" #bits " %0, [%1], %2, %3;", OUT_##reg(old)                    \
		       : "l"(p), reg(expected), reg(x));                                                     \
		return old;                                                                                  \
	}                                                                                                    \
	ENTRY type __sybil_atomic_compare_exchange_i##bits(void *p, int scope, int order, int other, type x, \
							   type expected)                                    \
	{                                                                                                    \
		type old;                                                                                    \
		BEFORE(scope, order);                                                                        \
		old = swap_i##bits(p, scope, expected, x);                                                   \
		AFTER(scope, order | other);                                                                 \
		return old;                                                                                  \
	}                                                                                                    \
	ENTRY type __sybil_atomic_load_i##bits(void *p, int scope, int order)                                \
	{                                                                                                    \
		type value;                                                                                  \
		fence(scope, order &SEQUENTIAL);                                                             \
		SCOPED(scope, "ld", ".b" #bits " %0, [%1];", OUT_##reg(value) : "l"(p));                     \
		AFTER(scope, order);                                                                         \
		return value;                                                                                \
	}                                                                                                    \
	ENTRY void __sybil_atomic_store_i##bits(void *p, int scope, int order, type x)                       \
	{                                                                                                    \
		BEFORE(scope, order);                                                                        \
		SCOPED(scope, "st", ".b" #bits " [%0], %1;", : "l"(p), reg(x));                              \
	}

#define R16(value) "h"(value)
#define R32(value) "r"(value)
#define R64(value) "l"(value)
#define F32(value) "f"(value)
#define F64(value) "d"(value)
#define OUT_R16(value) "=h"(value)
#define OUT_R32(value) "=r"(value)
#define OUT_R64(value) "=l"(value)
#define OUT_F32(value) "=f"(value)
#define OUT_F64(value) "=d"(value)

INTEGERS(32, s32, u32, R32)
INTEGERS(64, s64, u64, R64)
ACCESSES(16, u16, R16)
ACCESSES(32, u32, R32)
ACCESSES(64, u64, R64)
READ_MODIFY_WRITE(fadd, f32, f32, F32, ".add.f32")
READ_MODIFY_WRITE(fadd, f64, f64, F64, ".add.f64")

/* ---- operations without an instruction: compare and swap until no other work-item interferes ---- */

HELPER f32 to_f32(u16 half)
{
	f32 value;

	__asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
	return value;
}

HELPER u16 to_f16(f32 value)
{
	u16 half;

	__asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
	return half;
}

#define SAME(x) (x)
#define BITS32(x) __builtin_bit_cast(u32, x)
#define FLOAT32(x) __builtin_bit_cast(f32, x)
#define BITS64(x) __builtin_bit_cast(u64, x)
#define FLOAT64(x) __builtin_bit_cast(f64, x)

#define SUM(a, b) ((a) + (b))
/* If one value is NaN, the result is the other one, as for fmin and fmax. */
#define LEAST(a, b) ((a) < (b) || (b) != (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) || (b) != (b) ? (a) : (b))

#define SWAPPED(name, suffix, bits, type, out, to, from, word, op)                       \
	ENTRY out __sybil_atomic_##name##_##suffix(void *p, int scope, int order, out x) \
	{                                                                                \
		word seen, old;                                                          \
		BEFORE(scope, order);                                                    \
		SCOPED(scope, "ld", ".b" #bits " %0, [%1];", OUT_R##bits(old) : "l"(p)); \
		do {                                                                     \
			type a = to(old), b = TO_VALUE_##bits(x);                        \
			seen = old;                                                      \
			old = swap_i##bits(p, scope, seen, from(op(a, b)));              \
		} while (old != seen);                                                   \
		AFTER(scope, order);                                                     \
		return OLD_VALUE_##bits(old);                                            \
	}
#define TO_VALUE_16(x) to_f32(x)
#define TO_VALUE_32(x) (x)
#define TO_VALUE_64(x) (x)
#define OLD_VALUE_16(x) (x)
#define OLD_VALUE_32(x) FLOAT32(x)
#define OLD_VALUE_64(x) FLOAT64(x)

SWAPPED(fadd, f16, 16, f32, u16, to_f32, to_f16, u16, SUM)
SWAPPED(fmin, f16, 16, f32, u16, to_f32, to_f16, u16, LEAST)
SWAPPED(fmax, f16, 16, f32, u16, to_f32, to_f16, u16, MOST)
SWAPPED(fmin, f32, 32, f32, f32, FLOAT32, BITS32, u32, LEAST)
SWAPPED(fmax, f32, 32, f32, f32, FLOAT32, BITS32, u32, MOST)
SWAPPED(fmin, f64, 64, f64, f64, FLOAT64, BITS64, u64, LEAST)
SWAPPED(fmax, f64, 64, f64, f64, FLOAT64, BITS64, u64, MOST)

/* An exchange of 16 bits has no instruction either. */
ENTRY u16 __sybil_atomic_exchange_i16(void *p, int scope, int order, u16 x)
{
	u16 seen, old;

	BEFORE(scope, order);
	SCOPED(scope, "ld", ".b16 %0, [%1];", "=h"(old) : "l"(p));
	do {
		seen = old;
		old = swap_i16(p, scope, seen, x);
	} while (old != seen);
	AFTER(scope, order);
	return old;
}
