/* See ping.cl. */
float shift(float x, float by); /* ping.cl */

float scale(float x, float by)
{
	return shift(x * by, 1.0f);
}

kernel void pong(global float *p, float a)
{
	size_t i = get_global_id(0);

	p[i] = shift(p[i], a);
}
