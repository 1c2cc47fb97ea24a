# Which rows stay for a target that knows all of its aspects, for another one, and for SPIR-V that anybody may run.
. "$SRC/tests/cli/filter/_rows"
sybil filter --target=intel_gpu_pvc t.table
sybil filter --target intel_gpu_12_10_0 t.table -o dg1.table; cat dg1.table
sybil filter --target=spir64 t.table
sybil filter --target=nvidia_gpu_sm_80 t.table
