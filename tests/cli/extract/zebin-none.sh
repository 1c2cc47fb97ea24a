# Nothing of that name, too much for -o, a broken zebin, no zebin at all.
z=$SRC/tests/golden/zebin
sybil extract "$z/two-acm-g10.zebin" --section=.nothing -o x; echo $?
sybil extract "$z/two-acm-g10.zebin" --kernel=nothing --out-dir=d; echo $?
sybil extract "$z/two-fat" --kernel=add -o x; echo $?
sybil extract "$z/two-acm-g10.zebin" -o x; echo $?
head -c 1000 "$z/two-acm-g10.zebin" >cut.zebin
sybil extract cut.zebin --kernel=add -o x; echo $?
printf '[SYCL/kernel names]\nadd=1|1\n' >a.prop
sybil extract a.prop --section=.ze_info -o x; echo $?
sybil extract a.prop --kernel=add -o x; echo $?
test ! -e x -a ! -e d
