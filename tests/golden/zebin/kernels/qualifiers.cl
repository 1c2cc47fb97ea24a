kernel void qualifiers(global const volatile float *restrict a, constant int *b, local short *c, global uchar4 *d,
		       const int e)
{
	d[get_global_id(0)] = (uchar4)(uchar)(a[0] + b[1] + c[2] + e);
}
