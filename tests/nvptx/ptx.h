/* ptx.h — PTX text, read and run by NVIDIA's PTX ISA: a second opinion where no GPU is. One thread at a time.
 *
 * ptx_read.c: text → functions; ptx_run.c: control flow and memory; ptx_int.c and ptx_float.c: arithmetic. Whatever is
 * not known ends the program with a message: an instruction, a modifier, a type, a register that is used at another
 * width than it has, an access outside of memory or misaligned. */
#ifndef NVPTX_PTX_H
#define NVPTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* TYPE(name, bits, is signed, is floating point) */
#define PTX_TYPES           \
	TYPE(b8, 8, 0, 0)   \
	TYPE(b16, 16, 0, 0) \
	TYPE(b32, 32, 0, 0) \
	TYPE(b64, 64, 0, 0) \
	TYPE(u8, 8, 0, 0)   \
	TYPE(u16, 16, 0, 0) \
	TYPE(u32, 32, 0, 0) \
	TYPE(u64, 64, 0, 0) \
	TYPE(s8, 8, 1, 0)   \
	TYPE(s16, 16, 1, 0) \
	TYPE(s32, 32, 1, 0) \
	TYPE(s64, 64, 1, 0) \
	TYPE(f32, 32, 0, 1) \
	TYPE(f64, 64, 0, 1) \
	TYPE(pred, 1, 0, 0)

enum ptx_type {
#define TYPE(name, bits, is_signed, is_float) T_##name,
	PTX_TYPES
#undef TYPE
		T_COUNT
};

struct ptx_type_info {
	const char *name;
	unsigned bits;
	bool is_signed, is_float;
};
extern const struct ptx_type_info ptx_types[T_COUNT];

enum ptx_space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM };
enum ptx_compare {
	C_NONE,
	C_eq,
	C_ne,
	C_lt,
	C_le,
	C_gt,
	C_ge,
	C_lo,
	C_ls,
	C_hi,
	C_hs,
	C_equ,
	C_neu,
	C_ltu,
	C_leu,
	C_gtu,
	C_geu,
	C_num,
	C_nan,
	C_COUNT
};

/* Modifiers; those of comparisons, state spaces and vectors are fields of the instruction. */
/* clang-format off */
#define PTX_MODS \
	MOD(lo) MOD(hi) MOD(wide) MOD(rn) MOD(rz) MOD(rm) MOD(rp) MOD(rni) MOD(rzi) MOD(rmi) MOD(rpi) MOD(ftz) \
	MOD(sat) MOD(cc) MOD(to) MOD(uni) MOD(volatile) MOD(relaxed) MOD(nc) MOD(l) MOD(r) MOD(wrap) MOD(clamp) \
	MOD(shiftamt) MOD(and) MOD(or) MOD(xor) MOD(exch) MOD(cas) MOD(add) MOD(min) MOD(max) MOD(gpu) MOD(cta) \
	MOD(sys)
/* clang-format on */

enum {
#define MOD(name) M_##name##_bit,
	PTX_MODS
#undef MOD
		M_COUNT
};
#define MOD(name) static const uint64_t M_##name = UINT64_C(1) << M_##name##_bit;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-const-variable"
PTX_MODS
#pragma GCC diagnostic pop
#undef MOD

struct ptx_operand {
	enum { O_REGISTER, O_NUMBER, O_ADDRESS, O_VECTOR, O_SPECIAL, O_LABEL } kind;
	unsigned reg;     /* O_REGISTER; O_ADDRESS: base + 1, or 0 */
	bool negate;      /* !%p */
	bool in_frame;    /* O_ADDRESS: of the function's memory */
	uint64_t number;  /* O_ADDRESS: added to the base; O_SPECIAL: which */
	const char *name; /* O_LABEL: also a function's */
	struct ptx_operand *parts;
	unsigned count;
};

struct ptx_insn;
struct ptx_thread;
typedef void ptx_fn(struct ptx_thread *t, const struct ptx_insn *i);

enum { OP_COMPARES = 1, OP_RELAXED = 2 /* registers may be wider than the type */ };
struct ptx_op {
	const char *name;
	ptx_fn *run;
	unsigned operands, flags;
	uint64_t mods; /* that it may have */
};

struct ptx_insn {
	const struct ptx_op *op;
	const char *text; /* its name with all modifiers */
	unsigned line;
	uint64_t mods;
	enum ptx_compare compare;
	enum ptx_space space;
	unsigned vector;
	enum ptx_type type[3];
	unsigned types;
	struct ptx_operand *operands;
	unsigned count;
	unsigned guard; /* register + 1 */
	bool guard_not;
	size_t target; /* of branches */
};

struct ptx_var {
	const char *name;
	enum ptx_space space;
	size_t size, offset;
};

struct ptx_function {
	const char *name;
	bool is_entry, has_body;
	struct ptx_var *vars; /* in its frame: results, parameters, then local ones */
	size_t var_count, var_room, results, parameters;
	unsigned *widths; /* of registers */
	size_t reg_count, reg_room;
	struct ptx_insn *insns;
	size_t insn_count, insn_room;
	size_t frame;
};

struct ptx_region {
	uint8_t *at;
	size_t size;
	enum ptx_space space;
};

struct ptx {
	const char *path;
	struct ptx_function *functions;
	size_t count, room;
	struct ptx_region *regions;
	size_t region_count, region_room;
	uint64_t executed;
	struct {
		const char *name;
		uint8_t *at;
	} * globals;
	size_t global_count, global_room;
};

struct ptx_thread {
	struct ptx *ptx;
	const struct ptx_function *function;
	const struct ptx_insn *now;
	uint64_t *regs;
	uint8_t *frame;
	uint64_t special[12];
	bool carry;
	size_t next; /* of instructions */
	unsigned depth;
};

/* The order of names of special registers: %tid.x … %nctaid.z. */
extern const char *const ptx_special[12];
extern const struct ptx_op ptx_ops[];
extern const size_t ptx_op_count;

_Noreturn void ptx_die(const char *path, unsigned line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
struct ptx *ptx_read(const char *path);
const struct ptx_function *ptx_find(const struct ptx *ptx, const char *name);
void ptx_region(struct ptx *ptx, void *at, size_t size, enum ptx_space space);
/* Run an entry for one thread; arguments are 64 bits each. */
void ptx_run(struct ptx *ptx, const struct ptx_function *entry, const uint64_t *arguments, size_t count, unsigned tid,
	     unsigned ntid);

/* An operand as a number of a type, without bits above its width; a result, extended to the width of its register. */
uint64_t ptx_get(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand, enum ptx_type type);
void ptx_put(struct ptx_thread *t, const struct ptx_insn *i, unsigned operand, enum ptx_type type, uint64_t value);
/* The same for parts of vectors. */
uint64_t ptx_get_of(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *o, enum ptx_type type);
void ptx_put_to(struct ptx_thread *t, const struct ptx_insn *i, const struct ptx_operand *o, enum ptx_type type,
		uint64_t value);
_Noreturn void ptx_unknown(const struct ptx_thread *t, const struct ptx_insn *i, const char *why);

static inline uint64_t ptx_low(uint64_t value, unsigned bits)
{
	return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}
static inline int64_t ptx_signed(uint64_t value, unsigned bits)
{
	return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* ptx_int.c and ptx_float.c: the rows of ptx_ops that need no control flow and no memory. */
/* clang-format off */
#define PTX_ARITHMETIC \
	FN(add) FN(sub) FN(addc) FN(subc) FN(mul) FN(mad) FN(div) FN(rem) FN(abs) FN(neg) FN(min) FN(max) FN(sad) \
	FN(popc) FN(clz) FN(brev) FN(bfind) FN(bfe) FN(bfi) FN(logic) FN(not) FN(cnot) FN(shl) FN(shr) FN(shf) \
	FN(prmt) FN(lop3) FN(selp) FN(slct) FN(setp) FN(set) FN(cvt) FN(fma) FN(sqrt) FN(rcp) FN(copysign)
/* clang-format on */
#define FN(name) ptx_fn ptx_do_##name;
PTX_ARITHMETIC
#undef FN
void ptx_float_add(struct ptx_thread *t, const struct ptx_insn *i);
void ptx_float_sub(struct ptx_thread *t, const struct ptx_insn *i);
void ptx_float_mul(struct ptx_thread *t, const struct ptx_insn *i);
void ptx_float_div(struct ptx_thread *t, const struct ptx_insn *i);
void ptx_float_sign(struct ptx_thread *t, const struct ptx_insn *i, bool absolute);
void ptx_float_choose(struct ptx_thread *t, const struct ptx_insn *i, bool greatest);
bool ptx_float_compare(struct ptx_thread *t, const struct ptx_insn *i, unsigned a, unsigned b, enum ptx_type type);
double ptx_to_double(uint64_t bits, enum ptx_type type);

#endif
