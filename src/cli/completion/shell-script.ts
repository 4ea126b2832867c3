import type { Terminal } from '../terminal.ts'

/** Prints the completion script of a shell. On every Tab the script calls `selfbill complete`. */
export async function printShellScript(terminal: Terminal, shell: keyof typeof scripts): Promise<number> {
  terminal.print(scripts[shell])
  return 0
}

/**
 * Each script passes the words up to the cursor, offers the candidates and completes paths itself
 * where `:files` or `:directories` is printed. It calls selfbill by the path that was typed.
 */
const scripts = {
  // bash splits words at "=" as well; the bash of macOS (3.2) has neither mapfile nor compopt.
  bash: `_selfbill() {
  local line word words=() current="\${COMP_WORDS[COMP_CWORD]}"
  [[ $current == = ]] && current=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == = ]] || words+=("$word")
  done
  COMPREPLY=()
  while IFS=$'\\t' read -r word line; do
    case $word in
      :files | :directories)
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen "$([[ $word == :files ]] && echo -f || echo -d)" -- "$current") ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" complete -- "\${words[@]}" "$current" 2>/dev/null)
}
complete -F _selfbill selfbill`,

  zsh: `#compdef selfbill
_selfbill() {
  local line word
  local -a candidates
  for line in "\${(@f)$("\${(Q)\${~words[1]}}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :files) _files ;;
      :directories) _files -/ ;;
      ?*)
        word=\${line%%$'\\t'*}
        candidates+=("\${word//:/\\\\:}\${\${line#$word}/$'\\t'/:}") ;;
    esac
  done
  if (( $#candidates )); then _describe selfbill candidates; fi
}
if [[ $funcstack[1] == _selfbill ]]; then _selfbill "$@"; else compdef _selfbill selfbill; fi`,

  fish: `function __selfbill_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] complete -- $before[2..] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :directories
                __fish_complete_directories "$current" ''
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c selfbill -f -a '(__selfbill_complete)'`,
} as const
