# The runner: a case without what it needs is skipped, with the reason. Kept from skipping for good by the name below.
command -v bash >/dev/null && exit 0
echo "bash not found" >&2
exit 77
