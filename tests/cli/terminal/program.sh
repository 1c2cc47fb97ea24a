# A program that takes long is named on the line; it is gone before a message is printed.
sybil opt --list >/dev/null 2>&1 || { echo 'built without LLVM' >&2; exit 77; }
export TERM=xterm
printf '#!/bin/sh\nsleep 1.2\necho no such thing >&2\nexit 1\n' >slow
chmod +x slow
printf 'target triple = "spir64-unknown-unknown"\n' >m.ll
python3 "$SRC/tests/cli/terminal/_tty.py" sybil translate --translator="$PWD/slow" m.ll -o m.spv >shown
sed 's/CRESC\[K/\n/g' shown | grep -c '^slow: 1 s$' | sed 's/^[1-9][0-9]*$/shown/'
sed -n '/error/s/.*CRESC\[K\(ESC\[1m\)/\1/p; /error/!p' shown
