# What was built is kept, found again, verified and cleared.
. "$SRC/tests/cli/_device"
fakes
packages
export SYBIL_CACHE_DIR=kept
sizes() { sybil run k.syclbin sizes -d level_zero:0 -g 4 out:u32:3 --timings "$@" | grep 'builds\|cache_hits'; }
mask() { sed -E 's/^  [0-9a-f]{64} .* [0-9]+ (s|min)( +(yes|no))?$/  KEY SIZE AGE\2/; s/^size: .*/size: SIZE/; s/^  key .* age/  key size age/'; }
sizes
sizes
sybil run k.syclbin sizes -d level_zero:0 -g 4 out:u32:3 --timings | awk '$1 == "load" { print $1, $3 }'
sizes --cache="$PWD/other"
sybil cache list | mask
sybil cache verify -j | keys
for entry in kept/*; do printf 'damaged' >"$entry"; done
sybil cache verify | mask
echo "= ${PIPESTATUS[0]}"
sybil cache list kept | tail -2
sizes
sybil cache clear other
sybil cache clear -j
sybil cache list missing
echo "= $?"
echo "--- sizes"
sizes --cache="$PWD/two"
touch -d '2001-01-01' two/*
sizes --cache="$PWD/two" --compile-options=-x --cache-size=1M
ls two | wc -l
sybil cache clear two --keep="$(stat -c %s two/* | sort -n | tail -1)" | grep removed
sizes --cache="$PWD/two" --compile-options=-x
sizes --cache="$PWD/two"
SYBIL_CACHE_SIZE=64 sizes --cache="$PWD/three"
ls three 2>/dev/null | wc -l
SYBIL_CACHE_SIZE=much sizes --cache="$PWD/three"
sybil cache list two --keep=1M
echo "= $?"
sybil cache clear two --keep=some
echo "= $?"
sizes --cache-size=0
unset SYBIL_CACHE_DIR
sybil cache list
echo "= $?"
sybil cache lost kept
echo "= $?"
