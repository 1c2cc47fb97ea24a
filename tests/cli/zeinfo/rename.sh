# A kernel gets another name everywhere.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
sybil zeinfo rename old -o new axpy=saxpy both=one; echo "exit $?"
diff old new
sybil zeinfo rename old -o t axpy=both; echo "exit $?"
sybil zeinfo rename old -o t nobody=some; echo "exit $?"
sybil zeinfo rename old -o t axpy; echo "exit $?"
