import type { CommandNode, OptionNode, Tree } from './tree'

/** The script for `source <(…)` after `compinit`, or for a file `_trueup` in a folder of `fpath`. */
export function zsh({ name, options, commands }: Tree): string {
  const described = commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`)
  return `#compdef ${name}
# zsh completion for ${name}
_${name}() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${described.join('\n')}
  )
  _arguments -C \\
${options.map((option) => `    ${specOf(option)} \\`).join('\n')}
    '1:command:->command' \\
    '*::argument:->argument'
  case "$state" in
    command) _describe command commands ;;
    argument)
      case "$words[1]" in
${commands.map(caseOf).join('\n')}
      esac
      ;;
  esac
}
if [[ "$funcstack[1]" == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

function caseOf({ name, options, choices }: CommandNode): string {
  const specs = [
    ...options.map(specOf),
    ...(choices.length > 0 ? [quoted(`1:${name === 'help' ? 'command' : 'argument'}:(${choices.join(' ')})`)] : []),
  ]
  return `        ${name})
          _arguments \\
${specs.map((spec) => `            ${spec}`).join(' \\\n')}
          ;;`
}

/** Every option may be repeated here: the command itself rejects invalid repetitions. */
function specOf({ short, long, description, value, choices }: OptionNode): string {
  const help = `[${description.replace(/[[\]\\]/g, '\\$&')}]`
  const after = value === undefined ? '' : `:${value}:${actionOf(value, choices)}`
  if (short === undefined) return quoted(`*${long}${help}${after}`)
  return `'(- *)'{${short},${long}}${quoted(help + after)}`
}

function actionOf(value: string, choices: readonly string[]): string {
  if (choices.length > 0) return `(${choices.join(' ')})`
  if (value === 'file') return '_files'
  return value === 'folder' ? '_files -/' : ''
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
