# An unknown key is reported with the known one that is nearest, in property sets and in ZE Info.
printf '[SYCL/misc properties]\noptLevl=1|2\nmilk=1|1\n[SYCL/program metadata]\nk@reqd_work_group_sise=2|gAAAAAAAAAQAAAAA\n' > a.prop
sybil check a.prop; echo "exit $?"
. "$SRC/tests/cli/zebin/_text"
ze_old | sed 's/slm_size/slm_sise/; s/bti_value/bti/' > b.ze_info
sybil check b.ze_info; echo "exit $?"
