# A folder that is named and not there is an error; the one of the environment is made when something is kept.
for action in list verify clear; do
	sybil cache $action nowhere; echo "= $?"
done
SYBIL_CACHE_DIR=nowhere sybil cache list; echo "= $?"
