# bash completion for sybil, which knows itself what fits (sybil --complete).

# WORD: as the shell would read it, to $plain. Nothing is expanded but a ~/ at its beginning, $PWD/ and $HOME/.
_sybil_plain()
{
	local rest=$1 quote='' c
	plain=''
	if [ "${rest:0:2}" = \~/ ]; then plain=$HOME rest=${rest:1}; fi
	while [ -n "$rest" ]; do
		c=${rest:0:1} rest=${rest:1}
		case $quote$c in
		"''" | '""') quote='' ;;
		"'" | '"') quote=$c ;;
		\\ | '"'\\) plain+=${rest:0:1} rest=${rest:1} ;;
		\$ | '"$')
			case $rest in
			PWD/*) plain+=$PWD rest=${rest:3} ;;
			HOME/*) plain+=$HOME rest=${rest:4} ;;
			*) plain+=$c ;;
			esac
			;;
		*) plain+=$c ;;
		esac
	done
}

# PART SUFFIXES: files that begin so, those of a usual kind alone where there are any; -d: folders. Globs take a name as it
# is, compgen would read quotes in it.
_sybil_files()
{
	local f found='' some=() all=()
	mapfile -d '' -t all < <(
		set +f
		unset GLOBIGNORE
		shopt -s nullglob
		shopt -u dotglob failglob
		printf '%s\0' "$1"*
	)
	for f in "${all[@]}"; do
		case $f in '' | . | .. | */. | */..) continue ;; esac
		if [ -d "$f" ]; then
			some+=("$f")
		elif [ "$3" = -f ] && [ -n "$2" ] && [[ $f =~ \.($2)$ ]]; then
			found=1
			some+=("$f")
		fi
	done
	if [ "$3" = -d ] || [ -n "$found" ]; then files=("${some[@]}"); else files=("${all[@]}"); fi
	((${#files[@]})) && [ -n "${files[0]}" ] || files=()
}

# WORD END: one that fits, and what follows it. It may come from an untrusted file: nothing in it may mean anything to
# the shell.
_sybil_fits()
{
	local quoted
	case $own in
	[\"\']*) [[ $1 =~ [\"\'\`\\\$!] ]] || COMPREPLY+=("$1") ;;
	*)
		compopt -o nospace 2>/dev/null
		printf -v quoted %q "$1"
		COMPREPLY+=("${quoted//\\,/,}$2")
		;;
	esac
}

_sybil()
{
	local rest=${COMP_LINE:0:COMP_POINT} i w trimmed plain program=sybil
	local words=() plains=() behind=() answer=() files=() own='' before='' part=''

	# bash splits words at = and :, and leaves quotes in: put together again what the line has in one piece
	for ((i = 0; i <= COMP_CWORD; i++)); do
		trimmed=${rest#"${rest%%[![:space:]]*}"}
		w=${COMP_WORDS[i]}
		((i < COMP_CWORD)) || w=$trimmed
		if ((i)) && [ "$trimmed" = "$rest" ]; then
			before=${words[-1]}
			words[-1]+=$w
		else
			before=''
			words+=("$w")
		fi
		rest=${trimmed:${#w}}
	done
	own=$w # what readline will replace
	rest=${COMP_LINE:COMP_POINT}
	rest=${rest#"${rest%%[[:space:]]*}"} # of this word, what stands behind the cursor
	for ((; i < ${#COMP_WORDS[@]}; i++)); do
		trimmed=${rest#"${rest%%[![:space:]]*}"}
		w=${COMP_WORDS[i]}
		if ((${#behind[@]})) && [ "$trimmed" = "$rest" ]; then behind[-1]+=$w; else behind+=("$w"); fi
		rest=${trimmed:${#w}}
	done
	for i in "${!behind[@]}"; do
		_sybil_plain "${behind[i]}"
		behind[i]=$plain
	done
	case $own in *[!=:]* | '') ;; *) before+=$own own='' ;; esac
	for w in "${words[@]}"; do
		_sybil_plain "$w"
		plains+=("$plain")
	done
	_sybil_plain "$before"
	before=$plain

	case ${plains[0]} in sybil | */sybil) program=${plains[0]} ;; esac
	mapfile -t answer < <("$program" --complete --behind=${#behind[@]} -- "${plains[@]}" "${behind[@]}" 2>/dev/null)
	COMPREPLY=()
	((${#answer[@]} > 2)) || return # there is no such program
	for w in "${answer[@]:3}"; do
		w=${w%%$'\t'*}
		w=${w#"$before"}
		case $w in *[=:]) _sybil_fits "$w" '' ;; *) _sybil_fits "$w" ' ' ;; esac
	done
	part=${plains[-1]#"${answer[2]}"}
	case ${answer[0]} in
	files) _sybil_files "$part" "${answer[1]}" -f ;;
	dirs) _sybil_files "$part" '' -d ;;
	*) return ;;
	esac
	# readline quotes names of files, and then a colon in any other word, too
	if ((${#COMPREPLY[@]})); then
		for w in "${files[@]}"; do
			if [ -d "$w" ]; then rest=/; else rest=' '; fi
			w=${answer[2]}$w
			_sybil_fits "${w#"$before"}" "$rest"
		done
		return
	fi
	compopt -o filenames 2>/dev/null
	for w in "${files[@]}"; do
		# readline puts a slash behind folders, but not where an option stands before one in the same word
		if [ -n "${answer[2]#"$before"}" ] && [ -d "$w" ]; then
			w+=/
			compopt -o nospace 2>/dev/null
		fi
		w=${answer[2]}$w
		w=${w#"$before"}
		case $own in \~/*) w=\~${w#"$HOME"} ;; esac
		COMPREPLY+=("$w")
	done
}
complete -F _sybil sybil syclbin-dump file-table-tform sycl-aspect-filter sycl-post-link
