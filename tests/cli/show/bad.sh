echo 'nobody knows this' > unknown
. "$SRC/tests/cli/show/_sample"
sybil show unknown; echo "exit $?"
sybil show missing; echo "exit $?"
head -c 100 s.syclbin > cut; sybil show cut; echo "exit $?"
sybil show -j cut; echo "exit $?"
printf '[SYCL/misc properties]\noptLevel=1|x\n' > bad.prop; sybil show bad.prop; echo "exit $?"
printf '\177ELFxxxx' > elf; sybil show elf; echo "exit $?"
