# With --strict, spirv-val judges SPIR-V too, where it is installed: also in packages. What it does not know is a remark.
command -v spirv-val >/dev/null || { echo 'spirv-val is not installed' >&2; exit 77; }
make() { # NAME CHANGE: the good module with one change
	printf 'use %s/tests/bad/spirv/_good.txt\n%s\n' "$SRC" "$2" >"$1.txt"
	"$SRC/scripts/mkbin.py" -o "$1.spv" "$1.txt"
}
make good ''
make wrong 'set spirv.types 0x00020014, 1' # the kernel returns a bool
make intel 'insert spirv.entry u32 0x00020011, 6146'
for f in good wrong intel; do
	sybil check "$f.spv"; echo "$f: $?"
	sybil check --strict "$f.spv"; echo "$f strict: $?"
done
sybil check -v --strict intel.spv
sybil pack --state=input --ir=wrong.spv -o wrong.syclbin
sybil check wrong.syclbin; echo "package: $?"
sybil check --strict wrong.syclbin; echo "package strict: $?"
printf '#!/bin/sh\necho "error: no" >&2\nexit 1\n' >other && chmod +x other
SYBIL_SPIRV_VAL=./other sybil check --strict good.spv; echo "other: $?"
printf '#!/bin/sh\nkill -SEGV $$\n' >other
SYBIL_SPIRV_VAL=./other sybil check --strict good.spv; echo "crash: $?"
SYBIL_SPIRV_VAL=./nothing sybil check --strict wrong.spv; echo "missing: $?"
