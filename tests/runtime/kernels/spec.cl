/* spec.cl — specialization constants: ids 0 (int), 1 (double), 2 (bool), 3 and 4 (a composite's parts). */
int __attribute__((overloadable)) __spirv_SpecConstant(int id, int value);
double __attribute__((overloadable)) __spirv_SpecConstant(int id, double value);
bool __attribute__((overloadable)) __spirv_SpecConstant(int id, bool value);

__kernel void constants(__global double *out)
{
	out[0] = __spirv_SpecConstant(0, 7);
	out[1] = __spirv_SpecConstant(1, 2.5);
	out[2] = __spirv_SpecConstant(2, (bool)false) ? 1 : 0;
	out[3] = __spirv_SpecConstant(3, 30);
	out[4] = __spirv_SpecConstant(4, 40);
}
