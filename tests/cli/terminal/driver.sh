# Work of a driver, which tells nothing: a line with the time, and the first ^C ends it. --force writes to a terminal.
. "$SRC/tests/cli/_device"
fakes
packages
export TERM=xterm SYBIL_CACHE_DIR= ONEAPI_DEVICE_SELECTOR=opencl:0
tty() { python3 "$SRC/tests/cli/terminal/_tty.py" "$@"; }
updates() { sed 's/CRESC\[K/\n/g' "$1"; }
some() { grep -oE "$1" | head -n 1 | sed 's/[0-9][0-9]* s$/N s/'; }
mkdir out
export SYBIL_FAKE=build=60000
saxpy() { tty "${@:2}" sybil run k.syclbin saxpy -g 4 f32:2 buf:f32:4=iota "buf:f32:4=1>$1"; }
{ tty --at='opencl:0: ' --do=press=^C sybil build k.syclbin -o out/k; r=$?; echo; echo "= $r"; } >a 2>/dev/null &
{ saxpy out/y.txt --at='opencl:0: ' --do=press=^C; r=$?; echo; echo "= $r"; } >b 2>/dev/null &
SYBIL_FAKE=build=1500 tty --stdout=/dev/null sybil build k.syclbin -o built >c &
SYBIL_FAKE=slow=60 tty --stdout=/dev/null sybil run k.syclbin saxpy -g 4 f32:2 buf:f32:4=iota buf:f32:4=1 -n 3 >d &
wait
updates a | some '^build k.syclbin for opencl:0: 0 of 6, [0-9]+ s'
tail -n 1 a
updates b | some '^build saxpy on opencl:0: [0-9]+ s'
tail -n 1 b
ls out
tail -c 7 c
echo
unset SYBIL_FAKE
sybil build k.syclbin -o again
cmp again built && echo "built"
tty sybil build k.syclbin -o - -f | grep -c SYCL/ | sed 's/^[1-9][0-9]*$/written to a terminal/'
sybil pack -o o.syclbin --state=object --module --properties=k.prop --ir="$kernels/kernels.spv"
tty sybil link o.syclbin -o - --force | grep -c SYCL/ | sed 's/^[1-9][0-9]*$/written to a terminal/'
updates d | some '^run saxpy on opencl:0: [0-9]+ s$'
updates d | grep -E '^3 launches of saxpy: [1-3] of 3, [0-9.]+/s, [0-9]+ s left$' | head -n 1 | sed 's/: [1-3].*/: shown/'
