# A reader that was written from the description of the records (tests/real/wrapped.py) finds what was put in.
. "$SRC/tests/cli/_package"
printf '[SYCL/device requirements]\naspects=2|ABAAAAAAAAgBAAAAbAAAAA\n[SYCL/exported symbols]\nf=1|1\n[SYCL/kernel names]\nc=1|1\n[My/set]\nbits=2|DAAAAAAAAAQA\n[Empty/set]\n' >c.prop
sybil pack -o p --state=executable --module --properties=c.prop --ir=a.spv --native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown \
	--module --properties=b.prop --ir=a.spv
for options in '--abi=2026 --machine=x86-64' '--abi=2025 --machine=aarch64'; do
	echo "$options"
	# shellcheck disable=SC2086
	sybil wrap p -o o $options --compile-options=-g --link-options=-l && python3 -c 'import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import wrapped
space, descriptors = wrapped.read("o")
for descriptor in descriptors:
    for image in descriptor.images:
        print(image.version, image.format, image.target, image.compile_options, image.link_options, image.size, image.manifest,
              wrapped.sha256(space, image)[:16], *(f"{e.name}/{e.size}/{e.flags}/{e.form}" for e in image.entries))
        for name, properties in image.sets:
            print("   ", name, *(f"{p.name}={p.value if p.type == 1 else p.value.hex()}" for p in properties))' "$SRC/tests/real"
done
sha256sum a.spv n.bin | cut -c -16
