# Modules without a word about kernels or symbols: what their code says is not lost beside the sets of others.
. "$SRC/tests/cli/link/_packages"
bare() { # NAME KERNELS EXPORTS IMPORTS
	code "$2" "$3" "$4" >"$1.ptx"
	sybil pack --state=object --ir="$1.ptx,target=nvptx64-nvidia-cuda" -o "$1.syclbin"
}
package a k1 '' 'x y'
bare b k2 'x z' ''
bare c k3 '' z
bare d k4 '' ''
sybil link a.syclbin b.syclbin --partial -o ab.syclbin && modules ab.syclbin
sybil link b.syclbin c.syclbin d.syclbin -o bcd.syclbin && modules bcd.syclbin
sybil check --strict bcd.syclbin && echo clean
# Libraries alone: there is nothing that anybody could start.
package lib '' h ''
sybil link lib.syclbin -o lib-only.syclbin; echo "exit $?"
sybil link lib.syclbin --whole -o lib-only.syclbin && modules lib-only.syclbin
