import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { readIgnoreFile } from '../../cli/drift/ignore'
import { fromYaml } from '../../provider'
import { Problems } from '../../provider/components/problems'
import { treesOf } from '../../provider/components/yaml-tree'
import { Program } from '../components/support/program'
import { startProcessorTime } from '../shared/least-time'
import { times } from '../shared/test-run'
import { useWarmCli } from '../support/warm-cli'
import { problemWith } from './support/sentences'

const MB = 1_000_000
const SIZE = times(MB / 5, 3 * MB)
/** The limit of processor time for each file. */
const mostMs = 15_000

const laughs = (levels: number) =>
  ['x-0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]']
    .concat(
      Array.from(
        { length: levels },
        (_, level) => `x-${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
      ),
    )
    .join('\n')

/** Files that are not valid settings of projects, by description. */
const files: Readonly<Record<string, string | Buffer>> = {
  'a billion laughs': `${laughs(9)}\nprojects: *a9\n`,
  'an alias inside itself': 'projects: &a\n  a/b: *a\n',
  'a merge of itself': 'projects: &a\n  <<: *a\n',
  'recursive merges': `x: &a {<<: {<<: {<<: [*a]}}}\nprojects: 1\n`,
  'nested lists': '['.repeat(SIZE / 10),
  'nested lists that are closed': `projects: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'nested maps': '{a: '.repeat(SIZE / 40),
  'nested blocks': Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'a long string': `projects: ${'a'.repeat(SIZE)}`,
  'a long key': `projects:\n  ? ${'a'.repeat(SIZE)}\n  : 1\n`,
  'a long path': `projects: {${JSON.stringify('/'.repeat(SIZE) + 'x')}: {}}`,
  'many slashes': `projects: {${JSON.stringify(`a${'/'.repeat(SIZE)}b`)}: {}}`,
  'a duplicate key': 'projects:\n  a/b: {}\n  a/b: {}\n',
  'many invalid keys': `projects:\n  a/b:\n    labels:\n${Array.from({ length: 20_000 }, (_, at) => `      l${at}: { colour: red }`).join('\n')}\n`,
  'keys of the object prototype':
    'projects:\n  a/b:\n    labels:\n      __proto__: { color: red }\n      toString: { color: red }\n',
  'a key of the object prototype at the top': '__proto__: { polluted: 1 }\n',
  'a tag': 'projects: !!js/function "function () { process.exit(1) }"\n',
  'another tag': 'projects: !!python/object/apply:os.system ["id"]\n',
  NUL: 'projects:\0\n  a/b: {}\n',
  'control characters': 'projects: {"a/\x1b[2Jb\u202e": {}}\n',
  'bytes that are not UTF-8': Buffer.from([0x70, 0xff, 0xfe, 0x3a]),
  'UTF-16': Buffer.from('\ufeffprojects: {}', 'utf16le'),
  'a merge key with a string': 'projects:\n  a/b:\n    <<: text\n',
  'a chain of anchors': `projects: ${'&a '.repeat(1_000)}x\n`,
  'many documents': '--- 1\n'.repeat(20_000),
  'only comments': '# nothing\n'.repeat(10_000),
  nothing: '',
}

/** Runs the work and checks the processor time that it takes. */
function within<T>(work: () => T): T {
  const processorTime = startProcessorTime()
  try {
    return work()
  } finally {
    expect(processorTime()).toBeLessThan(mostMs)
  }
}

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

function refused(patterns: string | string[]): string {
  try {
    fromYaml(patterns, { cwd: program.folder })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the settings are valid')
}

describe(`${Object.keys(files).length} invalid files of project settings`, () => {
  it.each(Object.keys(files))(
    'rejects a file with its name and line, and creates nothing: %s',
    (name) => {
      writeFileSync(join(program.folder, 'projects.yaml'), files[name]!)
      const message = within(() => refused('*.yaml'))
      const [head, ...lines] = message.split('\n')
      expect(head).toMatch(/error/)
      expect(lines.length).toBeLessThanOrEqual(101)
      for (const line of lines) {
        expect(problemWith(line)).toBeUndefined()
        expect(line).toMatch(/^ {2}(projects\.yaml:\d+:\d+: \S|… and \d+ more)/)
      }
      expect(program.registered).toEqual([])
      expect({}).not.toHaveProperty('polluted')
    },
    60_000,
  )

  it.each<[string, (folder: string) => void]>([
    ['a folder with the name of a file', (folder) => mkdirSync(join(folder, 'projects.yaml'))],
    ['a link to itself', (folder) => symlinkSync('projects.yaml', join(folder, 'projects.yaml'))],
    ['a link to an endless device', (folder) => symlinkSync('/dev/zero', join(folder, 'projects.yaml'))],
    ['a pipe without a writer', (folder) => execFileSync('mkfifo', [join(folder, 'projects.yaml')])],
    [
      'a link to a pipe without a writer',
      (folder) => {
        execFileSync('mkfifo', [join(folder, 'pipe')])
        symlinkSync('pipe', join(folder, 'projects.yaml'))
      },
    ],
  ])('does not read a path that is not a file: %s', (_, make) => {
    make(program.folder)
    expect(problemWith(within(() => refused('*.yaml')))).toBeUndefined()
    expect(program.registered).toEqual([])
  })

  it('finds a file once if links between folders are circular', () => {
    mkdirSync(join(program.folder, 'deep'))
    symlinkSync('..', join(program.folder, 'deep', 'up'))
    writeFileSync(join(program.folder, 'deep', 'one.yaml'), 'projects: {acme/web: {colour: 1}}')
    expect(within(() => refused('**/*.yaml'))).toMatch(
      /^The projects' files have \d+ errors?, so no project is declared:/,
    )
  })
})

describe('an ignore file of trueup drift', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-ignore-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const bad: Readonly<Record<string, string | Buffer>> = {
    ...files,
    'a rule with keys of the object prototype': '- {__proto__: {reason: x, until: 2027-01-31, name: x}}\n',
    'a rule whose values are maps': '- {name: {toString: 1}, reason: {a: 1}, until: [2027-01-31]}\n',
  }

  it.each(Object.keys(bad))(
    'rejects an ignore file with its name: %s',
    async (name) => {
      const file = join(folder, 'ignore.yaml')
      writeFileSync(file, bad[name]!)
      const processorTime = startProcessorTime()
      if (['nothing', 'only comments'].includes(name))
        return expect(await readIgnoreFile(file, '2026-06-15')).toEqual([])
      const error = await readIgnoreFile(file, '2026-06-15').then(
        () => undefined,
        (reason: Error) => reason,
      )
      expect(processorTime()).toBeLessThan(mostMs)
      expect(error?.message.startsWith(`${file}: `)).toBe(true)
      expect(problemWith(error!.message)).toBeUndefined()
    },
    60_000,
  )

  // On the last bit of its stack, V8 ends a process that compiles a pattern: no error could be caught.
  it.each(['['.repeat(20_000), '- '.repeat(20_000), '{a: '.repeat(20_000)])(
    'reports a deeply nested file instead of crashing',
    async (text) => {
      const problems = new Problems()
      expect(treesOf('web.yaml', `# first line\n${text}`, problems)).toEqual([])
      expect(problems.toString()).toContain('web.yaml:2:')
      expect(problems.toString()).toContain('nested too deeply')
      const file = join(folder, 'nested.yaml')
      writeFileSync(file, `# first line\n${text}`)
      await expect(readIgnoreFile(file, '2026-06-15')).rejects.toThrow(
        `${file}: the file is nested too deeply in line 2.`,
      )
    },
  )

  it('matches a pattern with many stars as fast as one with few', async () => {
    const file = join(folder, 'some-stars.yaml')
    writeFileSync(file, `- {name: "${'a*'.repeat(40)}b", reason: a test, until: 2027-01-31}`)
    const [rule] = await readIgnoreFile(file, '2026-06-15')
    const processorTime = startProcessorTime()
    expect(rule!.matches.name!('a'.repeat(5_000))).toBe(false)
    expect(processorTime()).toBeLessThan(2_000)
  })

  it('rejects a folder as an ignore file', async () => {
    await expect(readIgnoreFile(folder, '2026-06-15')).rejects.toThrow(`${folder}: it is a folder, not a file`)
  })

  it('matches a pattern with many stars in time', async () => {
    const file = join(folder, 'stars.yaml')
    writeFileSync(file, `- {name: "${'a*'.repeat(10_000)}b", reason: a test, until: 2027-01-31}`)
    const [rule] = await readIgnoreFile(file, '2026-06-15')
    expect(within(() => rule!.matches.name!('a'.repeat(20_000)))).toBe(false)
    expect(within(() => rule!.matches.name!(`${'a'.repeat(20_000)}b`))).toBe(true)
  })
})

describe('the output of the pulumi CLI', () => {
  const trueup = useWarmCli()
  const folder = mkdtempSync(join(tmpdir(), 'trueup-pulumi-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const secret = '"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270"'
  const stateWith = (inputs: string) =>
    `{"deployment": {"resources": [{"urn": "u", "type": "t", "inputs": ${inputs}}]}}`

  it.each([
    ['nothing', '', 1],
    ['half of an output', '{"deployment": {"resources": [', 1],
    ['a list', '[]', 1],
    ['control characters', '\x1b[2J{"a"', 1],
    ['a stack without a deployment', '{}', 0],
    ['an empty deployment', '{"deployment": {"resources": null, "pending_operations": null}}', 0],
    ['a secret that is not JSON', stateWith(`{"a": {${secret}, "plaintext": "{"}}`), 0],
    ['keys of the object prototype', stateWith('{"__proto__": {"polluted": 1}, "constructor": 1}'), 0],
  ])('reads or reports output of the pulumi CLI: %s', (_, answer, code) => reads({ export: answer }, code))

  it.each([
    ['nothing', '', 1],
    ['an object', '{}', 1],
    ['entries that are no objects', '[null, 1, "a", []]', 0],
    [
      'values of other types',
      '[{"kind": "refresh", "resourceChanges": {"delete": "many", "update": null}}, {"kind": {}}]',
      0,
    ],
    [
      'null in place of objects',
      '[{"kind": "update", "result": "succeeded", "environment": null, "resourceChanges": null}]',
      0,
    ],
  ])('reads or reports the history of the pulumi CLI: %s', (_, answer, code) => reads({ history: answer }, code))

  async function reads({ export: state = '{}', history = '[]' }: { export?: string; history?: string }, code: number) {
    writeFileSync(join(folder, 'export'), state)
    writeFileSync(join(folder, 'history'), history)
    const script = `#!/bin/sh\n[ "$1" = config ] && echo '{}' || cat "${folder}/$2"\n`
    writeFileSync(join(folder, 'pulumi'), script, { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
    const run = trueup.in({ env })('drift', '--cwd', folder, '--stack', 'dev\u202e')
    expect(await run.ended).toBe(code)
    if (code === 1) expect(run.output.stderr).toContain('did not print JSON')
    for (const line of run.output.stderr.trimEnd().split('\n').filter(Boolean))
      expect(problemWith(line)).toBeUndefined()
  }
})
