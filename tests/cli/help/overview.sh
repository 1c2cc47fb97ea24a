# Help is an answer: standard output, exit 0, the same by three names.
sybil --help
sybil help | cmp - <(sybil -h) && echo same
