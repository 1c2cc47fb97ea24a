# fish completion for sybil, which knows itself what fits (sybil --complete).

function __sybil_complete
	set -l words (commandline -opc)
	set -l raw (commandline -ct)
	set -l typed (string unescape -- "$raw"; or echo "$raw")
	set -l program sybil
	string match -qr '(^|/)sybil$' -- $words[1]; and set program $words[1]
	set -l behind (commandline -op)
	set -l here (math (count $words) + 1)
	test -n "$raw"; and set here (math $here + 1)
	set behind $behind[$here..]
	set -l count (count $behind)
	set words (string replace -r '^~/' "$HOME/" -- $words | string replace -r '^\$PWD/' "$PWD/")
	set behind (string replace -r '^~/' "$HOME/" -- $behind | string replace -r '^\$PWD/' "$PWD/")
	set -l answer ($program --complete --behind=$count -- $words "$typed" $behind 2>/dev/null)
	test (count $answer) -ge 4; and printf '%s\n' $answer[4..]
	contains -- "$answer[1]" files dirs; or return

	# an empty command takes any file
	set -l part (string replace -- "$answer[3]" '' "$raw")
	set -l found (complete -C"'' $part" | string replace -r '\t.*' '')
	set -l wanted '/$'
	if test $answer[1] = files
		set wanted "/\$|\\.(?:$answer[2])\$"
		if test -z "$answer[2]"; or not string match -qr "\\.($answer[2])\$" -- $found
			set wanted .
		end
	end
	for file in (string match -er -- $wanted $found)
		test -e (string replace -r '^~/' "$HOME/" -- $file); or continue # fish takes what is behind a colon for a file
		echo "$answer[3]$file"
	end
end

for name in sybil syclbin-dump file-table-tform sycl-aspect-filter sycl-post-link
	complete -c $name -f -a '(__sybil_complete)'
end
