# All problems of symbols are reported, with their modules; nothing is written.
. "$SRC/tests/cli/link/_spirv"
echo before >out
try() { sybil link --spirv "$@" -o out; echo "exit $?"; }
try main.spv
try main.spv main.spv
try main.spv helpers.spv helpers.spv
try --no-demangle main.spv helpers.spv helpers.spv
try --same-version main.spv helpers.spv
try --target-env=spv1.1 main.spv helpers.spv
sed 's/^model: .*/u32 0x0003000e, 1, 2/' helpers.txt >other.txt; made other
try main.spv other.spv
sed 's/u32 0x00040015, 1, 32, 0/u32 0x00040015, 1, 16, 0/' helpers.txt >other.txt; made other
try main.spv other.spv
head -c 50 helpers.spv >cut.spv
try main.spv cut.spv
try main.spv nothing.spv
try --keep-export=_Z6helperf main.spv helpers.spv
sybil link --spirv main.spv; echo "exit $?"
cat out
