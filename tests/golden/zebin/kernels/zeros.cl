/* Nothing but zeros at program scope: .bss.global without .data.global. */
global int zeros[64];

kernel void fill(int value)
{
	zeros[get_global_id(0) & 63] += value;
}
