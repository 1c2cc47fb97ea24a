/* format/prop_shape.c */
#include "lib/props.h"

#include "format/props/prop_shape.h"

static uint8_t bytes[256];

static struct syb_prop value(const char *hex)
{
	size_t len = unhex(hex, bytes);

	return (struct syb_prop){ .type = SYB_PROP_BYTES, .bytes = bytes, .len = len, .bits = 8 * len };
}

static struct syb_prop text(const char *s)
{
	return (struct syb_prop){
		.type = SYB_PROP_BYTES, .bytes = (const uint8_t *)s, .len = strlen(s), .bits = 8 * strlen(s)
	};
}

static bool fits(enum syb_shape shape, struct syb_prop prop)
{
	return shape_fits(shape, &prop);
}

static void test_sizes(void)
{
	struct syb_prop number = { .type = SYB_PROP_U32, .u32 = 7 }, odd = { .type = 9, .raw = "x" };

	ok(fits(SYB_SHAPE_NUMBER, number) && fits(SYB_SHAPE_FLAG, number) && fits(SYB_SHAPE_STATE, number));
	ok(!fits(SYB_SHAPE_NUMBER, value("01000000")) && !fits(SYB_SHAPE_ASPECTS, number));
	ok(fits(SYB_SHAPE_U32_OR_LIST, number) && fits(SYB_SHAPE_U32_OR_LIST, value("01000000")));
	ok(fits(SYB_SHAPE_PROGRAM_METADATA, number) && fits(SYB_SHAPE_PROGRAM_METADATA, value("01")));
	ok(!fits(SYB_SHAPE_RAW, odd) && !fits(SYB_SHAPE_PROGRAM_METADATA, odd));
	ok(fits(SYB_SHAPE_ASPECTS, value("")) && fits(SYB_SHAPE_ASPECTS, value("01000000")));
	ok(!fits(SYB_SHAPE_ASPECTS, value("010000")));
	ok(fits(SYB_SHAPE_SPEC_LEAVES, value("01000000 00000000 04000000")));
	ok(!fits(SYB_SHAPE_SPEC_LEAVES, value("01000000 00000000")) && !fits(SYB_SHAPE_SPEC_LEAVES, value("")));
	ok(fits(SYB_SHAPE_DEVICE_GLOBAL, value("01000000 00000000")) &&
	   !fits(SYB_SHAPE_DEVICE_GLOBAL, value("01000000")));
	ok(fits(SYB_SHAPE_HOST_PIPE, value("01000000")) && !fits(SYB_SHAPE_HOST_PIPE, value("")));
	ok(fits(SYB_SHAPE_U64S, value("0100000000000000")) && !fits(SYB_SHAPE_U64S, value("01000000")));
	ok(!fits(SYB_SHAPE_U32S, value("01000000 01000000 01000000 01000000")));
	ok(fits(SYB_SHAPE_STRING, text("pvc")) && fits(SYB_SHAPE_STRING, text("")) &&
	   !fits(SYB_SHAPE_STRING, value("6100")));
	ok(!fits(SYB_SHAPE_STRING, value("ff")), "not UTF-8");
	struct syb_prop mask = value("01000000");
	mask.bits = 27;
	ok(fits(SYB_SHAPE_BITS, mask) && fits(SYB_SHAPE_RAW, mask) && !fits(SYB_SHAPE_ASPECTS, mask));
}

static void test_targets(void)
{
	ok(fits(SYB_SHAPE_FIXED_TARGET, text("gpu,cpu")) && fits(SYB_SHAPE_FIXED_TARGET, value("02000000")));
	ok(!fits(SYB_SHAPE_FIXED_TARGET, value("020000")));
	struct syb_prop names = text("gpu,"), numbers = value("ffffffff");
	ok(shape_target_names(&names) && !shape_target_names(&numbers));
}

static enum wg_form old_form(const char *hex, enum syb_prop_coding coding)
{
	struct syb_prop prop = value(hex);

	prop.coding = (uint8_t)coding;
	return shape_wg_form(&prop, SYB_SHAPE_WG_SIZE_OLD);
}

static void test_work_groups(void)
{
	struct syb_work_group_size size;
	struct syb_prop prop;
	size_t pos = 0;

	is_int(old_form("08000000 04000000", SYB_PROP_CODING_LSB), WG_U32);
	is_int(old_form("08000000 04000000", SYB_PROP_CODING_RFC4648), WG_U32);
	is_int(old_form("03000000 08000000 04000000 02000000", SYB_PROP_CODING_LSB), WG_COUNTED);
	is_int(old_form("02000000 08000000 04000000", SYB_PROP_CODING_LSB), WG_U32);
	is_int(old_form("02000000 08000000 04000000", SYB_PROP_CODING_RFC4648), WG_COUNTED);
	is_int(old_form("01000000 08000000 01000000 10000000", SYB_PROP_CODING_LSB), WG_COUNTED);
	is_int(old_form("04000000 08000000 01000000 10000000", SYB_PROP_CODING_LSB), WG_BAD);
	is_int(old_form("03000000 08000000 01000000 10000000 02000000", SYB_PROP_CODING_LSB), WG_BAD);
	is_int(old_form("0300", SYB_PROP_CODING_LSB), WG_BAD);

	prop = value("01000000 08000000 02000000 10000000 20000000");
	ok(shape_wg_next(&prop, WG_COUNTED, &pos, &size) && size.dims == 1 && size.size[0] == 8);
	ok(shape_wg_next(&prop, WG_COUNTED, &pos, &size) && size.dims == 2 && size.size[0] == 16 && size.size[1] == 32);
	ok(!shape_wg_next(&prop, WG_COUNTED, &pos, &size));
	prop = value("0800000001000000 0400000000000000");
	pos = 0;
	ok(shape_wg_next(&prop, WG_U64, &pos, &size) && size.dims == 2 && size.size[0] == 0x100000008 &&
	   size.size[1] == 4);
	ok(!shape_wg_next(&prop, WG_U64, &pos, &size));
}

static void test_matrices(void)
{
	struct syb_bytes rest = str_bytes("matrix_type::fp32,use::a,8,16;t,u,1,18446744073709551615");
	struct matrix_fields f;

	is_int(shape_matrix_next(&rest, 2, 2, &f), 1);
	ok(f.names[0].len == 17 && memcmp(f.names[1].ptr, "use::a", 6) == 0 && f.numbers[0] == 8 && f.numbers[1] == 16);
	is_int(shape_matrix_next(&rest, 2, 2, &f), 1);
	ok(f.numbers[1] == UINT64_MAX);
	is_int(shape_matrix_next(&rest, 2, 2, &f), 0);
	ok(fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1,2")) && fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1,2;")));
	ok(fits(SYB_SHAPE_JOINT_MATRIX, text("")));
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1")), "a field is missing");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1,2,3")), "a field too many");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1,2,")), "an empty field");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text(",b,1,2")), "an empty name");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,x,2")), "not a number");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text("a,b,1,18446744073709551616")), "a number too large");
	ok(!fits(SYB_SHAPE_JOINT_MATRIX, text(";a,b,1,2")), "an empty entry");
	ok(fits(SYB_SHAPE_JOINT_MATRIX_MAD, text("a,b,c,d,1,2,3")) &&
	   !fits(SYB_SHAPE_JOINT_MATRIX_MAD, text("a,b,1,2")));
}

int main(void)
{
	test_sizes();
	test_targets();
	test_work_groups();
	test_matrices();
	return tap_done();
}
