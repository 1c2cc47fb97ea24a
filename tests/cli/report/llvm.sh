# Which calls lead to what a kernel of LLVM IR needs: another program tells, and where it cannot, the document says why.
sybil opt --list >/dev/null 2>&1 || { echo "no LLVM here" >&2; exit 77; }
cat >m.ll <<'END'
target triple = "spir64-unknown-unknown"
define internal spir_func double @_Z4deepd(double %x) !dbg !10 {
  %y = fmul double %x, %x, !dbg !11
  ret double %y
}
define internal spir_func void @_Z6middlef(float %f) !dbg !12 {
  %d = call spir_func double @_Z4deepd(double 2.0), !dbg !13
  ret void
}
define spir_kernel void @_ZTS3one() !dbg !14 {
  call spir_func void @_Z6middlef(float 1.0), !dbg !15
  ret void
}
define spir_kernel void @two() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a:b/k.cpp", directory: "/")
!3 = !DISubroutineType(types: !{null})
!10 = distinct !DISubprogram(name: "deep", file: !2, line: 2, type: !3, unit: !0)
!11 = !DILocation(line: 3, column: 7, scope: !10)
!12 = distinct !DISubprogram(name: "middle", file: !2, line: 6, type: !3, unit: !0)
!13 = !DILocation(line: 7, column: 1, scope: !12)
!14 = distinct !DISubprogram(name: "one", file: !2, line: 9, type: !3, unit: !0)
!15 = !DILocation(line: 11, column: 2, scope: !14)
END
sybil opt m.ll -o m.bc
printf '[SYCL/kernel names]\n_ZTS3one=1|1\ntwo=1|1\n' >m.prop
sybil pack -q --no-infer -o p --state=executable --module --properties=m.prop --ir=m.bc,type=amdgcn
ar rcS both.a m.bc p
tell() {
	sybil show --html -j "$@" 2>err | python3 -c 'import json, sys
d = json.load(sys.stdin)
f = d["files"][0]
print(f["file"], f["kind"], f.get("summary", {}).get("kernels"), [f.get(k) for k in ("not_asked", "not_explained")], f.get("summary", {}).get("not_decoded"))
print([(k.get("name", k["kernel"]), k.get("module"), [i["ir"] for i in k["images"]]) for k in d["kernels"]])
for b in d["blame"]: print(b["kernel"], b["needs"], b.get("use"), [(c["function"], c.get("source")) for c in b["chain"]])'
}
for f in m.ll m.bc p both.a; do tell $f; done
sybil opt --explain-all m.bc | head -4
sybil opt --explain-all --explain=two m.bc; echo "exit $?"
echo "# who cannot be asked, who fails, who crashes, who talks too much or nonsense"
SYBIL_IR=/no/such tell m.bc
printf '#!/bin/sh\nexit 3\n' >fails
printf '#!/bin/sh\nkill -SEGV $$\n' >crashes
printf '#!/bin/sh\nyes | head -c 40000000\n' >talks
printf '#!/bin/sh\necho "{kernels: [1, {kernel: [], aspects: 7}, {kernel: k, aspects: [1, {aspect: fp64, chain: [2]}]}]}"\n' >odd
printf '#!/bin/sh\necho "}{"\n' >nonsense
chmod +x fails crashes talks odd nonsense
for f in fails crashes talks odd nonsense; do SYBIL_IR=$PWD/$f tell p; done | sed "s|$PWD/||"
python3 -c 'b = bytearray(open("m.bc", "rb").read()); b[len(b) // 2:len(b) // 2 + 16] = b"\xff" * 16; open("damaged.bc", "wb").write(b)'
tell damaged.bc | sed 's/sybil-ir: [^,]*]/sybil-ir: …]/'
printf 'define oops\n' >bad.ll
tell bad.ll; cat err
sybil show --html m.ll bad.ll 2>/dev/null | grep -o '<p>Not known, for LLVM IR.*'
sybil diff --html -j m.ll bad.ll 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["diff"]["error"]["check"])'
echo "# a thousand kernels with long chains: what there is no room for is counted"
python3 -c 'for i in range(1000):
    print(f"define spir_kernel void @company_simulation_detail_stencil_kernel_{i}() {{\n  call void @step_0()\n  ret void\n}}")
for i in range(60):
    use = f"call void @step_{i + 1}()" if i < 59 else "%y = fmul double 2.0, 3.0"
    print(f"define void @step_{i}() {{\n  {use}\n  ret void\n}}")' >many.ll
sybil show --html many.ll -o many.html
python3 -c 'import json, os, re
d = json.loads(re.search(r"id=\"sybil-report\">(.*?)</script>", open("many.html", encoding="utf-8").read(), re.DOTALL)[1])
print(os.stat("many.html").st_size <= 2000000, len(d["kernels"]), len(d["blame"][0]["chain"]), len(d["blame"]) + d["blame_left_out"])'
SYBIL_IR=$PWD/talks tell many.ll | sed "s|$PWD/||"
