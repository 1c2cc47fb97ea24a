# The runner notices what it should: wrong output, wrong exit code, findings of a sanitizer; and it blesses.
run="$SRC/tests/lib/run-cli"
mkdir case
echo 'echo hello; echo oops >&2; exit 1' >case/wrong.sh
echo 'echo "x.c:1:2: runtime"" error: shift" >&2' >case/sanitizer.sh
echo '*' >case/sanitizer.err
echo 'echo missing thing >&2; exit 77' >case/skip.sh
"$run" --bin=. case | sed "s/runtime error/RUNTIME ERROR/"
echo "exit ${PIPESTATUS[0]}"
rm case/sanitizer.*
"$run" --bless --bin=. case >blessed
"$run" --bin=. case | sed "s/runtime error/RUNTIME ERROR/"
echo "exit ${PIPESTATUS[0]}"
cat case/wrong.out case/wrong.err case/wrong.exit
