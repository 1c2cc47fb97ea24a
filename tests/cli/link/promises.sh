# Imports that are not stated are read from the code; exports that are stated have to be there.
. "$SRC/tests/cli/link/_packages"
stated() { # NAME KERNELS EXPORTS IMPORTS, where the code has CODE_EXPORTS and CODE_IMPORTS
	{ names 'kernel names' "$2"; names 'exported symbols' "$3"; names 'imported symbols' "$4"; } >"$1.prop"
	code "$2" "$CODE_EXPORTS" "$CODE_IMPORTS" >"$1.ptx"
	sybil pack --state=object --module --properties="$1.prop" --ir="$1.ptx,target=nvptx64-nvidia-cuda" -o "$1.syclbin"
}
try() { # what link says, closed and open
	sybil link "$@" -o out.syclbin && modules out.syclbin; echo "exit $?"
	sybil link "$@" --state=object -o out.syclbin && modules out.syclbin; echo "exit $?"
}
echo '# exports are stated, imports are not'
CODE_EXPORTS=e CODE_IMPORTS=missing stated exports k1 e ''
try exports.syclbin
package missing '' missing ''
try exports.syclbin missing.syclbin
package f k3 '' f
echo '# an export that is not defined: imported, not imported, imported by the module itself'
CODE_EXPORTS=other CODE_IMPORTS= stated promise '' f ''
try promise.syclbin f.syclbin
try promise.syclbin
CODE_EXPORTS= CODE_IMPORTS=f stated itself k4 f f
try itself.syclbin
CODE_EXPORTS= CODE_IMPORTS=f stated silent k5 f ''
try silent.syclbin
