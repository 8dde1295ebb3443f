import { spawnSync } from 'node:child_process'
import { useWarmCli } from '../support/warm-cli'

const cli = useWarmCli()

async function trueup(...args: string[]): Promise<string> {
  const run = cli.in({ env: { PATH: process.env.PATH } })(...args)
  expect(await run.ended).toBe(0)
  return run.output.stdout
}

const script = (shell: string) => trueup('completion', shell)

/** The words that bash proposes for the last of these words. */
async function proposed(...words: string[]): Promise<string[]> {
  const call = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trueup; printf "%s\\n" "${COMPREPLY[@]}"'
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${await script('bash')}\n${call}`, 'bash', ...words], {
    encoding: 'utf8',
    // With a locale that is not installed, bash warns.
    env: { ...process.env, LC_ALL: 'C' },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter((line) => line !== '')
}

describe('the completion script for bash', () => {
  it.each([
    ['the commands', ['trueup', 'd'], ['doctor', 'drift']],
    ['the options of a command', ['trueup', 'drift', '--u'], ['--unmanaged']],
    ['the options of another command', ['trueup', 'tokens', '--'], expect.arrayContaining(['--group', '--within'])],
    ['the choices of an option', ['trueup', 'drift', '--format', 'j'], ['json', 'junit']],
    [
      'choices after an equals sign, which bash treats as a word',
      ['trueup', 'drift', '--format', '=', 'j'],
      ['json', 'junit'],
    ],
    ['all choices directly after an equals sign', ['trueup', 'emulator', '--flavor', '='], ['gitlab', 'spec']],
    ['the values of an argument', ['trueup', 'completion', ''], expect.arrayContaining(['bash', 'zsh', 'fish'])],
    ['commands as arguments of help', ['trueup', 'help', 'to'], ['tokens']],
    ['nothing for a file, so that bash completes file names', ['trueup', 'drift', '--out', ''], []],
    ['nothing for values without known choices', ['trueup', 'drift', '--stack', ''], []],
  ])('proposes %s', async (_, words, expected) => {
    expect(await proposed(...words)).toEqual(expected)
  })
})

it.each(['bash', 'zsh', 'fish'])(
  'writes a completion script for %s with every option of every command',
  async (shell) => {
    const text = await script(shell)
    const commands = [...(await trueup('--help')).matchAll(/^ {2}([a-z]+) [[<]/gm)].map(([, name]) => name!)
    expect(commands.length).toBeGreaterThan(6)
    for (const command of commands.filter((name) => name !== 'help')) {
      const options = [...(await trueup(command, '--help')).matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(
        ([, name]) => name!,
      )
      expect(options).toContain('help')
      const [, section = ''] = new RegExp(`^ +${command}\\)([^]*?);;`, 'm').exec(text) ?? []
      const own = shell === 'fish' ? text : section
      for (const option of options) {
        expect(own).toMatch(
          shell === 'fish' ? `from ${command}' ${option === 'help' ? '-s h ' : ''}-l ${option} ` : `--${option}`,
        )
      }
    }
    expect(text).not.toContain('undefined')
  },
)

/** Whether a shell is installed. */
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

it.each(['bash', 'zsh', 'fish'].filter(has))('writes a completion script for %s with valid syntax', async (shell) => {
  const { status, stderr } = spawnSync(shell, ['-n'], { input: await script(shell), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
