echo 'nobody knows this' > malformed.syclbin
syclbin-dump malformed.syclbin; echo "exit $?"
syclbin-dump missing.syclbin; echo "exit $?"
