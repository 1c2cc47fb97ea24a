# bash completion for sybil. The candidates come from sybil itself (sybil --complete).

_sybil()
{
	local line=${COMP_LINE:0:COMP_POINT} program=sybil words=() answer=() kind=() i word before='' trimmed

	# bash splits words at = and :. Join the parts that have no blank between them on the line.
	for ((i = 0; i <= COMP_CWORD; i++)); do
		trimmed=${line#"${line%%[![:space:]]*}"}
		word=${COMP_WORDS[i]}
		((i < COMP_CWORD)) || word=$trimmed
		if ((i)) && [ "$trimmed" = "$line" ]; then
			before=${words[-1]}
			words[-1]+=$word
		else
			before=''
			words+=("$word")
		fi
		line=${trimmed:${#word}}
	done
	case $word in *[!=:]* | '') ;; *) before+=$word ;; esac # readline replaces the text after the = or :

	case ${words[0]} in */sybil) program=${words[0]/#\~\//$HOME/} ;; esac
	mapfile -t answer < <("$program" --complete -- "${words[@]}" 2>/dev/null)
	COMPREPLY=()
	((${#answer[@]} > 1)) || return
	for word in "${answer[@]:2}"; do
		word=${word%%$'\t'*}
		case $word in *[=:]) compopt -o nospace ;; esac
		COMPREPLY+=("${word#"$before"}")
	done
	case ${answer[0]} in
	files) kind=(-f) ;;
	dirs)
		kind=(-d -S /)
		compopt -o nospace
		;;
	*) return ;;
	esac
	((${#COMPREPLY[@]})) || compopt -o filenames
	line=${answer[1]#"$before"}
	mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "${kind[@]}" -P "$line" -- "${words[-1]#"${answer[1]}"}")
}
complete -F _sybil sybil sybil-c++ syclbin-dump file-table-tform sycl-aspect-filter sycl-post-link
