# Packages inside other files.
. "$SRC/tests/cli/show/_sample"
ar rcD lib.a a.pvc s.syclbin
sybil show lib.a
echo --
sybil pack --offload -o fat.bin --image=file=a.spv,triple=spir64-unknown-unknown,kind=openmp \
	--image=file=a.pvc,triple=spir64_gen-unknown-unknown,arch=pvc,kind=openmp
sybil show fat.bin
echo --
sybil pack --from=s.syclbin -o v2.syclbin --format-version=2
cat v2.syclbin fat.bin s.syclbin > row.bin
sybil show -j row.bin | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["kind"], len(d["binaries"]), len(d["entries"]))
print([e["content"]["kind"] if "content" in e else None for e in d["entries"]])
print([(p["kind"], p["format_version"], len(p["modules"])) for p in d["packages"]])'
