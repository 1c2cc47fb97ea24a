# The parts of the document are what the other verbs print.
. "$SRC/tests/cli/_package"
. "$SRC/tests/cli/filter/_rows"
pack_two p
sybil pack -o x --from=p --compress=zstd && cat p x >both
cp "$SRC"/tests/golden/zebin/two-acm-g10.zebin "$SRC"/tests/golden/zebin/two-fat "$SRC"/tests/golden/spirv/constants.spv \
	"$SRC"/tests/golden/ze_info/lean.ze_info "$SRC"/tests/golden/offload/fat-elf64 .
sybil pack -o deep --state=executable --module --infer --ir=constants.spv --native=two-acm-g10.zebin,arch=acm-g10
python3 "$SRC/tests/report/cli/_same.py" p x both deep two-acm-g10.zebin two-fat constants.spv lean.ze_info fat-elf64 t.table a.prop
