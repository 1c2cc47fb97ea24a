# Specialization constants: types are the code's, composites are lists or files; what is wrong with them.
. "$SRC/tests/cli/_device"
pocl
packages
constants() { sybil run s.syclbin constants -g 1 'out:f64:5>-' "$@" | tr '\n' ' '; echo "= ${PIPESTATUS[0]}"; }
constants
constants --spec number=-3 --spec real=7 --spec flag=true --spec pair=8,9
printf '\1\0\0\0\2\0\0\0' >pair.bin
constants -s pair=@pair.bin -s number=i32:0x10
constants --spec number=4294967295
constants --spec number=2.5
constants --spec flag=7
constants --spec pair=3
constants --spec pair=3,4,5
constants --spec real=f32:3
constants --spec nummer=3
constants --spec number
constants --spec number=@/dev/zero
constants --spec pair=@m.bin
printf '\1\0\0\0' >pair.bin
constants --spec pair=@pair.bin
