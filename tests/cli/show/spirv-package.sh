# SPIR-V in packages: not looked into without --deep; kernels that the properties do not name come from there.
m=$SRC/tests/golden/spirv/constants.spv
sybil pack --no-infer -o bare --state=input --module --ir="$m",target=spir64-unknown-unknown
sybil show bare | grep -E 'kernels|content'
sybil show --deep bare
{ head -c 500 "$m"; head -c 8 /dev/zero; } >damaged.spv
sybil pack --no-infer -o damaged --state=input --module --ir=damaged.spv,target=spir64-unknown-unknown
sybil show --deep damaged | grep -E 'kernels|content'
