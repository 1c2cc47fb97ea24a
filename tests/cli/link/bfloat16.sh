# The two libraries of bfloat16 export the same functions. Both stay, and so do imports of them: a runtime takes one.
. "$SRC/tests/cli/link/_packages"
convert=__devicelib_ConvertFToBF16INTEL
package k k1 '' "$convert g"
package g '' g ''
package fallback '' $convert '' '[SYCL/devicelib metadata]\nbfloat16=1|0\n'
package native '' $convert '' '[SYCL/devicelib metadata]\nbfloat16=1|1\n'
sybil link k.syclbin fallback.syclbin native.syclbin g.syclbin -o out.syclbin && modules out.syclbin && sybil check out.syclbin
sybil link --state=object k.syclbin native.syclbin fallback.syclbin g.syclbin -o out.syclbin && modules out.syclbin && sybil check out.syclbin
sybil link out.syclbin -o again.syclbin && modules again.syclbin
# two of one kind are not a pair; one alone is linked like any library
cp native.syclbin second.syclbin
sybil link k.syclbin g.syclbin native.syclbin second.syclbin -o out.syclbin; echo "exit $?"
sybil link k.syclbin g.syclbin fallback.syclbin -o out.syclbin && modules out.syclbin
