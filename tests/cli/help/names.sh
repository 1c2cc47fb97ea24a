# The program is known by the name it is called by, wherever it is.
ln -s "$(command -v sybil)" syclbin-dump
ln -s "$(command -v sybil)" other
./syclbin-dump -help | head -1
./other --help | head -1
