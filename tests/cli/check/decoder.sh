# Verdicts of drivers: the old decoder skips what it does not know, the new one refuses it; other rules are remarks.
cat >k.ze_info <<'END'
version: '1.58'
kernels:
  - name: k
    execution_env:
      grf_count: 128
      has_printf_calls: true
      simd_size: 32
END
sybil check k.ze_info
echo "own version: $?"
sybil check --decoder=1.15 k.ze_info
echo "1.15: $?"
sybil check --decoder=1.58 k.ze_info
echo "1.58: $?"
sybil check -v --decoder=newest k.ze_info
echo "newest: $?"
sybil check --decoder=newest --strict k.ze_info
echo "newest, strict: $?"
sybil check -q --decoder=1.14 k.ze_info
echo "1.14: $?"
