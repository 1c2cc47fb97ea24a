# A compiler that finds no space is reported in one line, and what it leaves in the folder of temporary files is removed.
. "$SRC/tests/cli/cc/_sources"
cat >compiler <<'EOF'
#!/bin/sh
echo 'fatal error: error in backend: IO failure on output stream: No space left on device'
echo 'PLEASE submit a bug report'
echo 'Stack dump:'
touch "$TMPDIR/symbolizer-input"
exit 1
EOF
chmod +x compiler
SYBIL_CLANG=$PWD/compiler sybil cc edges.cl blur.cl -o none.syclbin; echo "exit $?"
ls none.syclbin
clean
