# Native code of a module that is linked is built anew where there is a compiler for it, and otherwise named.
. "$SRC/tests/cli/link/_packages"
. "$SRC/tests/cli/link/_spirv"
cat > compiler <<'END'
#!/bin/bash
for ((i = 1; i <= $#; i++)); do
	case ${!i} in
	-device) next=$((i + 1)); device=${!next} ;;
	-out_dir) next=$((i + 1)); dir=${!next} ;;
	esac
done
[ "$device" = "${REFUSE-}" ] && { echo 'no such thing'; exit 9; }
[ "$(head -c 4 /dev/stdin | od -An -tx4)" = ' 07230203' ] && cp native.zebin "$dir/image"
END
chmod +x compiler
export SYBIL_OCLOC=$PWD/compiler
printf 'old' > old.bin
sybil zeinfo rename "$SRC/tests/golden/zebin/subgroups.16-pvc.zebin" sum=main -o native.zebin
sybil pack -o main.syclbin --state=object --module --ir=main.spv,target=spir64-unknown-unknown \
	--native=old.bin,arch=intel_gpu_pvc,target=spir64_gen-unknown-unknown \
	--native=old.bin,arch=x86_64,target=spir64_x86_64-unknown-unknown
sybil pack -o helpers.syclbin --state=object --module --ir=helpers.spv,target=spir64-unknown-unknown
sybil link main.syclbin helpers.syclbin -o out && modules out
sybil extract out --arch=intel_gpu_pvc -o - | cmp - native.zebin && echo built
REFUSE=pvc sybil link -v main.syclbin helpers.syclbin -o out && modules out
sybil link main.syclbin helpers.syclbin -o out --no-rebuild && modules out
ls
