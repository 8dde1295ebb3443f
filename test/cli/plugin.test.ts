import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Finding } from '../../cli/doctor/finding'
import type { DriftReport } from '../../cli/drift/finding'
import { installable } from '../../cli/shared/package-source'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type StackProvider, type StackResource, useFakeStacks } from '../support/fake-stacks'
import { plugins } from '../support/plugin'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const otherEmulator = useEmulator({ flavor: 'spec' })
const stacks = useFakeStacks()
const cli = useWarmCli()
const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-plugin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
const tokenOf = (user: string): Json => ({ ...secret, plaintext: JSON.stringify(`emulator-${user}`) })

/** As an update stores it: values that are not strings are JSON. */
const byDefault = (name = 'default'): StackProvider => ({
  name,
  inputs: {
    baseUrl: emulator.url,
    token: tokenOf('owner'),
    maxConcurrency: '4',
    previousBaseUrls: '["https://old.example.com"]',
  },
})

const explicit = (name = 'other'): StackProvider => ({
  name,
  inputs: {
    baseUrl: otherEmulator.url,
    token: tokenOf('maintainer'),
    maxConcurrency: 3,
    previousBaseUrls: ['https://old.example.com'],
  },
})

const config = () => ({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-owner' })

/** Creates an object like an update would, and returns its resource as in the state. */
async function made(
  kind: string,
  name: string,
  args: Json,
  provider?: StackProvider,
  { url }: { url: string } = emulator,
): Promise<StackResource> {
  const engine = new Engine(kind, { url, token: 'emulator-owner' })
  await engine.up(args)
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs, ...(provider && { provider }) }
}

const label = (name: string, provider?: StackProvider, at?: { url: string }) =>
  made('label', name, { project: 'acme/web', name, color: '#111111' }, provider, at)

async function run<Report>(
  args: string[],
  env: Record<string, string> = {},
): Promise<Report & { code: number | null }> {
  const base = { PATH: stacks.path, HOME: folder, TRUEUP_TEST_NOW: testNow }
  const { ended, output } = cli.in({ cwd: stacks.folder, env: { ...base, ...env } })(...args, '--format', 'json')
  const code = await ended
  expect(output.stdout + output.stderr).not.toMatch(/emulator-(?:owner|maintainer)/)
  if (output.stdout === '') throw new Error(output.stderr)
  return { ...(JSON.parse(output.stdout) as Report), code }
}

const drift = (...args: string[]) => run<DriftReport>(['drift', ...args])

const doctor = (args: string[] = [], env: Record<string, string> = {}) =>
  run<{ findings: Finding[] }>(['doctor', ...args], env)

const messagesOf = ({ findings }: { findings: Finding[] }, check: string) =>
  findings.filter((one) => one.check === check).map(({ level, message }) => `${level}: ${message}`)

describe('drift of a stack with the plugin', () => {
  it.each(['default', 'default_0_1_0', 'default_1_0_0_beta_1'])(
    'reads the service with the settings of the provider %s, but the environment takes precedence',
    async (name) => {
      const bug = await label('bug', byDefault(name))
      await emulator.put(`/projects/1/labels/${String(bug.outputs.labelId)}`, { color: '#222222' })
      stacks.add('test', [bug])
      const found = await drift()
      expect(found).toMatchObject({ code: 2, failures: [], services: [emulator.url] })
      expect(found.findings).toMatchObject([
        {
          difference: 'changed',
          kind: 'label',
          name: 'bug',
          subject: 'label "bug"',
          parent: 'acme/web',
          urn: 'urn:pulumi:test::shop::trueup:index:Label::bug',
          properties: [{ path: 'color', declared: '#111111', live: '#222222' }],
        },
      ])
      const elsewhere = { TRUEUP_BASE_URL: otherEmulator.url, TRUEUP_TOKEN: 'emulator-owner' }
      const { failures } = await run<DriftReport>(['drift'], elsewhere)
      expect(failures).toMatchObject([{ message: expect.stringContaining(emulator.url) }])
    },
  )

  it('reads the service of each explicit provider, for which the environment does not apply', async () => {
    const [bug, idea] = [await label('bug', byDefault()), await label('idea', explicit(), otherEmulator)]
    const areas = await made(
      'label-set',
      'areas',
      { project: 'acme/web', items: { ui: { color: '#111111' } } },
      bug.provider,
    )
    stacks.add('test', [bug, idea, areas])
    emulator.clearRequests()
    const clean = await run<DriftReport>(['drift'], { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' })
    expect(clean).toMatchObject({ code: 0, findings: [], failures: [] })
    expect(clean.stacks).toEqual([{ name: 'test', resources: 3 }])
    expect(clean.services).toEqual([emulator.url, otherEmulator.url].sort())
    expect(otherEmulator.requests().map(({ actor }) => actor)).toContain('maintainer')
  })

  it('compares dynamic resources and resources of the plugin in one stack, and finds unmanaged objects once', async () => {
    const provider = byDefault()
    const both = [await label('bug', provider), await label('idea')]
    await emulator.post('/projects/1/labels', { name: 'by hand', color: '#333333' })
    stacks.add('test', both)
    const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
    const found = await run<DriftReport>(['drift', '--unmanaged'], env)
    expect(found.findings.map(({ difference, subject }) => [difference, subject])).toEqual([
      ['unmanaged', 'label "by hand"'],
    ])
  })

  it('hides secrets of items, and reports a deleted object', async () => {
    const items = {
      backup: {
        url: 'https://mirror.example.com/web.git',
        username: 'git-user',
        password: 'Kb28-secret',
        enabled: true,
      },
    }
    const mirrors = await made('remote-mirror-set', 'mirrors', { project: 'acme/web', items }, byDefault())
    const bug = await label('bug', mirrors.provider)
    const id = Object.values(mirrors.outputs.ids as Record<string, number>)[0]
    await emulator.put(`/projects/1/remote_mirrors/${id}`, { enabled: false })
    await emulator.delete(`/projects/1/labels/${String(bug.outputs.labelId)}`)
    stacks.add('test', [mirrors, bug])
    const found = await drift()
    expect(found.findings.map(({ difference, name }) => [difference, name])).toEqual([
      ['deleted', 'bug'],
      ['changed', 'mirrors'],
    ])
    expect(JSON.stringify(found)).not.toContain('Kb28-secret')
  })

  it('fails for types that a later release of the plugin created', async () => {
    const provider = byDefault()
    const [wish, dream] = [await label('wish', provider), await label('dream', provider)]
    const { __provider, ...outputs } = wish.outputs
    stacks.add('test', [
      // Stored with the kind "wish".
      { ...wish, kind: 'wish', outputs },
      { ...dream, kind: 'dream', outputs: { ...dream.outputs, __provider: undefined } },
    ])
    const { code, failures } = await drift()
    expect([code, ...failures.map(({ message }) => message)]).toEqual([
      1,
      expect.stringContaining('unknown type of resource "trueup:index:Dream"'),
      expect.stringContaining('unknown kind of resource "wish"'),
    ])
  })
})

describe('doctor for a project with the plugin', () => {
  const problemsOf = ({ findings }: { findings: Finding[] }) => findings.filter(({ level }) => level !== 'ok')

  /** Writes a project, and a stack with a resource of the default provider. */
  async function project(yaml: string, ...resources: StackResource[]): Promise<void> {
    writeFileSync(join(folder, 'Pulumi.yaml'), `name: shop\n${yaml}`)
    stacks.add('test', [await label('bug', byDefault()), ...resources], config())
  }

  const installed = (path = join(folder, 'node_modules', 'trueup-plugin')): string => {
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(plugins.trueup, path)
    return path
  }

  /** Writes a folder of a plugin with these files. */
  function copied(
    files: Record<string, string | undefined>,
    path = join(folder, 'node_modules', 'trueup-plugin'),
  ): string {
    mkdirSync(path, { recursive: true })
    for (const [file, text] of Object.entries(files)) {
      if (text !== undefined) writeFileSync(join(path, file), text, { mode: 0o755 })
    }
    return path
  }

  const here = (env?: Record<string, string>) => doctor(['--cwd', folder], env)

  const named = 'packages:\n  trueup: ./node_modules/trueup-plugin\n'
  const manifest = JSON.stringify({ name: 'trueup-plugin', version, main: './plugin.js' })
  const whole = { 'package.json': manifest, 'plugin.js': '', 'pulumi-resource-trueup': '#!/usr/bin/env node\n' }

  it.each([
    ['packages', `runtime: yaml\n${named}`],
    ['an object in packages', 'runtime: python\npackages:\n  trueup: { source: ./node_modules/trueup-plugin }\n'],
    ['plugins', 'runtime: { name: go }\nplugins:\n  providers: [{ name: trueup, path: node_modules/trueup-plugin }]\n'],
  ])('finds no problems if the folder of the plugin is in %s', async (_place, yaml) => {
    const { name, inputs } = explicit()
    const { token: _, ...others } = inputs
    const provider = { name, inputs: { ...others, tokenEnv: 'OTHER_TOKEN' } }
    await project(yaml, await label('idea', provider, otherEmulator))
    const path = installed()
    const seen = await here({ OTHER_TOKEN: 'emulator-maintainer' })
    expect(problemsOf(seen)).toEqual([])
    expect(seen.code).toBe(0)
    const checks = seen.findings.filter(({ stack }) => stack === undefined).map(({ check }) => check)
    expect(checks).toEqual(['node', 'pulumi-cli', 'project', 'plugin'])
    expect(messagesOf(seen, 'plugin')).toEqual([`ok: trueup-plugin ${version}, ${path}.`])
    expect(messagesOf(seen, 'base-url')).toEqual([
      `ok: Base URL ${emulator.url}, from stack config trueup:baseUrl.`,
      `ok: Base URL ${otherEmulator.url}, from the provider's baseUrl.`,
    ])
    expect(messagesOf(seen, 'token')).toEqual([
      'ok: Access token from stack config trueup:token.',
      'ok: Access token from the environment variable OTHER_TOKEN.',
    ])
    expect(seen.findings.map(({ provider: of }) => of)).toContain('other')
  })

  const bothCommands = expect.stringContaining(
    `Run "npm install ${installable('trueup-plugin')} @pulumi/pulumi" and "pulumi package add ./node_modules/trueup-plugin" in `,
  ) as string
  const npmInstall = expect.stringContaining(`Run "npm install ${installable('trueup-plugin')}" in `) as string

  it.each([
    [
      'no plugin',
      'runtime: python\n',
      'does not name the plugin "trueup", which programs in this language need.',
      bothCommands,
    ],
    [
      'a plugin that is not installed',
      'runtime: go\npackages: { trueup: trueup@0.2.0 }\n',
      'The plugin trueup@0.2.0, which ',
      bothCommands,
    ],
    ['a folder that does not exist', `runtime: yaml\n${named}`, 'which does not exist', npmInstall],
  ])('reports %s', async (_, yaml, message, remedy) => {
    await project(yaml)
    const seen = await here()
    expect(seen.code).toBe(1)
    const wrong = problemsOf(seen)
    expect(wrong).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining(message), remedy }),
    )
  })

  it.each([
    ['is not executable.', 'Run "chmod +x ', { 'pulumi-resource-trueup': '#!/bin/sh\n' }, 0o644],
    [
      'has neither pulumi-resource-trueup nor PulumiPlugin.yaml.',
      'Correct the path',
      { 'package.json': manifest },
      0o755,
    ],
    ['is incomplete: ./plugin.js is missing.', 'again.', { ...whole, 'plugin.js': undefined }, 0o755],
  ])('reports a folder of the plugin that %s', async (message, remedy, files, mode) => {
    await project(`runtime: yaml\n${named}`)
    const path = copied(files)
    for (const file of readdirSync(path)) chmodSync(join(path, file), mode)
    expect(problemsOf(await here())).toEqual([
      {
        check: 'plugin',
        level: 'error',
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      },
    ])
  })

  it('accepts a folder with PulumiPlugin.yaml, and warns of another version', async () => {
    await project(`runtime: yaml\n${named}`)
    copied({ 'PulumiPlugin.yaml': 'runtime: nodejs\n', 'package.json': JSON.stringify({ version: '0.0.1' }) })
    const seen = await here()
    expect(problemsOf(seen)).toMatchObject([
      { check: 'plugin', level: 'warning', message: expect.stringContaining('The project has trueup-plugin 0.0.1 (') },
    ])
    expect(seen.code).toBe(0)
  })

  it('finds a plugin on PATH, or one that the CLI has installed', async () => {
    await project('runtime: python\n')
    const bin = copied({}, join(folder, 'bin'))
    symlinkSync(join(plugins.trueup, 'pulumi-resource-trueup'), join(bin, 'pulumi-resource-trueup'))
    const onPath = await here({ PATH: [bin, stacks.path].join(delimiter) })
    expect(messagesOf(onPath, 'plugin')).toEqual([`ok: trueup-plugin ${version}, ${plugins.trueup}.`])
    const home = join(folder, 'home')
    for (const one of ['resource-trueup-v0.0.9', 'resource-trueup-v0.0.10', 'resource-other-v9.0.0']) {
      mkdirSync(join(home, 'plugins', one), { recursive: true })
    }
    expect(messagesOf(await here({ PULUMI_HOME: home }), 'plugin')).toEqual([
      expect.stringMatching(/^warning: The project has trueup-plugin 0\.0\.10 \(installed by the pulumi CLI\)/),
    ])
  })

  it('does not check a plugin that comes from a repository', async () => {
    await project('runtime: go\npackages: { trueup: "github.com/acme/trueup-plugin@0.1.0" }\n')
    expect(messagesOf(await here(), 'plugin')).toEqual([
      'ok: The plugin comes from github.com/acme/trueup-plugin@0.1.0, which this command does not check.',
    ])
  })

  it('checks packages and plugin of a program for Node.js, which can use a generated SDK', async () => {
    await project(`runtime: nodejs\n${named}`)
    installed()
    copied({ 'package.json': '{ "version": "3.259.0" }' }, join(folder, 'node_modules', '@pulumi', 'pulumi'))
    const checks = (await here()).findings.filter(({ stack }) => stack === undefined).map(({ check }) => check)
    expect(checks).toEqual(['node', 'pulumi-cli', 'project', 'pulumi-package', 'plugin'])
  })

  it('reports a program for Node.js that does not name the plugin of its stack', async () => {
    await project('runtime: nodejs\n')
    expect(messagesOf(await here(), 'plugin')).toEqual([
      expect.stringMatching(/^error: .* does not name the plugin "trueup", which a stack uses\.$/),
    ])
    stacks.add('test', [await label('idea')], config())
    expect(messagesOf(await here(), 'plugin')).toEqual([])
  })

  it('warns if the configuration of the stack differs from that of the last update', async () => {
    await project(`runtime: yaml\n${named}`)
    installed()
    stacks.add('test', [await label('idea', byDefault())], { ...config(), 'trueup:token': 'emulator-maintainer' })
    expect(problemsOf(await here())).toMatchObject([
      { check: 'last-update', message: expect.stringContaining('The last update used a different access token') },
    ])
  })
})
