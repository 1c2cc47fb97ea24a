# The table of rules.
sybil check --list | grep -c 'table-title'
sybil check --list -j | python3 -c 'import json, sys
d = json.load(sys.stdin)
names = [c["name"] for c in d["checks"]]
print(d["version"], len(names) == len(set(names)) > 30, sorted(d["checks"][0]))'
