import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

const project = { project: 'acme/fresh', create: true, initializeWithReadme: true }
const branch = { project: 'acme/fresh', name: 'main', allowForcePush: true }
const group = { group: 'acme/fresh-group', create: true }
const member = { group: 'acme/fresh-group', user: 'owner', accessLevel: 'owner', expiresAt: null }

describe('an update of a program that has just created a project or group', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const clock = useTestNow()
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  const protectedBranches = async () =>
    (await emulator.get('/projects/acme%2Ffresh/protected_branches', { as: 'owner' })).body as Json[]

  it.each([
    ['protected-branch', 'project', branch, project],
    ['group-member', 'group', member, group],
  ])('adopts the %s that the service has made in the %s', async (kind, parentKind, args, parentArgs) => {
    const parent = engine(parentKind)
    const host = parent.process()
    await parent.up(parentArgs, host)
    const child = engine(kind)
    await child.up(args, parent.sharing(host, kind))
    expect(parent.warnings.join('\n')).toMatch(/already existed \(id .*\) and was adopted/)
    expect((await child.preview(args)).step).toBe('same')
  })

  it.each(['fail', 'adopt-if-equal'])(
    'adopts the protection of the default branch although onConflict is %s',
    async (onConflict) => {
      const parent = engine('project')
      const host = parent.process()
      await parent.up(project, host)
      await engine('protected-branch').up({ ...branch, onConflict }, parent.sharing(host, 'protected-branch'))
      expect(await protectedBranches()).toMatchObject([{ name: 'main', allow_force_push: true }])
    },
  )

  it('adopts it also if an update before has failed, for a day', async () => {
    const parent = engine('project')
    await parent.up(project)
    const changed = { ...project, description: 'A shop' }
    const next = parent.process()
    await parent.up(changed, next)
    const child = engine('protected-branch')
    expect((await parent.preview(changed, next)).step).toBe('same')
    await child.up(branch, parent.sharing(next, 'protected-branch'))
    await child.destroy()
    await emulator.post('/projects/acme%2Ffresh/protected_branches', { name: 'main' }, { as: 'owner' })
    clock.set('2026-06-16T12:00:01.000Z')
    const late = parent.process()
    await parent.preview(changed, late)
    await expect(engine('protected-branch').up(branch, parent.sharing(late, 'protected-branch'))).rejects.toThrow(
      /protected branch "main" of acme\/fresh already exists/,
    )
  })

  it('adopts nothing in a project that existed before', async () => {
    await emulator.post('/projects', { name: 'fresh', namespace_id: 10, initialize_with_readme: true }, { as: 'owner' })
    const parent = engine('project')
    const host = parent.process()
    await parent.up(project, host)
    await expect(engine('protected-branch').up(branch, parent.sharing(host, 'protected-branch'))).rejects.toThrow(
      /already exists/,
    )
  })
})
