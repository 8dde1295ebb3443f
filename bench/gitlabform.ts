import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../tools/pulumi/paths'
import { run } from './child'
import type { Context, Scale } from './family'
import { temporaryFolder } from './folder'
import { withOpen } from './open'
import { pythonWith } from './python'
import { type Server, startServer, token } from './server'
import { type Operation, Stack } from './stack'

const tools = ['gitlabform', 'single', 'set'] as const
export type Tool = (typeof tools)[number]

/** The measurement of a tool with the same objects. */
export interface GitlabformRow {
  tool: Tool
  operation: 'first' | 'again' | 'again, trusting the state'
  projects: number
  objects: number
  latencyMs: number
  calls: number
  seconds: number[]
}

export interface GitlabformResults {
  /** Why gitlabform was not measured. */
  missing?: string
  rows: GitlabformRow[]
}

const projectsOf: Record<Scale, number> = { smoke: 2, quick: 30, full: 200 }
const latencies = [0, 50]

/** The objects of each project, by key. */
const labels = named(30, (at) => [`area::${at}`, { color: '#428BCA' }])
const environments = named(3, (at) => [`env-${at}`, 40])
const mirrors = { 'https://example.com/web.git': { enabled: true } }
const perProject = [labels, environments, mirrors].reduce((sum, of) => sum + Object.keys(of).length, 0)

/** The operations of a tool in order. A run of `gitlabform` always reads and then updates. */
const operations = { first: 'first up', again: 'up --refresh', 'again, trusting the state': 'no-op up' } as const

/** Applies the kinds that `gitlabform` also supports, twice. */
export async function measureGitlabform({ scale, runs, python, say }: Context): Promise<GitlabformResults> {
  const found = await pythonWith(join(repositoryRoot, 'bench', 'requirements.txt'), '3.12', python, say)
  const missing = 'missing' in found ? found.missing : undefined
  const rows = new Map<string, GitlabformRow>()
  const projects = projectsOf[scale]
  for (let round = 1; round <= runs; round++) {
    for (const latencyMs of latencies) {
      for (const tool of tools) {
        if (tool === 'gitlabform' && 'missing' in found) continue
        say(
          `run ${round} of ${runs}: ${tool}, labels, environments and mirrors of ${projects} projects, ${latencyMs} ms`,
        )
        const path = 'path' in found ? found.path : ''
        const measured = await measure(projects, latencyMs, (server) =>
          tool === 'gitlabform' ? applyWithGitlabform(server, path) : applyWithPulumi(server, tool),
        )
        for (const { operation, seconds, calls } of measured) {
          const key = JSON.stringify([tool, operation, latencyMs])
          const common = { tool, operation, projects, objects: projects * perProject, latencyMs, calls }
          const row = rows.get(key) ?? { ...common, seconds: [] }
          row.seconds.push(seconds)
          rows.set(key, row)
        }
      }
    }
  }
  return { ...(missing !== undefined && { missing }), rows: [...rows.values()] }
}

type Measured = Pick<GitlabformRow, 'operation' | 'calls'> & { seconds: number }

function measure(projects: number, latencyMs: number, apply: (server: Server) => Promise<Measured[]>) {
  return withOpen(startServer({ projects }, { latencyMs }), async (server) => {
    const measured = await apply(server)
    for (const [collection, of] of Object.entries({
      labels,
      protected_environments: environments,
      remote_mirrors: mirrors,
    })) {
      const expected = projects * Object.keys(of).length
      const found = server.count(collection)
      if (found !== expected) throw new Error(`there are ${found} of ${collection} instead of ${expected}`)
    }
    return measured
  })
}

/** Like its own script, without looking for a newer release. */
const start = ['-I', '-c', 'from gitlabform.run import run; run()', '--skip-version-check', '--terminate']

function applyWithGitlabform(server: Server, python: string): Promise<Measured[]> {
  return withOpen(temporaryFolder(), async ({ path }) => {
    const config = join(path, 'config.yml')
    // JSON is valid YAML.
    await writeFile(config, JSON.stringify(configOf(server)))
    const measured: Measured[] = []
    for (const operation of ['first', 'again'] as const) {
      server.takeCalls()
      const { seconds } = await run(python, [...start, '--config', config, 'ALL_DEFINED'], { cwd: path })
      measured.push({ operation, seconds, calls: server.takeCalls() })
    }
    return measured
  })
}

function configOf({ url, projects }: Server): object {
  const project = {
    labels,
    protected_environments: Object.fromEntries(
      Object.entries(environments).map(([name, access_level]) => [
        name,
        { name, deploy_access_levels: [{ access_level }] },
      ]),
    ),
    remote_mirrors: mirrors,
  }
  return {
    config_version: 4,
    gitlab: { url, token },
    projects_and_groups: Object.fromEntries(projects.map((path) => [path, project])),
  }
}

async function applyWithPulumi(server: Server, tool: 'single' | 'set'): Promise<Measured[]> {
  const estate = { projects: server.projects, labels, environments, mirrors }
  const stack = Stack.create({
    files: { 'index.js': programs[tool], 'estate.json': JSON.stringify(estate) },
    env: { TRUEUP_BASE_URL: server.url, TRUEUP_TOKEN: token },
    checkpoints: false,
  })
  return withOpen(stack, async (opened) => {
    const measured: Measured[] = []
    for (const [operation, command] of Object.entries(operations) as [Measured['operation'], Operation][]) {
      server.takeCalls()
      const seconds = await opened.operate(command)
      measured.push({ operation, seconds, calls: server.takeCalls() })
    }
    return measured
  })
}

const heading = `
const trueup = require('trueup')
const { projects, labels, environments, mirrors } = require('./estate.json')
`

const programs = {
  single: `${heading}
for (const project of projects) {
  for (const [name, { color }] of Object.entries(labels)) {
    new trueup.Label(\`\${project} \${name}\`, { project, name, color })
  }
  for (const [name, accessLevel] of Object.entries(environments)) {
    new trueup.ProtectedEnvironment(\`\${project} \${name}\`, { project, name, deployAccessLevels: [{ accessLevel }] })
  }
  for (const [url, { enabled }] of Object.entries(mirrors)) {
    new trueup.RemoteMirror(\`\${project} \${url}\`, { project, url, enabled })
  }
}
`,
  set: `${heading}
const map = (of, make) => Object.fromEntries(Object.entries(of).map(([key, one]) => [key, make(one, key)]))
for (const project of projects) {
  new trueup.LabelSet(project, { project, items: labels })
  new trueup.ProtectedEnvironmentSet(project, {
    project,
    items: map(environments, (accessLevel) => ({ deployAccessLevels: [{ accessLevel }] })),
  })
  new trueup.RemoteMirrorSet(project, { project, items: map(mirrors, ({ enabled }, url) => ({ url, enabled })) })
}
`,
}

function named<T>(count: number, make: (at: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)))
}
