import { load, verbsOf } from '../../../provider/core/engine/load'
import type { Json } from '../../../provider/core/schema/json'
import { Connection } from '../../../provider/core/service/connection'
import { settings } from '../../../provider/core/service/settings'
import { provider } from '../../../provider/runtime'
import { useEmulator } from '../../support/emulator'
import { Engine } from '../../support/engine'
import { useTestNow } from '../../support/test-now'

const owner = { as: 'owner' }
const scheduled =
  /^project acme\/web-deletion_scheduled-1 \(id 1\) is scheduled for deletion: it was deleted on 2026-06-15, /
const restore = 'or with POST /api/v4/projects/1/restore.'

describe('a project that is scheduled for deletion', () => {
  // Later releases refuse changes of its labels.
  const emulator = useEmulator({ release: '18.9' })
  const label = { project: 'acme/web', name: 'bug', color: 'red' }
  const set = { project: 'acme/web', items: { bug: { color: 'red' }, docs: { color: 'blue' } } }

  const engine = (kind = 'label', config: Json = {}) => new Engine(kind, { url: emulator.url, config })
  const remove = () => emulator.delete('/projects/1', owner)
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  /** A provider process as the engine starts it: one that searches. */
  function processOf(kind: string, token = 'emulator-maintainer') {
    const warnings: string[] = []
    const infos: string[] = []
    const log = {
      warn: (text: string) => void warnings.push(text),
      inform: (text: string) => void infos.push(text),
      status: () => {},
    }
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': token }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), log, { searchDeletions: true })
    return { warnings, infos, connection, host: provider(kind, () => connection) }
  }

  it.each([
    ['its former path', 'acme/web'],
    ['its path', 'acme/web-deletion_scheduled-1'],
    ['its id', 1],
  ])(
    'refuses new objects in a project that is scheduled for deletion when the program has %s, and explains how to restore it',
    async (_, project) => {
      await remove()
      emulator.clearRequests()
      const stack = engine()
      const failure = (await stack.up({ ...label, project }).catch((error: Error) => error)) as Error
      expect(failure.message).toContain(
        `label "bug" of ${project} was not created. project acme/web-deletion_scheduled-1`,
      )
      expect(failure.message).toContain('it was deleted on 2026-06-15')
      expect(failure.message).toContain(restore)
      expect(stack.warnings).toEqual([])
      expect(writes()).toEqual([])
    },
  )

  it('refuses new pipelines, subscriptions, links and sets in a project that is scheduled for deletion', async () => {
    await remove()
    emulator.clearRequests()
    const all: [string, Json][] = [
      ['pipeline-run', { project: 'acme/web', ref: 'main' }],
      ['label-set', set],
      ['label-set', { ...set, items: {} }],
      ['freeze-period', { project: 1, freezeStart: '0 22 * * 5', freezeEnd: '0 6 * * 1' }],
      ['issue-link', { project: 'acme/api', issueIid: 1, targetProject: 1, targetIssueIid: 1 }],
    ]
    for (const [kind, args] of all)
      await expect(engine(kind).up(args)).rejects.toThrow(/was not created\. project acme\/web-/)
    expect(writes()).toEqual([])
  })

  it.each(['acme/web', 1])(
    'updates and deletes objects of a project that is scheduled for deletion, with a warning (%p)',
    async (project) => {
      const [one, other] = [engine(), engine()]
      await one.up({ ...label, project })
      await other.up({ ...label, name: 'docs', project })
      await remove()
      const { host, warnings } = processOf('label')
      await one.up({ ...label, project, color: 'blue' }, host)
      await other.up({ ...label, project, name: 'docs', color: 'blue' }, host)
      expect(warnings).toEqual([expect.stringMatching(scheduled)])
      expect(warnings[0]).toContain(restore)
      expect(one.state?.outputs).toMatchObject({ color: '#0000FF' })
      await one.destroy()
      expect(await emulator.get('/projects/1/labels')).toMatchObject({ body: [{ name: 'docs' }] })
    },
  )

  it.each(['acme/web', 1])('reports a scheduled deletion in a refresh with one more request (%p)', async (project) => {
    const [one, other] = [engine(), engine('label-set')]
    await one.up({ ...label, name: 'other', project })
    await other.up({ ...set, project })
    const before = processOf('label')
    emulator.clearRequests()
    await one.refresh(before.host)
    expect(before.warnings).toEqual([])
    expect(emulator.requests()).toHaveLength(2)
    await remove()
    const { host, connection, warnings } = processOf('label')
    expect(await one.refresh(host)).toEqual({ gone: false, drifted: [] })
    expect(await other.refresh(provider('label-set', () => connection))).toEqual({ gone: false, drifted: [] })
    expect(warnings).toEqual([expect.stringMatching(scheduled)])
  })

  it('completes a refresh if the search for scheduled deletions fails', async () => {
    const one = engine()
    await one.up(label)
    await remove()
    emulator.fault({ path: '^/api/v4/projects\\?', status: 403, times: 9 })
    const { host, warnings } = processOf('label')
    expect(await one.refresh(host)).toEqual({ gone: false, drifted: [] })
    expect(warnings).toEqual([])
  })

  it('does not confuse a project that is scheduled for deletion with a new one at its path', async () => {
    const one = engine()
    await one.up(label)
    await remove()
    await emulator.post('/projects', { name: 'Web', path: 'web', namespace_id: 10 })
    const { host, warnings } = processOf('label')
    await engine().up({ ...label, name: 'new' }, host)
    expect(warnings).toEqual([])
    await one.refresh(host)
    expect(warnings).toEqual([expect.stringMatching(scheduled)])
    await expect(one.up({ ...label, color: 'blue' })).rejects.toThrow(
      /belongs to project 1, but acme\/web now names project 4\..* project acme\/web-deletion_scheduled-1 \(id 1\) is scheduled/,
    )
  })

  it('keeps the items of a set and refuses new ones before any write', async () => {
    const one = engine('label-set')
    await one.up(set)
    await remove()
    emulator.clearRequests()
    const more = { bug: { color: 'green' }, docs: { color: 'blue' }, a: { color: 'red' }, b: { color: 'red' } }
    await expect(one.up({ ...set, items: more })).rejects.toThrow(
      'items a, b of label set of acme/web cannot be created. project acme/web-deletion_scheduled-1 (id 1)',
    )
    expect(writes()).toEqual([])
    await one.up({ ...set, items: { bug: { color: 'green' } } })
    expect(writes().map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    expect(one.warnings).toEqual([expect.stringMatching(scheduled)])
  })

  it('keeps an object whose replacement would be created after its deletion', async () => {
    const one = engine('issue-link')
    const args = { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 1 }
    await one.up(args)
    await remove()
    emulator.clearRequests()
    await expect(one.up({ ...args, issueIid: 2 })).rejects.toThrow('is scheduled for deletion')
    expect(writes()).toEqual([])
  })

  it('warns that updates of its own resource fail, unless they restore it', async () => {
    const one = engine('project', { 'trueup:token': 'emulator-owner' })
    await one.up({ project: 'acme/web', description: 'x' })
    const { id, outputs } = one.state!
    await remove()
    const refreshed = processOf('project')
    await refreshed.host.read!(id, outputs)
    expect(refreshed.warnings).toEqual([expect.stringMatching(scheduled)])
    expect(refreshed.warnings[0]).toMatch(/With restore: true, the next update restores it\. Until then, .* fail\.$/)
    const restored = processOf('project', 'emulator-owner')
    await restored.host.update!(id, outputs, { ...outputs, restore: true })
    expect(restored.warnings).toEqual([])
    expect((await emulator.get('/projects/1', owner)).body).toMatchObject({ marked_for_deletion_on: null })
  })

  it('reports a scheduled deletion in a preview of new or changed resources with one search', async () => {
    await remove()
    const { warnings, infos, connection } = processOf('label')
    const foresee = (kind: string, olds: Json, inputs: Json) => verbsOf(load(kind), connection).preview!(olds, inputs)
    emulator.clearRequests()
    await foresee('label', { ...label, project: 'acme/api' }, { ...label, project: 'acme/api' })
    expect(emulator.requests()).toEqual([])
    await foresee('label', {}, { ...label, project: 'acme/api' })
    await foresee('label', {}, { ...label, project: 2 })
    expect(emulator.requests().filter(({ path }) => path.includes('search='))).toHaveLength(1)
    expect([...warnings, ...infos]).toEqual([])
    await foresee('label', label, { ...label, color: 'blue' })
    expect(warnings).toEqual([expect.stringMatching(scheduled)])
    expect(infos).toEqual([])
    await foresee('label', {}, { ...label, project: 1 })
    await foresee('pipeline-run', {}, { project: 'acme/web', ref: 'main' })
    await foresee('label-set', set, { ...set, items: { ...set.items, a: { name: 'a', color: 'red' } } })
    const why =
      ' cannot be created: project acme/web-deletion_scheduled-1 is scheduled for deletion, so no objects are created in it.'
    expect(infos).toEqual([
      `The update would fail: label "bug" of 1${why}`,
      `The update would fail: pipeline run "main" of acme/web${why}`,
      `The update would fail: item a of label set of acme/web${why}`,
    ])
    expect(warnings).toHaveLength(1)
  })

  it('works as before after the project was restored', async () => {
    await remove()
    await emulator.post('/projects/1/restore', undefined, owner)
    const one = engine()
    await one.up(label)
    const { host, warnings } = processOf('label')
    await one.refresh(host)
    expect([...one.warnings, ...warnings]).toEqual([])
  })
})

describe('a group that is scheduled for deletion', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  useTestNow()
  const token = { group: 'acme/platform', name: 'deploy', scopes: ['read_api'], expiresAt: '2026-12-31' }
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  const remove = () => emulator.delete('/groups/11', owner)
  const day = 'is scheduled for deletion: it was deleted on 2026-06-15'

  it.each(['acme/platform', 'acme/platform-deletion_scheduled-11', 11])(
    'refuses a new token of a group that is scheduled for deletion (%p)',
    async (group) => {
      await remove()
      emulator.clearRequests()
      const failure = (await engine('group-access-token')
        .up({ ...token, group })
        .catch((error: Error) => error)) as Error
      expect(failure.message).toContain(`group acme/platform-deletion_scheduled-11 (id 11) ${day}`)
      expect(failure.message).toContain('An Owner of the group can restore it: ')
      expect(failure.message).toContain('POST /api/v4/groups/11/restore.')
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    },
  )

  it('reports the scheduled deletion of a group in a refresh, and deletes its token', async () => {
    const stack = engine('group-access-token')
    await stack.up(token)
    await remove()
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-owner' }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), stack, { searchDeletions: true })
    await stack.refresh(provider('group-access-token', () => connection))
    expect(stack.warnings).toEqual([expect.stringContaining(day)])
    await stack.destroy()
    expect(await emulator.get('/groups/11/access_tokens?state=active', owner)).toMatchObject({ body: [] })
  })

  it('refuses new objects in projects of a group that is scheduled for deletion, and names the group to restore', async () => {
    await remove()
    const label = { project: 'acme/platform/infra', name: 'bug', color: 'red' }
    await expect(engine('label').up(label)).rejects.toThrow(
      'project acme/platform-deletion_scheduled-11/infra (id 3) is scheduled for deletion with group ' +
        'acme/platform-deletion_scheduled-11 (id 11): it was deleted on 2026-06-15',
    )
    await expect(engine('label').up(label)).rejects.toThrow('POST /api/v4/groups/11/restore.')
  })
})

describe('a project that is scheduled for deletion on GitLab 19.3', () => {
  const emulator = useEmulator({ release: '19.3' })

  it('explains why its labels cannot be changed', async () => {
    const stack = new Engine('label', { url: emulator.url })
    await stack.up({ project: 1, name: 'bug', color: 'red' })
    await emulator.delete('/projects/1', owner)
    await expect(stack.up({ project: 1, name: 'bug', color: 'blue' })).rejects.toThrow(
      /403 .*neither archived nor scheduled for deletion/,
    )
  })
})
