# To an older version, where it can say the same.
. "$SRC/tests/cli/zebin/_text"
ze_new > new
sybil zeinfo lower new -o low --to=1.24 -v; echo "exit $?"
diff new low
ze_old | sed 's/has_no_stateless_write/require_disable_eufusion/' > old
sybil zeinfo lower old -o low2 --to=1.10; echo "exit $?"
sybil zeinfo lower new -o t --to=1; echo "exit $?"
sybil zeinfo lower new -o t; echo "exit $?"
cat > hint <<'END'
version: '1.20'
kernels:
  - name: k
    user_attributes: {vec_type_hint: x, invalid_kernel: no fp64}
END
sybil zeinfo lower hint -o t --to=1.17; echo "exit $?"
ls
