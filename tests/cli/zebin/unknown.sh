# Nothing is lost: unknown keys, wrong types, keys ahead of their version, repeated keys, other producers' layout.
cat > t <<'END'
version: 1.9
invented: [1, two]
kernels:
  - name: "k"
    sections: mine
    execution_env:
      simd_size: sixteen
      grf_count: 128
      grf_count: 256
      spill_size: 64
      invented: { a: 1, b: yes }
    payload_arguments:
      - arg_type: arg_byvalue
        offset: 0
        size: 4
        arg_index: 0
        invented: 7
END
sybil show -j t | python3 -c '
import json, sys
d = json.load(sys.stdin)
k = d["kernels"][0]
env = k["execution_env"]
print(d["ze_info_version"], d["ze_info"])
print(k["unknown"], k["simd_size"], env["simd_size"], env["grf_count"], env["invented"], env["spill_size"])
print(k["spill_size"], k["private_size"], k["payload"], "spill_size" in env, "eu_thread_count" in env)'
sybil show t
# Required from 1.24 to 1.34: a missing value has no default.
for v in 1.23 1.24 1.34 1.35; do
	printf "version: '%s'\nkernels: [{name: k, execution_env: {simd_size: 8}}]\n" $v | sybil show -j - |
		python3 -c 'import json, sys; e = json.load(sys.stdin)["kernels"][0]["execution_env"]
print(e["grf_count"], e.get("eu_thread_count", "-"))'
done
