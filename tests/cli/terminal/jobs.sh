# Progress of sybil cc and sybil link: the step that has been running longest is named, with its time; on narrow terminals
# the bar goes before the count. sybil show --html counts modules.
. "$SRC/tests/cli/_package"
sybil opt --list >/dev/null 2>&1 || { echo 'built without LLVM' >&2; exit 77; }
command -v clang-15 llvm-spirv-15 >/dev/null || { echo 'no clang-15 or llvm-spirv-15' >&2; exit 77; }
export TERM=xterm
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
updates() { sed 's/CRESC\[K/\n/g' "$1"; }
some() { grep -E "$1" | head -n 1 | sed 's/[0-9][0-9.]*/N/g'; }
cat >m.ll <<'END'
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 { ret void }
attributes #0 = { "sycl-module-id"="m" }
END
echo 'kernel void k() {}' >k.cl
for name in clang-15 llvm-spirv-15; do
	printf '#!/bin/sh\nsleep 1.5\nexec %s "$@"\n' "$name" >"slow-$name"
	chmod +x "slow-$name"
done
export SYBIL_CLANG=$PWD/slow-clang-15 SYBIL_LLVM_SPIRV=$PWD/slow-llvm-spirv-15
tty sybil cc k.cl -fsycl-targets=spir64 -o a.out -fsyclbin >a &
tty --columns=34 sybil cc k.cl -fsycl-targets=spir64 -o b.out -fsyclbin >b &
tty sybil link m.ll -o c.out >c &
far=$PWD/a_folder_with_a_name_that_is_longer_than_most/another_one_that_is_as_long_as_that
mkdir -p "$far"
cp k.cl "$far/last.cl"
tty --columns=64 sybil cc "$far/last.cl" -fsycl-targets=spir64 -o e.out -fsyclbin >e &
printf '#!/bin/sh\nsleep 3\n' >stuck
chmod +x stuck
tty --at='stuck: ' --do=kill=SEGV sybil translate --translator="$PWD/stuck" m.ll -o m.spv >d &
{ echo 'target triple = "spir64-unknown-unknown"' && seq -f 'define spir_kernel void @k%.0f() { ret void }' 300; } >many.ll
sybil opt many.ll -o m.bc
python3 -c 'import sys
module = open("m.bc", "rb").read()
sys.stdout.buffer.write(b"!<arch>\n")
for i in range(2000):
    body = module + i.to_bytes(4, "little")
    sys.stdout.buffer.write(f"{str(i) + chr(47):<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(body):<10}`\n".encode() + body)' >2000.a
tty sybil show --html 2000.a -o g.html >g &
wait
updates a | some '^\[[.#]+\] 0 of [0-9]+, [0-9]+ s: .*k'
updates a | some '^\[#+\.*\] [1-9] of [0-9]+ \(step 2\), [0-9]+ s: '
updates b | some '^[1-9] of [0-9]+ \(step 2\), [0-9]+ s'
updates c | some ' \(step 2\), [0-9]+ s: '
updates e | some '0 of [0-9]+, [0-9]+ s: .*last'
updates d | sed -n 's/ESC\[[0-9;]*m//g; /error/p'
updates g | some '^modules of LLVM IR: [0-9]+ of 2000, [0-9.]+/s, [0-9]+ s left$'
