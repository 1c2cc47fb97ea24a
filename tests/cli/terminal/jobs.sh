# Jobs of sybil cc: the one that is waited for is named, and has its time; the bar goes before the count does. Verbs that
# start others say what these do.
. "$SRC/tests/cli/_package"
sybil opt --list >/dev/null 2>&1 || { echo 'built without LLVM' >&2; exit 77; }
export TERM=xterm
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
updates() { sed 's/CRESC\[K/\n/g' "$1"; }
some() { grep -E "$1" | head -n 1 | sed 's/[0-9][0-9.]*/N/g'; }
cat >m.ll <<'END'
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 { ret void }
attributes #0 = { "sycl-module-id"="m" }
END
printf '#!/bin/sh\nsleep 1.2\nexec "%s" "$@"\n' "$(command -v sybil-ir)" >slow
chmod +x slow
export SYBIL_IR=$PWD/slow
tty sybil cc m.ll -fsycl-targets=spir64 -o a.out -fsyclbin >a &
tty --columns=34 sybil cc m.ll -fsycl-targets=spir64 -o b.out -fsyclbin >b &
tty sybil link m.ll -o c.out >c &
far=$PWD/a_folder_with_a_name_that_is_longer_than_most/another_one_that_is_as_long_as_that
mkdir -p "$far"
cp m.ll "$far/last.ll"
tty --columns=64 sybil cc "$far/last.ll" -fsycl-targets=spir64 -o e.out -fsyclbin >e &
tty --columns=40 sybil link "$far/last.ll" -o f.out >f &
printf '#!/bin/sh\nsleep 3\n' >stuck
chmod +x stuck
SYBIL_IR= tty --at='stuck: ' --do=kill=SEGV sybil translate --translator="$PWD/stuck" m.ll -o m.spv >d &
cat >answers <<'END'
#!/bin/bash
sleep 0.4
IFS=,
for i in ${2#*=}; do echo "{kernels: []}"; done
END
chmod +x answers
SYBIL_IR= sybil opt m.ll -o m.bc
python3 -c 'import sys
module = open("m.bc", "rb").read()
sys.stdout.buffer.write(b"!<arch>\n")
for i in range(120):
    body = module + i.to_bytes(4, "little")
    sys.stdout.buffer.write(f"{str(i) + chr(47):<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(body):<10}`\n".encode() + body)' >120.a
SYBIL_IR=$PWD/answers tty sybil show --html 120.a -o g.html >g &
wait
updates a | some '^\[[.#]+\] 0 of [0-9]+, [0-9]+ s: .*m'
updates a | some '^\[#+\.*\] [1-9] of [0-9]+ \(step 2\), [0-9]+ s: '
updates b | some '^[1-9] of [0-9]+ \(step 2\), [0-9]+ s'
updates c | some '^read m.ll: [0-9]+ s$'
updates c | some '^split m.ll: [0-9]+ s$'
updates c | some '^translate image 1 of 1: [0-9]+ s$'
updates e | some '0 of [0-9]+, [0-9]+ s: .*last'
updates f | some '^read .*: [0-9]+ s$'
updates d | sed -n 's/ESC\[[0-9;]*m//g; /error/p'
updates g | some '^modules of LLVM IR: [0-9]+ of 120, [0-9.]+/s, [0-9]+ s left$'
updates g | sed -n '/^answers/p' # its own line
