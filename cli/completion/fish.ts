import type { OptionNode, Tree } from './tree'

/** The script for `~/.config/fish/completions/`. */
export function fish({ name, options, commands }: Tree): string {
  const begin = `complete -c ${name}`
  const lines = [
    `# fish completion for ${name}`,
    // Complete file names only for options that take a file.
    `${begin} -f`,
    ...options.map((option) => `${begin} -n __fish_use_subcommand ${flagsOf(option)}`),
    ...commands.flatMap((command) => {
      const within = `${begin} -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`
      return [
        `${begin} -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.description)}`,
        ...(command.choices.length > 0 ? [`${within} -a ${quoted(command.choices.join(' '))}`] : []),
        ...command.options.map((option) => `${within} ${flagsOf(option)}`),
      ]
    }),
  ]
  return `${lines.join('\n')}\n`
}

function flagsOf({ short, long, description, value, choices }: OptionNode): string {
  const names = [...(short === undefined ? [] : [`-s ${short.slice(1)}`]), `-l ${long.slice(2)}`]
  return [...names, ...valueOf(value, choices), `-d ${quoted(description)}`].join(' ')
}

function valueOf(value: string | undefined, choices: readonly string[]): string[] {
  if (value === undefined) return []
  if (choices.length > 0) return [`-x -a ${quoted(choices.join(' '))}`]
  if (value === 'file') return ['-r -F']
  return value === 'folder' ? ["-x -a '(__fish_complete_directories)'"] : ['-x']
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
