# A value that 'sybil check' would refuse is refused, and nothing is written; errors from before do not matter.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
for change in axpy:simd=7 'axpy:work_group_walk_order_dimensions=0,1,3' 'axpy:required_work_group_size=16,-1,1' \
	'apart:payload_arguments[0].size=4' 'apart:per_thread_memory_buffers[1].slot=0' \
	axpy:spill=1 axpy:grf_count= version=1.9; do
	sybil zeinfo set old -o new "$change"; echo "exit $?"
done
ls
# right only together
sybil zeinfo set old -o new 'axpy:binding_table_indices[0].arg_index=7'; echo "exit $?"
sybil zeinfo set old -o new 'axpy:binding_table_indices[0].arg_index=7' 'axpy:payload_arguments[0].arg_index=7' \
	'axpy:payload_arguments[1].arg_index=7'; echo "exit $?"
# wrong already
sed 's/simd_size:       32/simd_size:       7/' old > wrong
sybil zeinfo set wrong -o new axpy:slm=1; echo "exit $?"
sybil zeinfo set wrong -o new axpy:simd=9; echo "exit $?"
sybil zeinfo set wrong -o new axpy:simd=16; echo "exit $?"
sybil check new; echo "exit $?"
