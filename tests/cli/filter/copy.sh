# Without a column Properties the table is copied before anybody looks at targets; rows without requirements stay.
printf '[Code|Symbols]\na.bc|a.sym\nb.bc|b.sym\n' >t
sybil filter --target=nonsense --device-config=gone t -o o; echo "exit $?"; cmp t o
printf 'a.bc|a.prop\n' | sybil filter -v --target=nonsense -
printf '[Code|Properties]\na.bc|\n' | sybil filter --target=intel_gpu_pvc -
printf '[Properties|Code]\n' | sybil filter --target=intel_gpu_pvc -
printf '[SYCL/misc properties]\nisEsimdImage=1|1\n[SYCL/device requirements]\nreqd_sub_group_size=1|1\n' >e.prop
printf '[Code|Properties]\ne.bc|e.prop\n' | sybil filter --target=intel_gpu_pvc -
