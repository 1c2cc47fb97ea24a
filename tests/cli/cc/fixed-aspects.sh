# Fixed targets that are names of aspects mean the same to all: what is compiled, what check says and what runs.
. "$SRC/tests/cli/cc/_sources"
for fixed in gpu cpu fp64 gpu,fp64 intel_gpu_pvc,cpu; do
	for target in intel_gpu_pvc intel_gpu_dg1 x86_64 spir64_x86_64 x86_64_avx512 amd_gpu_gfx90a; do
		sybil cc -### -Wno-fixed-targets -Wno-target-not-fixed -fsycl-fixed-targets=$fixed -fsycl-targets=spir64,$target -DSAXPY axpy.cl >said 2>&1 || cat said
		echo "$target $(grep -qE "translate .*--target=" said && echo yes || echo no)"
	done | paste -sd, | sed "s/,/, /g; s/^/$fixed compiles: /"
	for dialect in dpcpp spec; do
		sybil cc --dialect=$dialect -Wno-fixed-targets -fsycl-fixed-targets=$fixed -DSAXPY axpy.cl -o p
		sybil check --strict p
		for target in intel_gpu_pvc intel_gpu_dg1 x86_64 spir64_x86_64 x86_64_avx512 intel_gpu; do
			echo "$target $(sybil check -q p --target=$target 2>/dev/null | sed -nE 's/^  saxpy *([a-z]*).*/\1/p')"
		done | paste -sd, | sed "s/,/, /g; s/^/$fixed checks $dialect: /"
	done
done
# link keeps the targets, a device without the aspect is refused, and the filter drops rows of other targets
printf 'here:\n  aspects: [cpu]\n' >here.yaml
sybil cc -fsyclbin=object -fsycl-fixed-targets=gpu -DSAXPY axpy.cl -o object
sybil link object -o linked && sybil show linked | grep fixed_target
sybil check linked --device=here.yaml; echo "exit $?"
sybil cc -S -emit-llvm -fsycl-fixed-targets=gpu -DSAXPY axpy.cl -o t.ll && sybil post-link --properties t.ll -o t.table
for target in intel_gpu_pvc x86_64; do echo "$target $(sybil filter --target=$target t.table -o - | wc -l)"; done
for fixed in gup 'gpu,' 3; do sybil cc -fsycl-fixed-targets=$fixed axpy.cl; echo "exit $?"; done
clean
