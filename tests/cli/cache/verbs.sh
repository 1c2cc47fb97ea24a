# What was built is kept, found again, verified and cleared.
. "$SRC/tests/cli/_device"
fakes
packages
export SYBIL_CACHE_DIR=kept
sizes() { sybil run k.syclbin sizes -d level_zero:0 -g 4 out:u32:3 --timings "$@" | grep 'builds\|cache_hits'; }
mask() { sed -E 's/^  [0-9a-f]{64} .* ([0-9]+)( +(yes|no))?$/  KEY SIZE AGE\2/; s/^size: .*/size: SIZE/; s/^  key .*age_seconds/  key size age_seconds/'; }
sizes
sizes
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
unset SYBIL_CACHE_DIR
sybil cache list
echo "= $?"
sybil cache lost kept
echo "= $?"
