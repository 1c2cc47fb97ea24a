# What kernels take, and how many there are, is told whatever form the files have.
here=$SRC/tests/report/cli
make() { python3 "$here/_zebin.py" "$@"; }
look() {
	python3 -c 'import json, sys
d = json.load(sys.stdin)
for f in d["files"]: print(f["file"], {k: v for k, v in f["summary"].items() if k in ("kernels", "not_decoded")})
for k in d["kernels"]:
    rows = [dict(zip(d["resource_columns"], r)) for r in k.get("resources", [])]
    print(k["kernel"], k.get("package"), k.get("module"), k.get("not_asked"), [i.get("arch", i.get("ir")) for i in k.get("images", [])],
          [(d["arches"][r["arch"]], r["simd"], r["spill"], r["private"], r.get("spill_private"), r["scratch"]) for r in rows])
for part in "regressions", "changes":
    for r in d.get("diff", {}).get(part, []):
        print(part, r["what"], d["kernels"][r["kernel"]]["kernel"] if "kernel" in r else None, r.get("arch"), r.get("attribute"))
if "diff" in d: print(d["diff"]["verdict"])'
}
# an older compiler tells only the sum of spill and private memory
make 2 b old.zebin plain spills
sybil show --html -j old.zebin | look
# a module that does not name its kernels: its native code does
make 2 a one.zebin first second
make 1 a two.zebin first
sybil pack -q --no-infer -o t1 --state=executable --module --native=one.zebin,arch=intel_gpu_pvc --module --native=two.zebin,arch=intel_gpu_dg1
sybil pack -q --no-infer -o t2 --state=executable --module --native=one.zebin,arch=intel_gpu_pvc
sybil show --html -j t1 | look
sybil diff --html -j --fail-if-worse t1 t2 | look; echo "exit ${PIPESTATUS[0]}"
sybil diff -q --fail-if-worse t1 t2 >/dev/null; echo "exit $?"
# members of an archive of ocloc are called by numbers: the device has one name everywhere
make 1 b new.zebin first
cp two.zebin 64.12.60.7; ar rc a.ar 64.12.60.7
cp new.zebin 64.12.60.7; ar rc b.ar 64.12.60.7
sybil diff --html -j a.ar b.ar | look
# files that hold no code that runs as it is
printf '.version 7.5\n.target sm_80\n.address_size 64\n.visible .entry one()\n{\n\tret;\n}\n.func helper()\n{\n\tret;\n}\n.entry two()\n{\n\tret;\n}\n' >a.ptx
printf '[SYCL/kernel names]\n_ZTS1k=1|1\nb=1|1\n' >k.prop
sybil show --html -j a.ptx k.prop | look
# code that is not read has no number
printf '.version 7.5\n.target sm_80\n.address_size 64\n.visible .entry (\n' >bad.ptx
sybil show --html -j bad.ptx 2>/dev/null | look
# two packages in a file are told apart
cp t2 p; cp t2 q; ar rc two.a p q
sybil show --html -j two.a | look
# a name that is not UTF-8 stands there as the page spells it
cp t2 $'bad\xff'
sybil show --html -j $'bad\xff' | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["title"], d["files"][0]["file"], d["treemap"]["name"])'
