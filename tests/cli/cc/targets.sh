# Images that a target cannot run are left out, and named with -v; what is left without is warned about.
. "$SRC/tests/cli/cc/_sources"
show() { # what would be run for the targets, without compilers of native code
	sed -E 's|^ [^ ]*/sybil |sybil |' | grep -E '^sybil (cc|translate|pack)|note|error' | sed -E "s|$TMPDIR/[^/]*/||g"
}
sybil cc -fsycl-targets=spir64,intel_gpu_pvc,x86_64 -fsycl-fixed-targets=intel_gpu_dg1 -Wno-fixed-targets axpy.cl -o fixed.syclbin && modules fixed.syclbin
sybil cc -fsycl-targets=intel_gpu_pvc -fsycl-fixed-targets=intel_gpu_dg1 -DSAXPY axpy.cl -o none.syclbin && modules none.syclbin
sybil cc -### -fsycl-targets=spir64_gen -Xsycl-target-backend=spir64_gen '-device pvc,dg1 -options -x' axpy.cl 2>&1 | show
echo 'kernel void d(global double *p) { *p += 1; }' >d.cl
echo '__attribute__((intel_reqd_sub_group_size(8))) kernel void s(global int *p) { *p = 1; }' >s.cl
sybil cc -fsycl-targets=spir64,intel_gpu_dg1 -v d.cl -o left.syclbin 2>&1 | show && modules left.syclbin
sybil cc -fsycl-targets=intel_gpu_dg1 d.cl -o left.syclbin && modules left.syclbin
printf 'intel_gpu_pvc:\n  aspects: [gpu]\n  sub-group-sizes: [16]\n' >devices.yaml
sybil cc -fsycl-device-config-file=devices.yaml -fsycl-targets=spir64,intel_gpu_pvc d.cl -o left.syclbin && modules left.syclbin
sybil cc -fsycl-device-config-file=devices.yaml -fsycl-targets=intel_gpu_dg1 d.cl; echo "exit $?"
printf 'x86_64:\n  aspects: [cpu]\n' >cpu.yaml
sybil cc -fsycl-device-config-file=cpu.yaml -fsycl-targets=x86_64,spir64 s.cl -o left.syclbin && modules left.syclbin
sybil cc -Wno-images-left-out -fsycl-device-config-file=cpu.yaml -fsycl-targets=x86_64 s.cl d.cl -o left.syclbin && modules left.syclbin
# fixed targets: images are judged by what is in them before a compiler is called; also for ninja
printf '#!/bin/sh\necho "error: not today"\nexit 1\n' >compiler
chmod +x compiler
printf '__attribute__((reqd_work_group_size(W, W, 1))) kernel void w(global int *p) { *p = 1; }\n' >w.cl
printf 'intel_gpu_dg1:\n  aspects: [gpu, int64_base_atomics]\n  sub-group-sizes: [16]\n  max-work-group-size: 256\n' >dg1.yaml
fixed() { SYBIL_OCLOC=$PWD/compiler sybil cc -Wno-fixed-targets -fsycl-device-config-file=dg1.yaml -fsycl-fixed-targets=intel_gpu_dg1 "$@"; }
fixed -fsycl-targets=spir64,intel_gpu_dg1 -v d.cl -o refused.syclbin 2>&1 | show && modules refused.syclbin
fixed -fsycl-targets=intel_gpu_dg1 -DW=32 s.cl w.cl -o none.syclbin && modules none.syclbin
fixed -fsycl-targets=intel_gpu_dg1,spir64 -DW=32 d.cl s.cl w.cl --ninja=fixed.ninja -o fixed.syclbin
grep -o 'target=intel[^ ]*' fixed.ninja
sybil cc -v -fsycl-device-config-file=dg1.yaml -fsycl-targets=intel_gpu_dg1 -DW=32 w.cl -o none.syclbin 2>&1 | grep -A1 left-out
# what a compiler refuses all the same is an error, in both ways
fixed -fsycl-targets=intel_gpu_dg1,spir64 -DW=16 w.cl -o none.syclbin 2>&1 | grep -F 'w.cl, image with w' | sed "s|$PWD/||"
fixed -fsycl-targets=intel_gpu_dg1,spir64 -DW=16 w.cl --ninja=fixed.ninja -o fixed.syclbin; grep -o 'target=intel[^ ]*' fixed.ninja
SYBIL_OCLOC=$PWD/compiler sybil cc -fsycl-targets=intel_gpu_dg1 s.cl 2>&1 | grep -F 's.cl, image with s' | sed "s|$PWD/||"
# names that are none; targets that only the device configuration has
for list in ,x86_64 spir64,,x86_64 x86_64, x86_64-garbage intel_gpu_pvc-foo spir64-lol; do sybil cc -### -fsycl-targets=$list s.cl; echo "exit $?"; done
printf 'mine:\n  aspects: [gpu]\n  aot-toolchain: ocloc\n  aot-toolchain-options: -device skl\nyours:\n  aspects: [gpu]\n' >mine.yaml
sybil cc -### -fsycl-device-config-file=mine.yaml -fsycl-targets=mine s.cl 2>&1 | grep -oE "translate .*--name|--native=.*" | sed "s|$TMPDIR/[^/]*/||g"
sybil cc -fsycl-device-config-file=mine.yaml -fsycl-targets=yours s.cl; echo "exit $?"
# devices that a compiler does not know are its fault: told once, exit 4
printf '#!/bin/sh\necho "Error: Cannot get HW Info for device dg1." >&2\nexit 223\n' >old
chmod +x old
SYBIL_OCLOC=$PWD/old sybil cc -fsycl-targets=intel_gpu_dg1 -fno-gpu-rdc axpy.cl blur.cl edges.cl -o none.syclbin 2>said; echo "exit $?"
grep -c tool-device said
sybil cc -Xsycl-target-backend=intel_gpu_pcv -x s.cl; echo "exit $?"
# devices as ocloc spells them: versions, numbers, other names, families
for device in 12.55.8 12.60.5 0x4905 0x56A5 ats-m150 xe-hpg jsl,dg2-g12 skl:icllp 0x4999; do
	echo "$device: $(sybil cc -### -fsycl-targets=spir64_gen -Xs "-device $device" s.cl 2>&1 | grep -oE -- '--target=[a-z_0-9]*|error: .*' | sed 's/--target=//' | paste -sd' ')"
done
# options for compilers, word by word; which device only for targets that do not say it
sybil cc -### -fsycl-targets=spir64_gen,amdgcn -Xs -device -Xs skl -Xs '-mcpu=gfx906 -x' s.cl 2>&1 | grep -oE 'target=[a-z_0-9]* -O2.*--name'
SYBIL_OCLOC=$PWD/compiler sybil cc -fsycl-targets=intel_gpu_pvc -Xs '-device dg1' axpy.cl -o none.syclbin 2>&1 | grep -o 'already names a device' | head -1
sybil translate --target=intel_gpu_pvc --backend-options='-x "y' s.cl; echo "exit $?"
# SPIR-V like other code
sybil extract --image 0 refused.syclbin -o d.spv
sybil cc -fsycl-targets=intel_gpu_dg1 d.spv -o left.syclbin && modules left.syclbin
# more images than a command line has room for
folder=$(printf '%0200d' 0)
mkdir "$folder"
for i in $(seq 150); do echo "kernel void d$i(global int *p) { *p = $i; }"; done >many.cl
sybil cc -O0 -fsycl-device-code-split=per_kernel many.cl --ninja="$folder/many.ninja" -o many.syclbin && grep -o 'sybil pack @[^ ]*' "$folder/many.ninja" | sed 's|@0*/|@|'
grep -o -- '--module' "$folder/many.ninja.files/package.words" | wc -l
sybil cc -fsycl-targets=nvptx64 d.spv; echo "exit $?"
clean
