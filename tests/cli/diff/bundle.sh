# Device code outside of packages is compared like that of packages; the container does not matter.
cp "$SRC/tests/golden/bundle/hip-object" "$SRC/tests/golden/bundle/binary" "$SRC/tests/golden/bundle/fat-object" .
sybil diff hip-object hip-object; echo $?
sybil prune hip-object -o hip.syclbin && sybil diff hip-object hip.syclbin; echo $?
sybil prune hip-object -o less.syclbin --drop-arch=gfx906 && sybil diff hip-object less.syclbin | head -20
sybil prune fat-object -o no.syclbin; echo $?
syclbin-dump binary; echo $?
