# The passes write the dialect of the package; decorations that the passes do not know are named.
. "$SRC/tests/cli/cc/_sources"
echo 'kernel void d(global double *p) { *p += 1; }' >d.cl
for dialect in dpcpp spec; do
	sybil cc --dialect=$dialect -S -emit-llvm d.cl -o - | grep -o '[a-z]*_used_aspects'
	sybil cc -### --dialect=$dialect -c d.cl 2>&1 | grep -oE 'sybil opt .*--dialect=[a-z]*' | grep -oE 'dialect=.*'
	sybil cc --dialect=$dialect d.cl -o d.syclbin && sybil check --strict d.syclbin && sybil show d.syclbin | grep -i aspect
done
cat >mine.ll <<'EOF'
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
define spir_kernel void @k() { store i32 1, i32 addrspace(1)* @v ret void }
attributes #0 = { "sycl-mine"="7" "sycl-text"="a" }
EOF
sybil cc --decoration=sycl-mine=9001 --decoration=sycl-text=9002:str --save-temps mine.ll -o mine.syclbin
sybil opt --passes= -S module-spir64.linked.bc | grep -E '900[12]'
for value in mine mine= =5 mine=x mine=1:float; do sybil cc --decoration=$value mine.ll; echo "$value: exit $?"; done
sybil cc -c --decoration=sycl-mine=9001 mine.ll; echo "exit $?"
clean
