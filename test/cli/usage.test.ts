import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'
import { useWarmCli } from '../support/warm-cli'

const cli = useWarmCli()

async function trueup(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const run = cli.in({ env: { PATH: process.env.PATH } })(...args)
  return { code: await run.ended, ...run.output }
}

const commands = [
  'calendar',
  'completion',
  'doctor',
  'drift',
  'emulator',
  'export',
  'init',
  'plan',
  'summary',
  'tokens',
  'validate',
]

/** The options in a command's help: flag, name of the value and description. */
function optionsIn(help: string): { flag: string; value: string | undefined; said: string }[] {
  const [, section = ''] = /^Options:\n((?: .*\n)+)/m.exec(help) ?? []
  const entries = section.split(/\n(?= {2}-)/).map((entry) => entry.replace(/\s+/g, ' ').trim())
  return entries.map((entry) => {
    const [, flag = '', value, said = ''] = /^(?:-\w, )?(--[\w-]+)(?: <([^>]+)>)? (.*)$/.exec(entry) ?? []
    return { flag, value, said }
  })
}

it('lists all commands in trueup --help', async () => {
  const { code, stdout } = await trueup('--help')
  expect([...stdout.matchAll(/^ {2}([a-z]+) [[<]/gm)].map(([, name]) => name)).toEqual([...commands, 'help'])
  expect(code).toBe(0)
})

describe.each(commands)('the help of %s', (command) => {
  let help: string
  beforeAll(async () => {
    help = (await trueup(command, '--help')).stdout
  })

  it('shows each default of an option once, and no empty defaults', () => {
    const options = optionsIn(help)
    expect(options.map(({ flag }) => flag)).toContain('--help')
    for (const { said } of options) {
      expect(said.match(/default:/g)?.length ?? 0).toBeLessThan(2)
      expect(said).not.toMatch(/default: (\)|""|\[|undefined)/)
    }
  })

  it('names the exit code of usage errors', () => {
    expect(help.replace(/\s+/g, ' ')).toMatch(/Exit codes: 0 .*, 64 usage error\./)
  })

  it('describes shared options with the same words as other commands', async () => {
    const meanings = new Map<string, string>()
    for (const other of ['drift', 'tokens', command]) {
      for (const { flag, value, said } of optionsIn((await trueup(other, '--help')).stdout)) {
        // Choices differ between commands. `export` writes a folder and prints a summary.
        if (!['--format', '--stack', '--cwd', '--base-url', '--out'].includes(flag) || other === 'export') continue
        // `init` has another default for stacks.
        if (other === 'init' && flag === '--stack') continue
        const meaning = `${value} ${said.replace(/\(choices: .*?default/, '(default')}`
        expect(meaning).toBe(meanings.get(flag) ?? meaning)
        meanings.set(flag, meaning)
      }
    }
    expect([...meanings.keys()].sort()).toEqual(['--base-url', '--cwd', '--format', '--out', '--stack'])
  })
})

describe('exit code 64 for usage errors', () => {
  const needed: Record<string, string[]> = {
    export: ['--project', 'a', '--out', 'b'],
    init: ['gitops', '--provider', 'gitlab'],
    tokens: ['--group', 'a'],
  }

  it.each(commands)('returns exit code 64 for an unknown option of %s', async (command) => {
    const { code, stdout, stderr } = await trueup(command, ...(needed[command] ?? []), '--nonsense')
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain("unknown option '--nonsense'")
  })

  // `validate` takes any number of arguments.
  it.each(commands.filter((name) => name !== 'validate'))(
    'returns exit code 64 for an extra argument of %s',
    async (command) => {
      const first = command === 'completion' ? ['bash'] : (needed[command] ?? [])
      const { code, stdout } = await trueup(command, 'nonsense', ...first, 'nonsense')
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    },
  )

  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [[], 'Usage: trueup'],
    [['help', 'nonsense'], 'Usage: trueup'],
    [['--nonsense'], "unknown option '--nonsense'"],
    [['completion'], "missing required argument 'shell'"],
    [['completion', 'tcsh'], "value 'tcsh' is invalid for argument 'shell'"],
    [['tokens'], 'at least one of --project and --group is required'],
    [['export', '--project', 'a'], "required option '--out <folder>' not specified"],
    [['export', '--out', 'b'], 'error: at least one of --project and --group is required'],
    [['export', '--project', 'a', '--out', 'b', '--format', 'xml'], 'Allowed choices are text, json.'],
    [
      ['export', '--project', 'a', '--out', 'b', '--language', 'rust'],
      'Allowed choices are typescript, yaml, python, go, projects.',
    ],
    [['calendar'], 'error: at least one of --project and --group is required'],
    [['calendar', '--project'], "option '--project <project...>' argument missing"],
    [['drift', '--stack'], "option '--stack <stack...>' argument missing"],
    [['drift', '--out', 'a', '--out', 'b'], 'there are 2 files for 1 format. Give each --out its --format.'],
    [['doctor', '--out', 'a', '--out', 'b'], 'there are 2 files for 1 format'],
    [['tokens', '--group', 'a', '--out', 'a', '--out', 'b'], 'there are 2 files for 1 format'],
    [['calendar', '--group', 'a', '--out', 'a', '--out', 'b'], 'there are 2 files for 1 format'],
    [
      ['tokens', '--group', 'a', '--base-url', 'gitlab'],
      '--base-url must be an http or https URL, such as https://gitlab.com.',
    ],
    [
      ['tokens', '--group', 'a', '--base-url', 'gitlab.example.com'],
      '--base-url must be an http or https URL, not "gitlab.example.com": did you mean https://gitlab.example.com?',
    ],
    [
      ['export', '--out', 'b', '--project', 'https://me:hunter2@gitlab.example.com/shop/web/-/issues?a=1'],
      'trueup: --project must be a path or an id, not a URL: write shop/web.',
    ],
    [
      ['tokens', '--group', 'https://gitlab.example.com/groups/shop/backend'],
      'trueup: --group must be a path or an id, not a URL: write shop/backend.',
    ],
    [
      ['calendar', '--project', 'https://example.com/gitlab/shop/web', '--base-url', 'https://example.com/gitlab'],
      'trueup: --project must be a path or an id, not a URL: write shop/web.',
    ],
    [
      ['tokens', '--base-url', 'https://example.com/a/b/api/v4/', '--group', 'https://example.com/a/b/groups/shop'],
      'trueup: --group must be a path or an id, not a URL: write shop.',
    ],
    [
      [
        'export',
        '--out',
        'b',
        '--base-url',
        'https://example.com/gitlab',
        '--group',
        'https://example.com/gitlab/shop/-/labels',
      ],
      'trueup: --group must be a path or an id, not a URL: write shop.',
    ],
    [['calendar', '--project', 'https://gitlab.example.com'], '--project must be a path or an id, not a URL.'],
    [['emulator', '--port', '65536'], 'It must be an integer from 0 to 65535.'],
    [['emulator', '--flavor', 'vanilla'], 'Allowed choices are gitlab, spec.'],
    [['emulator', '--tier', 'gold'], 'Allowed choices are ce, free, premium, ultimate.'],
    [['emulator', '--latency', '-1'], 'It must be an integer from 0 to 600000.'],
    [['emulator', '--rate-limit', '0'], 'It must be a number of requests per minute, such as 600/min.'],
  ])('returns exit code 64 for %j', async (args, message) => {
    const { code, stdout, stderr } = await trueup(...args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
  })

  it.each(['calendar', 'doctor', 'drift', 'tokens'])(
    'returns exit code 64 for an unknown format of %s',
    async (command) => {
      const { code, stderr } = await trueup(command, ...(needed[command] ?? []), '--format', 'xml')
      expect(code).toBe(64)
      expect(stderr).toMatch(/argument 'xml' is invalid\. Allowed choices are text, /)
    },
  )

  it('returns exit code 64 for credentials in --base-url, and does not print them', async () => {
    const { code, stdout, stderr } = await trueup(
      'tokens',
      '--group',
      'a',
      '--base-url',
      'https://me:hunter2@example.com',
    )
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toBe('trueup: --base-url must not contain credentials: pass the access token as token.\n')
  })
})

it('returns exit code 1 for other errors', async () => {
  const { code, stderr } = await trueup('tokens', '--group', 'acme', '--base-url', 'http://127.0.0.1:1')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('No access token for http://127.0.0.1:1'),
  })
})

it.each([[['--help']], [['emulator', '--help']], [['completion', 'bash']]])(
  'ends without an error if the reader of the output of %j is gone',
  async (args) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'dist', 'cli', 'index.js'), ...args])
    child.stdout.destroy()
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(errors).toBe('')
  },
)
