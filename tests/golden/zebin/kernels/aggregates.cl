/* Structures by value: flattened arguments with source offsets. */
struct inner {
	float a;
	short b[3];
};
struct outer {
	char tag;
	long wide;
	struct inner in;
};

kernel void flatten(struct outer s, global float *out, uchar last)
{
	out[get_global_id(0)] = s.tag + s.wide + s.in.a + s.in.b[1] + last;
}
