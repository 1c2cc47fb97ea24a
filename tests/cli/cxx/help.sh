# The same help by all names.
sybil c++ --help >help && cat help
sybil-c++ -h | cmp - help && sybil help c++ | cmp - help
