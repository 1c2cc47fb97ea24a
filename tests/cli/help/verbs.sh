# Every verb explains itself, in two ways that agree.
for verb in show check pack extract prune diff size zeinfo table; do
	sybil $verb --help | head -2
	cmp <(sybil $verb -h) <(sybil help $verb)
done
for program in syclbin-dump file-table-tform; do
	$program --help | head -2
	cmp <($program -help) <(sybil help $program)
done
