# Sections and kernels of zebins: in a file, in a fat archive, in a package.
cp "$SRC"/tests/golden/zebin/two-* .
sybil extract two-acm-g10.zebin --section=.ze_info -o - | head -n 2
sybil extract two-acm-g10.zebin --kernel=add -o add.bin && wc -c <add.bin
sybil extract two-acm-g10.zebin --section='.rel*' --kernel='[al]*' --out-dir=one -j
sybil extract two-fat --section=.ze_info --kernel=add --out-dir=fat
sybil extract two-fat two-tgllp-32.zebin --section='.note.*compat' --out-dir=fat
printf '[SYCL/kernel names]\nadd=1|1\nlast=1|1\n' >a.prop
sybil pack -o p --state=executable --module --properties=a.prop \
	--native=two-fat,arch=acm_g11,target=spir64_gen-unknown-unknown \
	--native=two-tgllp-32.zebin,arch=tgllp,target=spir64_gen-unknown-unknown
sybil extract p --section=.text.add --arch=tgllp -o text.bin && wc -c <text.bin
sybil extract p --kernel=add --section=.symtab --out-dir=package
sybil extract p --kernel=add --kind=native --out-dir=images
for arch in skl acm-g11 '64.12.0*' 'tgl*'; do
	sybil extract two-fat --arch="$arch" --section=.ze_info -o t && wc -c <t
done 2>&1
