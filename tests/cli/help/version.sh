# The version, for people and for programs.
sybil --version
sybil show --version
syclbin-dump --version
sybil --version -j
