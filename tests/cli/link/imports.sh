# Imports that a module states are united with those of its code; one that nothing exports is an error, unless the result stays open.
. "$SRC/tests/cli/link/_packages"
partial() { # NAME KERNELS STATED CODE
	{ names 'kernel names' "$2"; printf '[SYCL/imported symbols]\n'; for name in $3; do printf '%s=1|1\n' "$name"; done; } >"$1.prop"
	code "$2" '' "$4" >"$1.ptx"
	sybil pack --state=object --module --properties="$1.prop" --ir="$1.ptx,target=nvptx64-nvidia-cuda" -o "$1.syclbin"
}
package f '' f ''
package g '' g ''
partial some k1 f 'f g'
partial none k2 '' f
sybil link some.syclbin f.syclbin g.syclbin -o out.syclbin && modules out.syclbin
sybil extract out.syclbin --module=0 -o - | grep -c 'func [fg]()'
sybil link none.syclbin f.syclbin -o out.syclbin && modules out.syclbin
sybil link some.syclbin f.syclbin -o missing.syclbin; echo "exit $?"
sybil link some.syclbin f.syclbin --partial -o out.syclbin && modules out.syclbin
# Functions of drivers, whose names begin with two underscores, are not looked for.
partial driver k3 f 'f __nv_driver'
sybil link driver.syclbin f.syclbin --partial -o out.syclbin && modules out.syclbin
