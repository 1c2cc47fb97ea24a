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
def chain(at):
    while at is not None:
        yield d["calls"][at]
        at = d["calls"][at].get("next")
for b in d["blame"]: print(b["kernel"], b["needs"], b.get("use"), [(c["function"], c.get("source")) for c in chain(b.get("chain"))])'
}
for f in m.ll m.bc p both.a; do tell $f; done
sybil show --html m.ll | grep -o '<td>fp64[^<]*'
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
printf 'define void @f() {\n  oops\n}\n' >bad.ll
tell bad.ll; cat err
sybil show --html -j m.ll bad.ll 2>/dev/null >doc.json; echo "exit $?"
python3 -c 'import json; d = json.load(open("doc.json")); print(d["files"][1]["error"], d["checks"])'
sybil diff --html m.ll bad.ll 2>/dev/null | grep -o '<p class="verdict[^/]*'
echo "# what is told of a file that only looks like it, and where two cannot be compared"
printf 'declare -x MAIL="a@b.c"\ndeclare -x HOME="me @home"\ndefine(me)\n' >shell
tell shell; cat err
sybil diff --html m.ll m.bc 2>err | grep -o '<p class="verdict[^/]*'; cat err
sybil diff --html -j m.bc m.ll 2>/dev/null | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["diff"]["error"]["check"], [(c["file"], c["check"]) for c in d["checks"]])'
echo "# which modules nobody looked into"
sybil pack -q --no-infer -o two --state=executable --module --properties=m.prop --ir=m.bc,type=amdgcn --module --properties=m.prop --ir=m.bc,type=amdgcn
SYBIL_IR=$PWD/fails tell two
# $2 is --explain-each with the sizes of modules
cat >quick <<'END'
#!/bin/bash
IFS=,
sizes=(${2#*=})
echo "${#sizes[@]}" >>asked
for i in "${sizes[@]}"; do echo "{kernels: []}"; done
END
chmod +x quick
cat >archive.py <<'END'
import sys
count, first, module = int(sys.argv[1]), int(sys.argv[2]), open("m.bc", "rb").read()
out = open(sys.argv[3], "wb")
out.write(b"!<arch>\n")
for i in range(count):
    body = module + (first + i).to_bytes(4, "little")
    out.write(f"{str(i) + '.bc/':<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(body):<10}`\n".encode() + body + b"\n" * (len(body) % 2))
END
python3 archive.py 4010 0 4010.a
# there are too many of them, or, on a busy machine, it took too long
SYBIL_IR=$PWD/quick tell 4010.a | grep -o 'of 4010 modules of LLVM IR [0-9]* were not looked into: the one at 0x[0-9a-f]*, the one at' | sed 's/ [0-9]* were/ N were/; s/0x[0-9a-f]*/0x…/'
echo "# many at a time; equal ones once, also in two files; one that crashes is the only one without an answer"
asks() { rm -f asked; "$@" >/dev/null; awk '{ sum += $1 } END { print NR " programs, " sum " modules" }' asked; }
python3 archive.py 100 0 100.a
python3 archive.py 100 50 50.a
export SYBIL_IR=$PWD/quick
asks sybil show --html -j 100.a
asks sybil show --html -j 100.a 50.a 100.a
asks sybil show --html -j two two
cat >one_crashes <<'END'
#!/bin/bash
IFS=,
for size in ${2#*=}; do
	head -c "$size" >part
	[[ $(tail -c 4 part | od -An -tu1 | tr -d ' ') = 40000 ]] && { echo 'warning' >&2; kill -SEGV $$; }
	echo "{kernels: []}"
done
END
chmod +x one_crashes
SYBIL_IR=$PWD/one_crashes tell 100.a | grep -o 'sybil-ir .*looked into'
unset SYBIL_IR
sybil pack -q --no-infer -o three --state=executable --module --properties=m.prop --ir=m.bc,type=amdgcn --module --properties=m.prop --ir=damaged.bc,type=amdgcn \
	--module --properties=m.prop --ir=m.bc,type=amdgcn
tell three | sed 's/sybil-ir: [^;]*;/sybil-ir: …;/'
cat m.bc m.ll bad.ll >parts
sybil opt --explain-each="$(stat -c %s m.bc),$(stat -c %s m.ll),$(stat -c %s bad.ll)" parts 2>err | cut -c 1-60; echo "exit ${PIPESTATUS[0]}"; cat err
sybil opt --explain-each=99999999 m.bc; echo "exit $?"
sybil opt --explain-each=4 --explain-all m.bc; echo "exit $?"
echo "# a thousand kernels with long chains are all told; what there is no room for is counted"
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
SYBIL_IR=$PWD/talks tell many.ll | sed "s|$PWD/||"
