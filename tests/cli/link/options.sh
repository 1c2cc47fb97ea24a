# Options of the one way of linking do nothing for the other, and say so; every environment of spirv-link has a version.
. "$SRC/tests/cli/link/_spirv"
try() {
	sybil link main.spv helpers.spv -o out "$@"
	echo $?
}
for option in --state=object --targets=spir64 --split=off --whole --no-rebuild --dialect=spec --format-version=2 \
	--container=none --compress=zlib; do
	try --spirv $option
done
for option in --create-library --allow-partial-linkage --keep-export=main --verify-ids --target-env=spv1.6 \
	--use-highest-version --same-version --no-demangle; do
	try $option
done
try --spirv --map=out
try --map=out
test ! -e out
sybil link --spirv main.spv helpers.spv -o lib -j --map=- | python3 -c 'import json, sys; print(*json.load(sys.stdin))'
for env in spv1.2 spv1.6 opencl2.2 opencl2.2embedded vulkan1.1 vulkan1.1spv1.4 vulkan1.2 vulkan1.3 opencl1.2embedded \
	opencl2.0embedded opencl2.1embedded vulkan1.0 opengl4.0 opengl4.1 opengl4.2 opengl4.3 opengl4.5; do
	printf '%s: ' $env
	sybil link --spirv main.spv helpers.spv -o out --target-env=$env 2>/dev/null &&
		sybil show out | sed -n 's/spirv version: //p' || echo "too new"
done
