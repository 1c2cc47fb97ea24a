# Images that are left become a package.
. "$SRC/tests/cli/wrapped/_files"
sybil prune --keep-kernel='*TestKernel' shared -o native.syclbin && sybil show native.syclbin
sybil prune --drop-kernel='*TestKernel' dll -o ir.syclbin && sybil show -j ir.syclbin | grep -c '"kind": "ir"'
sybil prune --drop-native object -o none; echo $?
