# Attributes that no version has are refused with the nearest name, and taken on request; units are those of limits.
cp "$SRC/tests/golden/zebin/calls.library-acm-g10.zebin" z
for change in calls:slm_sise=1 calls:slmm=1 calls:execution_env.simd=8 'calls:payload_arguments[0].sise=4' \
	versoin=1.20 helper:barrier_cont=1 helper:payload_arguments=1 calls:user_attributes.zzzzz=1 calls:slm_sise=; do
	sybil zeinfo set z -o t "$change"; echo "exit $?"
done
ls
sybil zeinfo set z -o t calls:slm_sise=1 new_list=2 --allow-unknown; echo "exit $?"
sybil zeinfo print t | grep -E 'slm_sise|new_list'
sybil zeinfo set z -o t calls:slm=64K helper:barrier_count=1; echo "exit $?"
sybil zeinfo print t | grep -E 'slm_size|barrier_count'
sybil check t --fail-if 'slm>64K' --fail-if 'slm<64K'; echo "exit $?"
for value in 2G 1.0001K 64KB K; do
	sybil zeinfo set z -o u calls:slm=$value; echo "exit $?"
done
sybil zeinfo set z -o u calls:name=x; echo "exit $?"
