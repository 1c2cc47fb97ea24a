# Which image each device is given and why not another one; file tables; a kernel's own needs; names of the source.
. "$SRC/tests/cli/_device"
fakes
packages
sybil devices --save all.yaml
sybil check k.syclbin --device='*:*' -v | sed -n '/^images/,$p'
sybil check k.syclbin --device=cuda:0 -j | python3 -c '
import json, sys
for image in json.load(sys.stdin)["files"][0]["devices"]["images"]:
    print(json.dumps(image))'
echo "--- a table"
printf '[SYCL/kernel names]\nsaxpy=1|1\n' >a.prop
cp "$kernels/kernels.spv" "$kernels/kernels.ptx" .
printf '[Code|Properties]\nkernels.spv|a.prop\nkernels.ptx|a.prop\n' >t.table
sybil check t.table --device='*:*' --all
echo "= $?"
sybil check t.table --device=intel_gpu_pvc --device-config=all.yaml
echo "= $?"
printf '[Code|Properties]\nmissing.spv|a.prop\n' >m.table
sybil check m.table --device=cuda:0
echo "= $?"
echo "--- one kernel of the module needs double precision"
cp "$kernels/mixed.spv" .
sybil pack -o x.syclbin --state=executable --module --ir=mixed.spv
printf 'small:\n  aspects: [gpu, fp16]\n  sub-group-sizes: [8, 16]\n  max-work-group-size: 256\n' >small.yaml
sybil check x.syclbin --device=small.yaml
echo "= $?"
