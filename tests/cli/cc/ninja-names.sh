# Names that ninja's language uses: colons, bars, dollars, blanks.
. "$SRC/tests/cli/cc/_sources"
command -v ninja >/dev/null || { echo 'ninja is not there' >&2; exit 77; }
mkdir 'd:e|f' && cp blur.cl 'd:e|f/a:b|c $d.cl'
sybil cc --ninja='n:o $p.ninja' 'd:e|f/a:b|c $d.cl' -o 'd:e|f/o:p|q.syclbin' && ninja -f 'n:o $p.ninja' >log || cat log
modules 'd:e|f/o:p|q.syclbin'
ninja -n -f 'n:o $p.ninja' | grep -o 'no work to do'
sybil cc --ninja='n|o' blur.cl -o blur.syclbin; echo "exit $?"
ls
