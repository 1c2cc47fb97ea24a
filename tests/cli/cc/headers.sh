# The compiler is asked where the headers of the host are, once for all sources and families.
. "$SRC/tests/cli/cc/_sources"
printf '#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int f(int i) { return i; }\n' >f.cpp
cp f.cpp g.cpp
sybil cc -### f.cpp >/dev/null 2>&1 || { echo 'the plugin was not built' >&2; exit 77; }
mkdir -p 'the library/c++/99' library/99 lib/clang/15/include c
cat >compiler <<'EOF'
#!/bin/sh
for word; do [ "$word" = /dev/null ] && asked=1; done
[ "$asked" ] || exit 1
echo asked >>asked
case $LIST in
none) exit ;;
fails) exit 1 ;;
esac
echo '#include <...> search starts here:' >&2
for folder in "the library/../the library/c++/99" library/99 nowhere lib/clang/15/include c /usr/include; do echo " $PWD/$folder" | sed 's|.*/usr/include|/usr/include|'; done >&2
echo 'End of search list.' >&2
EOF
chmod +x compiler
words() { grep -oE -- "'?-internal-[a-z-]*'? '?-Xclang'? ('[^']*'|[^ ]*)" | sed "s|$PWD/||" | sort | uniq -c | sed 's/^ *//'; }
export SYBIL_CLANG=$PWD/compiler
sybil cc -### -fsycl-targets=spir64,nvptx64 f.cpp g.cpp 2>&1 | words; cat asked
sybil cc -### -nostdinc++ f.cpp 2>&1 | words
rm asked; sybil cc -### -nostdinc f.cpp edges.cl 2>&1 | words; ls asked
LIST=none sybil cc f.cpp -o none.syclbin; echo "exit $?"
LIST=fails sybil cc f.cpp -o none.syclbin; echo "exit $?"
LIST=none sybil cc -### -nostdinc++ f.cpp >/dev/null 2>&1; echo "exit $?"
clean
