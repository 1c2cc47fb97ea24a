. "$SRC/tests/cli/show/_sample"
printf '[SYCL/kernel names]\nk=1|1\n[SYCL/misc properties]\nsanUsed=2|gAAAAAAAAAQYzFmb\n[SYCL/program metadata]\nlines=2|wAAAAAAAAAQYKIWDKMG\n' > c.prop
sybil pack -o c.syclbin --state=input --module --properties=c.prop --ir=a.spv,type=spirv,target=spir64-unknown-unknown \
	--native=a.pvc,arch=pvc,target=spir64_gen-unknown-unknown --module
syclbin-dump c.syclbin
syclbin-dump c.syclbin -o out.txt && syclbin-dump - < c.syclbin | cmp - out.txt && echo same
