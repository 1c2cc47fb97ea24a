/* With pong.cl: two files, each with a kernel and a function that the other one's kernel calls. Compiled and packed one by
 * one, `sybil link` makes one package of them. */
float scale(float x, float by); /* pong.cl */

float shift(float x, float by)
{
	return x + by;
}

kernel void ping(global float *p, float a)
{
	size_t i = get_global_id(0);

	p[i] = scale(p[i], a);
}
