# Kernels beyond a limit are reported, and decide the exit code.
. "$SRC/tests/cli/zebin/_text"
ze_old | sed 's/index:           2/index:           1/' > old; ze_new > new
sybil check old --fail-if 'slm>4K'; echo "exit $?"
sybil check old --fail-if 'slm>=4K' --fail-if 'ap*:private > 0' --fail-if 'barriers!=0'; echo "exit $?"
sybil check old new --fail-if 'grf==256' --fail-if 'simd<16'; echo "exit $?"
sybil check new --fail-if has_dpas==true --fail-if execution_env.has_stack_calls==true --fail-if flags==stack-calls; echo "exit $?"
sybil check new --fail-if 'flags==atomics' --fail-if 'private>96' --fail-if 'eu_thread_count<6'; echo "exit $?"
sybil check old new --fail-if 'spill_size_per_lane>0' --fail-if 'private_size_per_lane>1.5' --fail-if 'spill_private_size_per_lane>1' --fail-if 'spill_private_size>2000'; echo "exit $?"
