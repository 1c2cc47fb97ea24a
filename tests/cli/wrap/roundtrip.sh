# Reading an object back gives what was put in: kernels, exports, properties and images. Wrapping it again gives equal bytes.
. "$SRC/tests/cli/_package"
python3 "$SRC/scripts/mkbin.py" "$SRC/tests/bad/spirv/_good.txt" >k.spv # with the kernel _ZTS10TestKernel
python3 "$SRC/scripts/mkbin.py" "$SRC/tests/bad/spirv/_exports.txt" >f.spv # with the function helper
python3 "$SRC/scripts/mkbin.py" <(sed 's/"helper/"assist/' "$SRC/tests/bad/spirv/_exports.txt") >c.spv # with the function assist
printf '[SYCL/device requirements]\naspects=2|ABAAAAAAAAgBAAAAbAAAAA\n[SYCL/exported symbols]\nassist=1|1\n[My/set]\nbits=2|DAAAAAAAAAQA\n[Empty/set]\n' >c.prop
sybil pack -o p --state=executable --module --ir=k.spv --module --ir=f.spv,target=spir64-unknown-unknown \
	--module --properties=c.prop --ir=c.spv --native=n.bin,arch=x86_64,target=spir64_x86_64-unknown-unknown
compare() { python3 - "$@" <<'EOF'
import json, subprocess, sys
def images(path, numbers):
    """Each image with all that belongs to it; SYCL/kernel names and its own numbers of aspects are not compared."""
    shown = json.loads(subprocess.run(["sybil", "show", "-j", "--hash", path], stdout=subprocess.PIPE, check=True).stdout)
    package = shown["contents"][0] if "contents" in shown else shown
    for module in package["modules"]:
        sets = {name: value for name, value in module["properties"].items() if name not in ("SYCL/kernel names", "Sybil/aspect numbers")}
        for aspect in sets.get("SYCL/device requirements", {}).get("aspects", []):
            if not numbers:
                del aspect["number"]
        exports = module["exports"] if "exports" in module else list(sets.get("SYCL/exported symbols", []))
        for image in module["images"]:
            yield (module["kernels"], exports, sets, image["kind"], image["type"], (image["target"] or "spir64").partition("-")[0], image["size"],
                   image["sha256"])
one, two = (list(images(path, sys.argv[3:] == [])) for path in sys.argv[1:3])
print(len(one), "images,", "equal" if one == two else f"different:\n{one}\n{two}")
EOF
}
sybil wrap p -o new.o
sybil wrap p -o old.o --abi=2025
sybil check new.o old.o && compare p new.o && compare p old.o without-numbers
sybil wrap new.o -o again.o && cmp new.o again.o
sybil wrap old.o -o again.o --abi=2025 && cmp old.o again.o
sybil wrap old.o -o again.o && cmp new.o again.o
# linked into a library, and back
if [ "$(uname -m)" = x86_64 ]; then
	gcc -shared new.o -o lib.so
	sybil check lib.so && compare p lib.so
	sybil wrap lib.so -o again.o --compile-options=-g && compare p again.o && sybil show -j again.o | grep -c '"compile_options": "-g"'
	# options stay
	sybil wrap again.o -o new.o && cmp new.o again.o
fi
# a machine that is not ours
sybil wrap p -o arm.o --machine=aarch64 && sybil check arm.o && compare p arm.o
if type ld.lld >/dev/null 2>&1; then ld.lld -shared arm.o -o arm.so; else cp arm.o arm.so; fi
sybil check arm.so && compare p arm.so
