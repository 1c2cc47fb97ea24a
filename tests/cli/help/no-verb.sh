# Nothing to do is a wrong command line.
sybil
