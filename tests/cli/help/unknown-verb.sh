# Verbs are matched exactly; the nearest one is suggested.
sybil shwo x
sybil sho x
sybil frobnicate x
sybil syclbin-dump x
sybil help shwo
