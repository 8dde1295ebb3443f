import type { CommandNode, OptionNode, Tree } from './tree'

/**
 * For bash 3.2 (the version of macOS) and later; does not need the bash-completion package. Without proposals, bash
 * completes file names, except for option values that are not files. Bash 3.2 completes file names for these also.
 */
export function bash({ name, options, commands }: Tree): string {
  const names = commands.map((command) => command.name)
  return `# bash completion for ${name}
_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="$COMP_CWORD" prev command='' index words=''
  # Bash splits "--format=json" into three words.
  if [[ $cur == = ]]; then cur=''; elif [[ \${COMP_WORDS[at - 1]} == = ]]; then at=$((at - 1)); fi
  prev="\${COMP_WORDS[at - 1]}"
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${names.join(' | ')})
        command="\${COMP_WORDS[index]}"
        break
        ;;
    esac
  done
  case "$command $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
    '') words='${[...names, ...flagsOf(options)].join(' ')}' ;;
${commands.map(wordsCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${name} ${name}
`
}

const flagsOf = (options: readonly OptionNode[]): string[] => options.map(({ long }) => long)

const wordsCase = ({ name, choices, options }: CommandNode): string =>
  `    ${name}) words='${[...choices, ...flagsOf(options)].join(' ')}' ;;`

/** The proposals for option values: fixed choices, file names, or none. */
function valueCases({ name, options }: CommandNode): string[] {
  const valued = options.filter(({ value }) => value !== undefined)
  const chosen = valued.filter(({ choices }) => choices.length > 0)
  const paths = valued.filter(({ value }) => value === 'file' || value === 'folder')
  const others = valued.filter((option) => !chosen.includes(option) && !paths.includes(option))
  const patternOf = (some: readonly OptionNode[]) => some.map(({ long }) => `'${name} ${long}'`).join(' | ')
  return [
    ...chosen.map(
      (option) =>
        `    ${patternOf([option])}) COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$cur")); return ;;`,
    ),
    ...(paths.length > 0 ? [`    ${patternOf(paths)}) return ;;`] : []),
    ...(others.length > 0 ? [`    ${patternOf(others)}) compopt +o default 2>/dev/null; return ;;`] : []),
  ]
}
