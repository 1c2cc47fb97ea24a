# The help of a verb in full: options from the table, wrapped.
sybil help pack
