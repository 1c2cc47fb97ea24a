# The same help by all names.
sybil c++ --help >help && head -8 help && tail -6 help
sybil-c++ -h | cmp - help && sybil help c++ | cmp - help
