import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { previewOfProgram } from '../support/program-preview'
import { warningsOfPreview } from '../support/warnings-of-preview'

const project = 'acme/web'

describe.each(['18.9', '19.3'] as const)('a project that can be archived on GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const options = (token = 'emulator-owner') => ({ url: emulator.url, token })
  const engine = (kind = 'project', token = 'emulator-owner') => new Engine(kind, options(token))
  const isArchived = async (path = project) => {
    const { body } = await emulator.get(`/projects/${encodeURIComponent(path)}`, { as: 'root' })
    return (body as Json).archived
  }
  const archive = (state = 'archive') => emulator.post(`/projects/1/${state}`, {}, { as: 'root' })
  const writes = () =>
    emulator.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path.split('/').at(-1)}`]))
  const made = async (args: Json) => {
    const stack = engine()
    await stack.up({ project, ...args })
    emulator.clearRequests()
    return stack
  }

  it('archives and unarchives a project', async () => {
    const stack = await made({ archived: true })
    expect(await isArchived()).toBe(true)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ project, archived: true })).toEqual({ step: 'same', changed: [] })
    expect(await stack.up({ project, archived: false })).toEqual({ step: 'update', changed: ['archived'] })
    expect(await isArchived()).toBe(false)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('leaves a project archived that another user has archived, while the program does not say', async () => {
    const stack = await made({ mergeMethod: 'ff' })
    await archive()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up({ project, mergeMethod: 'merge' })
    expect(await isArchived()).toBe(true)
    emulator.clearRequests()
    expect(await stack.preview({ project, mergeMethod: 'merge' })).toEqual({ step: 'same', changed: [] })
    const managed = await made({ archived: true })
    await managed.up({ project })
    expect(await isArchived()).toBe(true)
    expect(writes()).toEqual([])
  })

  it.each([true, false])(
    'reports another value as drift if the program declares archived: %p, and repairs it',
    async (archived) => {
      const stack = await made({ archived })
      await archive(archived ? 'unarchive' : 'archive')
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['archived'] })
      await stack.up({ project, archived })
      expect(await isArchived()).toBe(archived)
    },
  )

  it('unarchives a project before other changes, and archives it after them', async () => {
    const stack = await made({ archived: true })
    await stack.up({ project, archived: false, description: 'one', namespace: 'acme/platform' })
    expect(writes()).toEqual(['POST unarchive', 'PUT transfer', 'PUT 1'])
    emulator.clearRequests()
    await stack.up({ project, archived: true, description: 'two', namespace: 'acme' })
    expect(writes()).toEqual(['PUT transfer', 'PUT 1', 'POST archive'])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('creates and archives a project in one update', async () => {
    const stack = engine()
    const args = { project: 'acme/fresh', create: true, archived: true, description: 'Done' }
    await stack.up(args)
    expect(await isArchived('acme/fresh')).toBe(true)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it.each([{ drop: 'after' }, { drop: 'before' }] as const)(
    'archives a project once if the response is lost: %j',
    async (lost) => {
      const stack = await made({})
      emulator.fault({ method: 'POST', path: /\/archive$/, ...lost })
      await stack.up({ project, archived: true })
      expect(await isArchived()).toBe(true)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    },
  )

  it('accepts a project that another user has archived at the same moment', async () => {
    const stack = await made({})
    emulator.fault({
      method: 'POST',
      path: /\/archive$/,
      status: 400,
      body: { message: 'Project is already archived.' },
      work: true,
    })
    await stack.up({ project, archived: true })
    expect(await isArchived()).toBe(true)
  })

  it('names the role that archives a project', async () => {
    await expect(engine('project', 'emulator-maintainer').up({ project, archived: true })).rejects.toThrow(
      /archive: 403 Forbidden.*Only Owners can .*archive, unarchive/s,
    )
  })

  it('names the archived project and the remedy in the preview of a label that cannot be changed', async () => {
    const label = { project, name: 'bug', color: '#FF0000' }
    const stack = new Engine('label', options())
    await stack.up(label)
    await archive()
    const told = [
      expect.stringMatching(/update would fail: project acme\/web is archived, so its labels cannot be changed/),
    ]
    const preview = (kind: string, olds: Json, args: Json) => warningsOfPreview(kind, options(), olds, args)
    expect(await preview('label', label, { ...label, color: '#00FF00' })).toEqual(told)
    expect(await preview('label', {}, { ...label, name: 'other' })).toEqual(told)
    const set = (color: string) => ({ project, items: { bug: { color }, other: { color } } })
    expect(await preview('label-set', set('#FF0000'), set('#00FF00'))).toEqual(told)
    expect(await preview('label', label, label)).toEqual([])
    // Others are accepted.
    expect(await preview('project-variable', {}, { project, key: 'A', value: 'one' })).toEqual([])
  })

  it('does not name the archived project for a label that is adopted as it is', async () => {
    const label = { project, name: 'bug', color: '#FF0000', onConflict: 'adopt' }
    await new Engine('label', options()).up(label)
    await archive()
    expect(await warningsOfPreview('label', options(), {}, label)).toEqual([])
    expect(await warningsOfPreview('label', options(), {}, { ...label, color: '#00FF00' })).toEqual([
      expect.stringMatching(/is archived, so its labels cannot be changed/),
    ])
  })
})

describe.each(['ultimate', 'free', 'ce'] as const)('protected branches of an archived project with %s', (tier) => {
  const emulator = useEmulator({ tier })
  const options = () => ({ url: emulator.url, token: 'emulator-maintainer' })
  const branch = { project, name: 'stable', allowedToPush: [{ accessLevel: 'maintainer' }] }

  it('name the project as the cause if it has a license, and change otherwise', async () => {
    const stack = new Engine('protected-branch', options())
    await stack.up(branch)
    await emulator.post('/projects/1/archive', {}, { as: 'root' })
    const next = { ...branch, allowForcePush: true }
    const warnings = await warningsOfPreview('protected-branch', options(), branch, next)
    const outcome = await stack.up(next).then(() => 'ok', String)
    const told = /project acme\/web is archived, so its protected branches cannot be changed: unarchive it/
    if (tier === 'ultimate')
      expect([...warnings, outcome]).toEqual([
        expect.stringMatching(told),
        expect.stringMatching(new RegExp(told, 'i')),
      ])
    else expect([...warnings, outcome]).toEqual(['ok'])
  })
})

describe.each(['dynamic', 'native'] as const)('a program of the %s front that archives a project', (front) => {
  const emulator = useEmulator()
  const label = { project: 1, name: 'bug', color: '#FF0000' }
  const variable = { project: 1, key: 'A', value: 'one' }
  const preview = async (archived: boolean, objects: [string, Json][]) =>
    (
      await previewOfProgram([['project', { project, archived }], ...objects], {
        url: emulator.url,
        token: 'emulator-owner',
        front,
      })
    ).warnings.filter((text) => text.includes('rchive'))

  it('warns if the same update changes labels, which it does afterwards', async () => {
    expect(
      await preview(true, [
        ['label', label],
        ['label', { ...label, name: 'other' }],
      ]),
    ).toEqual([
      expect.stringMatching(
        /would fail: it archives project acme\/web before it changes its labels\. Archive the project in a later update/,
      ),
    ])
    expect(await preview(true, [['project-variable', variable]])).toEqual([])
  })

  it('does not warn if the same update unarchives the project of new labels', async () => {
    await emulator.post('/projects/1/archive', {}, { as: 'root' })
    expect(await preview(false, [['label', label]])).toEqual([])
    expect(await preview(true, [['label', label]])).toEqual([
      expect.stringMatching(/project acme\/web is archived, so its labels cannot be changed: unarchive it/),
    ])
  })
})

describe('a project in an archived group', () => {
  const emulator = useEmulator()
  const engine = () => new Engine('project', { url: emulator.url, token: 'emulator-owner' })

  it('names the group as the reason why it cannot be unarchived', async () => {
    await emulator.post('/groups/10/archive', {}, { as: 'root' })
    await expect(engine().up({ project, archived: false })).rejects.toThrow(
      /unarchive: 400 .*A group above is archived, and with it all of its projects: unarchive the group/,
    )
    const stack = engine()
    await stack.up({ project, archived: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })
})
