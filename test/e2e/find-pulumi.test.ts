import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findPulumi } from '../../tools/pulumi'
import { fillOnce } from '../../tools/pulumi/cache'
import { failure } from '../../tools/pulumi/go'
import { neededHosts } from '../../tools/pulumi/needed-hosts'
import { cli } from '../../tools/pulumi/programs'

const names = ['PATH', 'PULUMI_HOME', 'XDG_CACHE_HOME']
const saved = Object.fromEntries(names.map((name) => [name, process.env[name]]))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-pulumi-'))
})

afterEach(async () => {
  for (const [name, value] of Object.entries(saved)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  jest.restoreAllMocks()
  await rm(folder, { recursive: true })
})

/** A folder for `PATH` with a program that calls itself pulumi, and perhaps the hosts of a whole installation. */
async function installation(name: string, version: string, hosts: string[] = []): Promise<string> {
  const bin = join(folder, name)
  await mkdir(bin)
  for (const file of ['pulumi', ...hosts]) {
    await writeFile(join(bin, file), `#!/bin/sh\necho ${version}\n`)
    await chmod(join(bin, file), 0o755)
  }
  return bin
}

const wholeInstallation = ['pulumi-language-nodejs', 'pulumi-resource-pulumi-nodejs']

describe('finding a CLI on PATH', () => {
  beforeEach(() => {
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache')
  })

  test('selects the first recent CLI on PATH, and reports why it skipped another', async () => {
    const lines: string[] = []
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const old = await installation('old', 'v3.253.9')
    const broken = await installation('broken', 'nonsense')
    const good = await installation('good', 'v3.254.0', wholeInstallation)
    process.env['PATH'] = [old, broken, good].join(':')

    const pulumi = await findPulumi()

    expect(pulumi).toEqual({
      path: join(good, 'pulumi'),
      version: '3.254.0',
      binDir: good,
      env: { PATH: [good, process.env['PATH']].join(':') },
    })
    expect(lines).toEqual([
      `trueup: ${old}/pulumi has version 3.253.9, but 3.254 or later is required; continuing the search\n`,
      `trueup: ${broken}/pulumi does not print its version, but 3.254 or later is required; continuing the search\n`,
    ])
  })

  test('finds the CLI of the npm package pulumi, with its language hosts', async () => {
    const fixture = join(__dirname, '..', 'fixtures', 'pulumi-npm')
    for (const file of ['package.json', 'package-lock.json']) await cp(join(fixture, file), join(folder, file))
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    const versions = join(folder, 'home', 'versions', '3.265.0')
    await mkdir(versions, { recursive: true })
    await rename(await installation('bin', 'v3.265.0', wholeInstallation), join(versions, 'bin'))
    process.env['PULUMI_HOME'] = join(folder, 'home')
    process.env['PATH'] = [join(folder, 'node_modules', '.bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(
      ':',
    )

    expect(await findPulumi()).toMatchObject({ path: join(versions, 'bin', 'pulumi'), version: '3.265.0' })
  })

  test('adds launchers to a CLI without a language host, and keeps the official parts', async () => {
    const bare = await installation('bare', 'v4.0.1', ['pulumi-resource-pulumi-nodejs'])
    process.env['PATH'] = bare

    const pulumi = await findPulumi()

    expect(pulumi.version).toBe('4.0.1')
    expect(pulumi.binDir).toContain(join(folder, 'cache', 'trueup', 'pulumi', 'launchers'))
    expect((await readdir(pulumi.binDir)).sort()).toEqual(['pulumi', 'pulumi-language-nodejs'])
    await expect(findPulumi()).resolves.toMatchObject({ path: pulumi.path })
  })

  test('keeps the language hosts of a complete installation', async () => {
    const hosts = ['yaml', 'python', 'go', 'nodejs'] as const
    const others = ['pulumi-language-yaml', 'pulumi-language-python', 'pulumi-language-go']
    const complete = await installation('complete', 'v3.259.0', [...wholeInstallation, ...others])
    process.env['PATH'] = complete

    const pulumi = await findPulumi({ hosts, official: true })

    expect(pulumi.path).toBe(join(complete, 'pulumi'))
  })

  test('adds launchers for the language hosts that a program needs', async () => {
    process.env['PATH'] = await installation('bare', 'v3.259.0')

    const { binDir } = await findPulumi({ hosts: ['python'] })

    const launchers = [...wholeInstallation, 'pulumi-language-python']
    expect((await readdir(binDir)).sort()).toEqual(['pulumi', ...launchers].sort())
  })

  test.each(['nodejs', 'python', 'go'] as const)(
    'names Go if it cannot build the official host for %s',
    async (host) => {
      jest.spyOn(process.stderr, 'write').mockReturnValue(true)
      process.env['PATH'] = await installation('bare', 'v3.259.0')

      await expect(findPulumi({ hosts: [host], official: true })).rejects.toThrow(
        `No pulumi-language-${host} was found, and none could be built. Go is not installed.`,
      )
    },
  )

  test('builds the language host for YAML only when a program needs it', async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    const incomplete = await installation('incomplete', 'v3.259.0', wholeInstallation)
    process.env['PATH'] = incomplete

    expect((await findPulumi()).path).toBe(join(incomplete, 'pulumi'))
    await expect(findPulumi({ hosts: ['yaml'] })).rejects.toThrow(
      'No pulumi-language-yaml was found, and none could be built. Go is not installed.',
    )
  })
})

test.each([
  [['up'], 'name: web\nruntime: yaml', ['yaml']],
  [['up'], 'name: web\nruntime:\n  name: yaml', ['yaml']],
  [['up'], 'name: web\nruntime: nodejs', []],
  [['up'], ': malformed', []],
  [['up', '-C', 'sub/folder'], 'name: web\nruntime: yaml', ['yaml']],
  [['convert', '--from', 'yaml', '--language', 'typescript'], undefined, ['yaml']],
  [['new', '--language=yaml'], undefined, ['yaml']],
  [['up', '--config-file', 'Pulumi.test.yaml'], 'name: web\nruntime: nodejs', []],
])('pulumi %j with the project file %j needs the language hosts %j', async (args, project, expected) => {
  await mkdir(join(folder, 'sub', 'folder'), { recursive: true })
  if (project !== undefined) await writeFile(join(folder, 'Pulumi.yaml'), project)
  expect(neededHosts(args, folder)).toEqual(expected)
})

describe('filling the cache', () => {
  const ignore = (): void => {}

  test('fills the cache once for concurrent calls', async () => {
    const target = join(folder, 'cli')
    let made = 0
    const make = async (into: string): Promise<void> => {
      made += 1
      await writeFile(join(into, 'pulumi'), 'a CLI')
    }
    await Promise.all([1, 2, 3].map(() => fillOnce(target, make, ignore)))
    expect(made).toBe(1)
    expect(await readdir(folder)).toEqual(['cli'])
    expect(await readdir(target)).toEqual(['pulumi'])
  })

  test('removes a failed attempt to fill the cache, and can be retried', async () => {
    const target = join(folder, 'cli')
    const fail = async (into: string): Promise<void> => {
      await writeFile(join(into, 'pulumi'), 'half a CLI')
      throw new Error('no space left on device')
    }
    await expect(fillOnce(target, fail, ignore)).rejects.toThrow('no space left on device')
    expect(await readdir(folder)).toEqual([])
    await fillOnce(target, async () => {}, ignore)
    expect(await readdir(folder)).toEqual(['cli'])
  })

  test('fills the cache after another process died while it did so', async () => {
    const target = join(folder, 'cli')
    await mkdir(`${target}.lock`)
    await mkdir(`${target}.part-abandoned`)
    const aMinuteAgo = new Date(Date.now() - 60_000)
    await utimes(`${target}.lock`, aMinuteAgo, aMinuteAgo)
    const onWait = jest.fn()
    await fillOnce(target, async () => {}, onWait)
    expect(onWait).not.toHaveBeenCalled()
    expect(await readdir(folder)).toEqual(['cli'])
  })
})

test.each([
  ['spawn go ENOENT', 'Go is not installed'],
  ['go: go.mod requires go >= 1.26.6 (running go 1.24.1; GOTOOLCHAIN=local)', 'Go is too old'],
  ["go.mod:3: invalid go version '1.26.6': must match format 1.23", 'Go is too old'],
  ['write /tmp/x: no space left on device', 'The disk is full'],
  ['dial tcp: lookup proxy.example: no such host', 'Go modules cannot be downloaded'],
  ['reading https://proxy.example/m/@v/v1.zip: 403 Forbidden', 'Go modules cannot be downloaded'],
  ['an unknown error', 'Check the output of Go below'],
])('reports, for a failed build that ends with "%s": %s', (output, remedy) => {
  const { message } = failure(cli(), output)
  expect(message).toContain(remedy)
  expect(message).toContain(output)
  expect(message).toContain('https://www.pulumi.com/docs/install/')
})
