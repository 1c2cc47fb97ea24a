# A file that states numbers of aspects of an unknown year: no name is shown, and nothing is made of it.
. "$SRC/tests/cli/_package"
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAwGAAAA\n[SYCL/kernel names]\nk=1|1\n' >known.prop
{ cat known.prop; printf '[Sybil/aspect numbers]\nnumbers=1|2031\n'; } >later.prop
printf '[Sybil/aspect numbers]\nnumbers=1|2031\n' >statement.prop
pack() { sybil pack -q --state=object "${@:3}" -o "$1" --properties="$2" --ir=a.spv,target=spir64-unknown-unknown; }
exits() { "$@"; echo "exit $?"; }
sybil show later.prop | grep -E 'aspects:|aspect_numbers|numbers:'
sybil show -j later.prop | grep -E -A3 '"aspects"|aspect_numbers'
exits sybil check -q later.prop
exits sybil check -q statement.prop
exits pack none.syclbin later.prop
exits pack none.syclbin later.prop --assume-aspect-numbers=2025
exits pack none.syclbin statement.prop
[ ! -e none.syclbin ] || echo "none.syclbin was written"
# a package of another program: the year is changed behind the writer's back
{ cat known.prop; printf '[Sybil/aspect numbers]\nnumbers=1|2025\n'; } >stated.prop
pack stated.syclbin stated.prop --aspect-numbers=2025
sed 's/numbers=1|2025/numbers=1|2031/' stated.syclbin >later.syclbin
sybil show later.syclbin | grep -E 'aspects:|aspect_numbers|numbers:'
exits sybil link -q later.syclbin -o none.syclbin
exits sybil pack -q --from later.syclbin -o none.syclbin
exits sybil pack -q --from later.syclbin --dialect=dpcpp -o none.syclbin
exits sybil check -q --target=intel_gpu_pvc later.syclbin
printf '[Code|Properties]\nk.bc|later.prop\n' >t.table
exits sybil filter --target=intel_gpu_pvc t.table
[ ! -e none.syclbin ] || echo "none.syclbin was written"
