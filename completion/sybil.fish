# fish completion for sybil. The candidates come from sybil itself (sybil --complete).

function __sybil_complete
	set -l words (commandline -opc)
	set -l typed (commandline -ct)
	set -l program sybil
	string match -q '*/sybil' -- $words[1]; and set program $words[1]
	set -l answer ($program --complete -- $words "$typed" 2>/dev/null)
	test (count $answer) -ge 3; and printf '%s\n' $answer[3..]
	set -l part (string replace -- "$answer[2]" '' "$typed")
	set -l files (complete -C"'' $part" | string replace -r '\t.*' '') # an empty command accepts any file
	switch "$answer[1]"
		case files
			printf "$answer[2]%s\n" $files
		case dirs
			printf "$answer[2]%s\n" (string match '*/' -- $files)
	end
end

for name in sybil sybil-c++ syclbin-dump file-table-tform sycl-aspect-filter sycl-post-link
	complete -c $name -f -a '(__sybil_complete)'
end
