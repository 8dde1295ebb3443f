import type { Emulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { provider } from '../../provider/runtime'
import { costlyFlavors } from '../shared/test-run'
import { testNow, useEmulator } from '../support/emulator'
import { useTestNow } from '../support/test-now'

/** A resource in state. */
interface Stored {
  kind: string
  id: string
  outputs: Json
}

describe.each(['spec', 'gitlab'] as const)('a refresh on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()

  /** Adds projects of the same group to the seed world. Returns their ids. */
  function addProjects(count: number): number[] {
    const state = emulator.state()
    const projects = state.collections.projects?.records ?? []
    const [model] = projects
    const last = Math.max(...projects.map(({ id }) => id))
    const added = Array.from({ length: count }, (_, index) => {
      const id = last + 1 + index
      return { ...model, id, path: `p${id}`, name: `P ${id}`, path_with_namespace: `acme/p${id}` }
    })
    projects.push(...(added as typeof projects))
    emulator.setState(state)
    return added.map(({ id }) => id)
  }

  function addGroups(count: number): number[] {
    const state = emulator.state()
    const groups = state.collections.groups?.records ?? []
    const model = groups.find(({ id }) => id === 10)
    const ids = Array.from({ length: count }, (_, index) => 100 + index)
    groups.push(...(ids.map((id) => ({ ...model, id, path: `g${id}`, full_path: `g${id}` })) as typeof groups))
    emulator.setState(state)
    return ids
  }

  /** One provider process for all kinds, like in the engine. */
  function process(): (kind: string) => ReturnType<typeof provider> {
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-root' }
    const reporter = { warn: () => {}, status: () => {} }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter, { searchDeletions: true })
    const hosts = new Map<string, ReturnType<typeof provider>>()
    return (kind) => {
      let host = hosts.get(kind)
      if (!host) hosts.set(kind, (host = provider(kind, () => connection)))
      return host
    }
  }

  async function make(host: ReturnType<typeof process>, kind: string, args: Json): Promise<Stored> {
    const { inputs = {}, failures = [] } = (await host(kind).check?.({}, args)) ?? {}
    expect(failures).toEqual([])
    const { id, outs = {} } = await host(kind).create(inputs)
    return { kind, id, outputs: outs }
  }

  /**
   * Copies the objects of the project of these resources to other projects, because thousands of requests would take
   * too long. The copies have the state that an import creates.
   */
  async function copy(resources: readonly Stored[], projects: readonly number[]): Promise<Stored[]> {
    const { collections } = emulator.state()
    const own = (name: string, belongs: (record: Json) => boolean) =>
      (collections[name]?.records ?? []).map((record): Json => ({ ...record })).filter(belongs)
    const add = (name: string, { id: _id, ...fields }: Json): number => {
      const held = collections[name]
      if (!held) throw new Error(`there is no collection ${name}`)
      const id = held.next++
      held.records.push({ ...fields, id })
      return id
    }
    const [model] = resources
    const from = model?.outputs.projectId
    const ids: { kind: string; id: string }[] = []
    const kinds = Object.entries(collectionOf).map(([kind, name]) => ({
      ...{ kind, name },
      originals: own(name, ({ project_id }) => project_id === from),
    }))
    const levels = own('deploy_access_levels', () => true)
    for (const project of projects) {
      for (const { kind, name, originals } of kinds) {
        for (const original of originals) {
          const secret = 'token' in original ? { token: `${String(original.token)}-${project}` } : {}
          const id = add(name, { ...original, ...secret, project_id: project })
          ids.push({ kind, id: `${project}/${kind === 'protected-environment' ? String(original.name) : id}` })
          if (kind !== 'protected-environment') continue
          const its = levels.filter(({ protected_environment_id }) => protected_environment_id === original.id)
          for (const level of its) add('deploy_access_levels', { ...level, protected_environment_id: id })
        }
      }
    }
    emulator.setState({ version: 1, collections })
    const host = process()
    return Promise.all(
      ids.map(async ({ kind, id }) => ({
        kind,
        id,
        outputs: (await host(kind).read?.(id, {}))?.props ?? {},
      })),
    )
  }

  /** Refreshes all resources with the concurrency of the engine on two cores. Returns the number of requests. */
  async function refresh(resources: Stored[]): Promise<number> {
    const host = process()
    emulator.clearRequests()
    const queue = [...resources]
    const missed: string[] = []
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const found = await host(next.kind).read?.(next.id, next.outputs)
        if (found?.id !== next.id) missed.push(next.id)
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    expect(missed).toEqual([])
    return requestsOf(emulator)
  }

  /** Deletes all resources with the same concurrency. Returns the number of requests. */
  async function destroy(resources: Stored[]): Promise<number> {
    const host = process()
    emulator.clearRequests()
    const queue = [...resources]
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await host(next.kind).delete?.(next.id, next.outputs)
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    return requestsOf(emulator)
  }

  const itOfMany = costlyFlavors.includes(flavor) ? it : undefined

  itOfMany?.(
    'refreshes 1,000 labels in 10 projects with 11 requests, and destroys them with one for each label and project',
    async () => {
      const host = process()
      const [project, ...others] = addProjects(10)
      const resources: Stored[] = []
      for (let index = 0; index < 100; index++) {
        resources.push(await make(host, 'label', { project, name: `label ${index}`, color: 'red' }))
      }
      resources.push(...(await copy(resources, others)))
      expect(resources).toHaveLength(1_000)
      // One request searches for projects that are scheduled for deletion.
      expect(await refresh(resources)).toBe(10 + 1)
      expect(await destroy(resources)).toBe(10 + 1_000)
      expect(emulator.state().collections.labels?.records).toEqual([])
    },
    120_000,
  )

  it('refreshes 150 labels and 3 freeze periods in each of 3 projects with 13 requests', async () => {
    const host = process()
    const [project, ...others] = addProjects(3)
    const resources: Stored[] = []
    for (let index = 0; index < 150; index++) {
      resources.push(await make(host, 'label', { project, name: `label ${index}`, color: 'red' }))
    }
    for (let hour = 1; hour <= 3; hour++) {
      const freeze = { freezeStart: `0 ${hour} * * 5`, freezeEnd: `0 ${hour} * * 1` }
      resources.push(await make(host, 'freeze-period', { project, ...freeze }))
    }
    resources.push(...(await copy(resources, others)))
    // Two pages of labels, one request for a label that is not on the first page, and one page of freeze periods.
    expect(await refresh(resources)).toBe(3 * 4 + 1)
  }, 120_000)

  it('does not use a list that is older than ten seconds in a destroy', async () => {
    const [project] = addProjects(1)
    const host = process()
    const resources = [
      await make(host, 'label', { project, name: 'bug', color: 'red' }),
      await make(host, 'label', { project, name: 'chore', color: 'red' }),
    ]
    const destroying = process()
    for (const { kind, id, outputs } of resources) {
      await destroying(kind).read?.(id, outputs)
    }
    // Another user deletes a label and gives a new one its id as a name, which requests by id would reach.
    const { labelId } = resources[0]!.outputs
    await emulator.delete(`/projects/${project}/labels/${String(labelId)}`, { as: 'root' })
    await emulator.post(`/projects/${project}/labels`, { name: String(labelId), color: '#00FF00' }, { as: 'root' })
    clock.set(new Date(Date.parse(testNow) + 10_001).toISOString())
    for (const { kind, id, outputs } of resources) await destroying(kind).delete?.(id, outputs)
    const left = emulator.state().collections.labels?.records as unknown as { title: string }[]
    expect(left.map(({ title }) => title)).toEqual([String(labelId)])
  })

  itOfMany?.(
    'refreshes 7,650 objects of six kinds with one request for each collection',
    async () => {
      const host = process()
      const resources: Stored[] = []
      const of = (kind: string, count: number, args: (index: number) => Json) =>
        Promise.all(Array.from({ length: count }, (_, index) => make(host, kind, args(index))))
      const [project, ...others] = addProjects(200)
      resources.push(
        ...(await of('label', 30, (index) => ({ project, name: `label ${index}`, color: 'red' }))),
        ...(await of('freeze-period', 2, (index) => ({
          project,
          freezeStart: `0 ${index} * * *`,
          freezeEnd: '0 7 * * *',
        }))),
        ...(await of('protected-environment', 3, (index) => ({
          project,
          name: `env ${index}`,
          deployAccessLevels: [{ accessLevel: 40 }],
        }))),
        ...(await of('trigger-token', 2, (index) => ({ project, description: `token ${index}` }))),
        ...(await of('remote-mirror', 1, () => ({ project, url: 'https://example.com/web.git' }))),
      )
      resources.push(...(await copy(resources, others)))
      for (const group of addGroups(10)) {
        resources.push(
          ...(await of('group-access-token', 5, (index) => ({
            group,
            name: `token ${index}`,
            scopes: ['read_api'],
            expiresAt: '2026-12-31',
          }))),
        )
      }
      expect(resources).toHaveLength(7_650)
      expect(await refresh(resources)).toBe(200 * 5 + 10 + 2)
    },
    120_000,
  )
})

/** The collections of the objects of a project. */
const collectionOf = {
  label: 'labels',
  'freeze-period': 'freeze_periods',
  'protected-environment': 'protected_environments',
  'trigger-token': 'triggers',
  'remote-mirror': 'remote_mirrors',
}

const requestsOf = (emulator: Emulator) => emulator.requests().length
