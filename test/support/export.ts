import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Emulator } from '../../emulator'
import { testNow, useEmulator } from './emulator'
import { useWarmCli } from './warm-cli'

/** A resource of `import.json`. */
export interface Imported {
  type: string
  name: string
  id: string
  inputs: Record<string, unknown>
  outputs: Record<string, unknown>
}

/**
 * Moves the direct members of the group `acme` to another group, with which it is shared, so that exports of `acme` do not
 * contain them. All users keep their roles.
 */
export function shareInsteadOfMembers(emulator: Pick<Emulator, 'state' | 'setState'>): void {
  const state = emulator.state()
  const { groups, memberships, group_shares: shares = { next: 1, records: [] } } = state.collections
  const staff = { ...groups!.records.find(({ id }) => id === 12)!, id: 99, path: 'staff', name: 'Staff' }
  const moved = memberships!.records.map((one) =>
    'source_id' in one && one.source_id === 10 ? { ...one, source_id: 99 } : one,
  )
  const share = { id: shares.next, shared_group_id: 10, group_id: 99, access_level: 50 }
  emulator.setState({
    ...state,
    collections: {
      ...state.collections,
      groups: { ...groups!, records: [...groups!.records, staff] },
      memberships: { ...memberships!, records: moved },
      group_shares: { next: shares.next + 1, records: [...shares.records, share] },
    },
  })
}

/** Makes the projects and groups private, as new ones are, so that exports do not contain settings of them. */
export function makePrivate(emulator: Pick<Emulator, 'state' | 'setState'>): void {
  const state = emulator.state()
  const { projects, groups } = state.collections
  const asPrivate = <T extends object>(records: T[]): T[] => records.map((one) => ({ ...one, visibility: 'private' }))
  emulator.setState({
    ...state,
    collections: {
      ...state.collections,
      projects: { ...projects!, records: asPrivate(projects!.records) },
      groups: { ...groups!, records: asPrivate(groups!.records) },
    },
  })
}

/** `trueup export` against an emulator of its own, into a new folder for each test. */
export function useExport(options: Parameters<typeof useEmulator>[0] = { flavor: 'spec' }) {
  const warmTrueup = useWarmCli()
  const emulator = useEmulator(options)
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trueup-export-'))
    shareInsteadOfMembers(emulator)
    makePrivate(emulator)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    emulator,
    file,
    get folder() {
      return folder
    },
    /** Runs `trueup export` as a user, into the folder. */
    async run(as: string, ...args: string[]) {
      const { PATH } = process.env
      const env = { PATH, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: `emulator-${as}`, TRUEUP_TEST_NOW: testNow }
      const running = warmTrueup.in({ env })('export', '--out', folder, ...args)
      const code = await running.ended
      return { code, ...running.output }
    },
    /** The paths of all files, sorted. */
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort(),
    imported: () => (JSON.parse(file('import.json')) as { resources: Imported[] }).resources,
    label: (project: number, name: string, more: object = {}) =>
      emulator.post(`/projects/${project}/labels`, { name, color: '#DC143C', ...more }),
    /** Creates one object of each kind in acme/web and acme. Returns their secrets. */
    async makeOneOfEach(): Promise<string[]> {
      const as = { as: 'owner' }
      await emulator.post('/projects/1/labels', { name: 'bug', color: '#DC143C', priority: 0 })
      const schedule = { freeze_start: '0 18 * * fri', freeze_end: '0 7 * * mon', cron_timezone: 'Europe/Berlin' }
      await emulator.post('/projects/1/freeze_periods', schedule)
      await emulator.post('/projects/1/protected_environments', {
        name: 'production',
        deploy_access_levels: [{ access_level: 40 }, { user_id: 3 }],
        approval_rules: [{ group_id: 12, required_approvals: 2 }],
      })
      const own = await emulator.post('/projects/1/triggers', { description: 'nightly' })
      const foreign = await emulator.post('/projects/1/triggers', { description: 'release' }, as)
      const url = 'https://mirror:s3cret@backup.example.com/web.git'
      await emulator.post('/projects/1/remote_mirrors', { url, enabled: true })
      const request = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-09-01' }
      const token = await emulator.post('/groups/10/access_tokens', request, as)
      const shown = [own, foreign, token].map(({ body }) => (body as { token: string }).token)
      return [...shown, 's3cret', 'mirror:']
    },
  }
}

/** Adds projects to the group acme, which are copies of acme/web without its objects. */
export function addProjects(emulator: Emulator, ...ids: number[]): void {
  const state = emulator.state()
  const projects = state.collections.projects!.records
  const like = projects.find(({ id }) => id === 1)
  for (const id of ids) {
    const path = `project-${id}`
    projects.push(Object.assign({}, like, { id, name: path, path, path_with_namespace: `acme/${path}` }))
  }
  emulator.setState(state)
}

/** Names with a special meaning in a program, a shell or YAML. */
export const hostileNames = [
  `'; process.exit(9) //`,
  '`${process.exit(9)}`',
  '${pulumi.stack} $$ $${x}',
  '"double" and \'single\'',
  '{name} %s \\N{DASH}',
  '\\',
  '*/ alert() /*',
  '日本語 🚀',
  'a\u202Eb',
  'a\u2028b',
  'class',
  '__proto__',
  'constructor',
  '10',
  '0o17',
  '2026-09-01',
  'null',
  'yes',
  '<<',
  '#1',
  'fn::secret',
]
