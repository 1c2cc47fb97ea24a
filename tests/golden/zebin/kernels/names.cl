/* Names as long and as odd as the language allows. */
kernel void a(global int *p) { p[0] = 1; }
kernel void _(global int *p) { p[0] = 2; }
kernel void a_name_that_is_quite_long_because_templates_and_mangling_make_such_names_every_day_in_real_programs_of_today(
	global int *p)
{
	p[0] = 3;
}
kernel void yes(global int *p) { p[0] = 4; }
kernel void null(global int *p) { p[0] = 5; }
kernel void true_(global int *p) { p[0] = 6; }
kernel void _ZTSN7library6detail12kernel_classIdLi3EEE(global int *p) { p[0] = 7; }
kernel void e1(global int *p) { p[0] = 8; }
