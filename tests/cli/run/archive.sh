# Kernels of an archive of ocloc run from its SPIR-V on other devices.
. "$SRC/tests/cli/_device"
pocl
cp "$SRC/tests/golden/bundle/ocloc-archive" .
sybil run --list ocloc-archive
sybil run ocloc-archive add -g 4 'buf:f32:4=1>-' buf:f32:4=iota | tr '\n' ' '
sybil check ocloc-archive --device=opencl:0
