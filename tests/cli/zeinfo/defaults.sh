# Every map has the defaults of its version; without a version, of the oldest that has the content. Octal is a number.
cat > t <<'END'
version: '1.9'
kernels:
  - name: k
    execution_env: { grf_count: 0o200, simd_size: 16 }
    payload_arguments:
      - { arg_type: arg_byvalue, offset: 0, size: 4, arg_index: 0 }
    per_thread_memory_buffers:
      - { type: scratch, usage: single_space, size: 1024 }
    debug_env: { sip_surface_bti: 5 }
END
defaults() {
	python3 -c 'import json, sys
k = json.load(sys.stdin)["kernels"][0]
env = k["execution_env"]
print(env["grf_count"], env["slm_size"], "thread_scheduling_mode" in env, k["payload"], k["per_thread_memory_buffers"], k["debug_env"])'
}
sybil show -j t | defaults
sed -i '/version/d' t
sybil show -j t | defaults
sybil check t
sed 's/arg_index: 0/arg_index: 0, is_ptr: true/' t | sybil show -j - | defaults
