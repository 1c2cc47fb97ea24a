# Which calls lead to what a kernel of LLVM IR needs; where LLVM cannot read a module, the document says why.
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
def chain(at):
    while at is not None:
        yield d["calls"][at]
        at = d["calls"][at].get("next")
for b in d["blame"]: print(b["kernel"], b["needs"], b.get("use"), [(c["function"], c.get("source")) for c in chain(b.get("chain"))])'
}
for f in m.ll m.bc p both.a; do tell $f; done
sybil opt --explain-all m.bc | head -4
sybil opt --explain-all --explain=two m.bc; echo "exit $?"
python3 -c 'b = bytearray(open("m.bc", "rb").read()); b[len(b) // 2:len(b) // 2 + 16] = b"\xff" * 16; open("damaged.bc", "wb").write(b)'
tell damaged.bc | sed 's/LLVM: [^,]*]/LLVM: …]/'
printf 'define void @f() {\n  oops\n}\n' >bad.ll
tell bad.ll; cat err
sybil show --html -j m.ll bad.ll 2>/dev/null >doc.json; echo "exit $?"
python3 -c 'import json; d = json.load(open("doc.json")); print(d["files"][1]["error"], d["checks"])'
echo "# a file that only looks like LLVM IR, and two files that cannot be compared"
printf 'declare -x MAIL="a@b.c"\ndeclare -x HOME="me @home"\ndefine(me)\n' >shell
tell shell; cat err
sybil diff --html -j m.ll m.bc 2>err >doc.json; python3 -c 'import json; print(json.load(open("doc.json"))["diff"]["error"])'; cat err
sybil diff --html -j m.bc m.ll 2>/dev/null | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["diff"]["error"]["check"], [(c["file"], c["check"]) for c in d["checks"]])'
echo "# modules that LLVM cannot read are named, and the others are explained"
sybil pack -q --no-infer -o three --state=executable --module --properties=m.prop --ir=m.bc,type=amdgcn --module --properties=m.prop --ir=damaged.bc,type=amdgcn \
	--module --properties=m.prop --ir=m.bc,type=amdgcn
tell three | sed 's/LLVM: [^;]*;/LLVM: …;/'
echo "# a thousand kernels with long chains are all listed; those that do not fit are counted"
python3 -c 'for i in range(1000):
    print(f"define spir_kernel void @company_simulation_detail_stencil_kernel_{i}() {{\n  call void @step_0()\n  ret void\n}}")
for i in range(60):
    use = f"call void @step_{i + 1}()" if i < 59 else "%y = fmul double 2.0, 3.0"
    print(f"define void @step_{i}() {{\n  {use}\n  ret void\n}}")' >many.ll
python3 -c 'name = "function_of_a_library_with_a_long_name_that_calls_the_next_one_of_its_kind"
for i in range(1000):
    print(f"define spir_kernel void @kernel_{i}() {{\n  call void @{name}_{i}_0()\n  ret void\n}}")
    for k in range(16):
        use = f"call void @{name}_{i}_{k + 1}()" if k < 15 else "%y = fmul double 2.0, 3.0"
        print(f"define void @{name}_{i}_{k}() {{\n  {use}\n  ret void\n}}")' >apart.ll
for f in many apart; do
	sybil show --html $f.ll -o $f.html
	python3 - $f <<'EOF'
import json, os, re, sys
d = json.loads(re.search(r"id=\"sybil-report\">(.*?)</script>", open(sys.argv[1] + ".html", encoding="utf-8").read(), re.DOTALL)[1])
lengths = set()
for b in d["blame"]:
    at, n = b["chain"], 0
    while at is not None:
        at, n = d["calls"][at].get("next"), n + 1
    lengths.add(n)
last = max(b["chain"] for b in d["blame"]) + 1
print(os.stat(sys.argv[1] + ".html").st_size <= 2000000, len(d["kernels"]), lengths, len(d["blame"]) + d.get("blame_left_out", 0),
      d.get("blame_left_out", 0) > 0, len(d["calls"]) == last or len(d["calls"]))
EOF
done
