# sybil c++ as the first process of a container: the host pass waits for the device pass.
. "$SRC/tests/cli/cxx/_root"
unshare -pf true 2>/dev/null || { echo 'unshare is not permitted' >&2; exit 77; }
root r 9
mkdir r/include/sycl/detail
touch a.cpp r/include/sycl/detail/{kernel_desc,device_global_map,kernel_global_info}.hpp
export SYBIL_SYCL_ROOT=$PWD/r SYBIL_CLANG=$PWD/compiler
cat >compiler <<'X'
#!/bin/sh
case " $* " in
*" -E -v "*) ;;
*--target=spir64*) sleep 0.5 ;;
esac
exec clang-15 "$@"
X
chmod +x compiler
unshare -pf sybil c++ -fsycl -j4 -c a.cpp -o a.o; echo "exit $?"
ls a.o
