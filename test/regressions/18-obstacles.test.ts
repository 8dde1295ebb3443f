import { getTriggerTokens, getVulnerabilities } from '../../provider'
import type { Json } from '../../provider/core/plain'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

/** A service that refuses: what is sent, and what a person is told. */
const emulator = useEmulator({ flavor: 'gitlab' })

const engineOf = (kind: string, as = 'maintainer') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
const label = { project: 'acme/web', name: 'bug', color: '#FF0000' }
const freeze = { project: 1, freezeStart: '0 22 * * 5', freezeEnd: '0 6 * * 1', cronTimezone: 'UTC' }
const trigger = { project: 'acme/web', description: 'nightly' }
const group = { group: 'acme', name: 'deploy', scopes: ['api'], accessLevel: 'developer', expiresAt: '2026-12-31' }
const link = { project: 'acme/web', issueIid: 1, targetProject: 'acme/web', targetIssueIid: 2 }
const requests = (method: RegExp, path = /./) =>
  emulator.requests().filter((one) => method.test(one.method) && path.test(one.path)).length
const writes = () => requests(/POST|PUT|DELETE/)
const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  if (!error) throw new Error('expected a failure')
  return error.message
}

describe('maintenance mode', () => {
  const begin = () => {
    emulator.changeSettings({ maintenanceMode: 'We are upgrading: back at 18:00 UTC' })
    emulator.clearRequests()
  }
  const told = /503 We are upgrading: back at 18:00 UTC \(request .*\)\. The service is in maintenance mode and refuses/

  it.each<[string, Json, string]>([
    ['label', label, 'maintainer'],
    ['freeze-period', freeze, 'maintainer'],
    ['trigger-token', trigger, 'maintainer'],
    ['remote-mirror', { project: 1, url: 'https://mirror.example.com/a.git' }, 'maintainer'],
    [
      'protected-environment',
      { project: 1, name: 'production', deployAccessLevels: [{ accessLevel: 'maintainer' }] },
      'maintainer',
    ],
    ['group-access-token', group, 'owner'],
    ['issue-link', link, 'maintainer'],
    ['pipeline-run', { project: 1, ref: 'main' }, 'maintainer'],
    ['label-set', { project: 1, items: { bug: { color: '#FF0000' } } }, 'maintainer'],
  ])('ends the creation of a %s after one write', async (kind, args, as) => {
    begin()
    expect(await failure(engineOf(kind, as).up(args))).toMatch(told)
    expect(writes()).toBe(1)
  })

  it('ends updates and deletions after one write, while reads go on', async () => {
    const engine = engineOf('label')
    await engine.up(label)
    begin()
    expect(await failure(engine.up({ ...label, color: '#00FF00' }))).toMatch(told)
    expect(await failure(engine.destroy())).toMatch(told)
    expect(writes()).toBe(2)
    expect(await engine.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.changeSettings({ maintenanceMode: false })
    expect(await engine.up({ ...label, color: '#00FF00' })).toMatchObject({ step: 'update' })
  })

  it('ends a rotation after one write, and leaves the token as it was', async () => {
    const engine = engineOf('group-access-token', 'owner')
    const rotation = { every: '30d', before: '7d' }
    const { expiresAt: _expiresAt, ...rest } = group
    await engine.up({ ...rest, rotation: { ...rotation } }).catch(() => engine.up(group))
    begin()
    await failure(engine.up({ ...group, expiresAt: '2026-11-30' }))
    expect(writes()).toBe(1)
  })

  it('is not what a proxy means that asks to come back soon', async () => {
    emulator.fault({ method: 'POST', status: 503, body: { message: 'busy' }, headers: { 'Retry-After': '1' } })
    const engine = engineOf('label')
    await engine.up(label)
    expect(requests(/POST/)).toBe(2)
  })

  it('is told from a read-only copy', async () => {
    emulator.changeSettings({ readOnly: true })
    expect(await failure(engineOf('label').up(label))).toMatch(
      /403 You cannot .* use the address of its primary site\.$/,
    )
    expect(writes()).toBe(1)
  })
})

describe('the user of the access token', () => {
  it.each([
    ['blocked', /is blocked or banned: an administrator can lift that, or use another user's token\.$/],
    ['banned', /is blocked or banned/],
    ['deactivated', /at http:\S+ .*\(from .*\) is deactivated: log in there with a browser/],
  ])('is named when %s, not the role', async (state, remedy) => {
    emulator.patch('users', 3, { state })
    for (const args of [label, { ...label, project: 1 }]) {
      const message = await failure(engineOf('label').up(args))
      expect(message).toMatch(remedy)
      expect(message).not.toMatch(/role|archived/)
    }
  })
})

describe('an archived project', () => {
  const archive = () => emulator.patch('projects', 1, { archived: true })

  it('is named where a label cannot be created, changed or deleted', async () => {
    const engine = engineOf('label')
    await engine.up(label)
    archive()
    const told =
      /403 .*The project acme\/web is archived, and nobody is allowed to change its labels: unarchive it, or /
    expect(await failure(engineOf('label').up({ ...label, name: 'new' }))).toMatch(told)
    expect(await failure(engine.up({ ...label, color: '#00FF00' }))).toMatch(told)
    expect(await failure(engine.destroy())).toMatch(/unarchive it, or .*"pulumi state delete"\.$/)
    expect((await engine.refresh()).gone).toBe(false)
  })

  it('is read once for a set of labels', async () => {
    archive()
    const items = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { color: '#FF0000' }]))
    const message = await failure(engineOf('label-set').up({ project: 1, items }))
    expect(message.match(/is archived/g)).toHaveLength(4)
    expect(requests(/GET/, /projects\/1$/)).toBe(1)
  })

  it('is named where trigger tokens cannot be read', async () => {
    const engine = engineOf('trigger-token')
    await engine.up(trigger)
    archive()
    expect(await failure(engine.refresh())).toMatch(
      /The project acme\/web is archived, and nobody is allowed to read or change its trigger tokens: unarchive it/,
    )
  })

  it('is not blamed for a role', async () => {
    archive()
    expect(await failure(engineOf('freeze-period', 'developer').up(freeze))).toMatch(/403 .*changed by Maintainers/)
  })
})

describe('a feature that is switched off', () => {
  it.each([
    [
      { builds_enabled: false },
      /has CI\/CD switched off \(builds_access_level\), without which nobody can read or change/,
    ],
    [
      { settings: { repository_access_level: 'disabled' } },
      /has the repository switched off \(repository_access_level\)/,
    ],
  ])('is named where trigger tokens are refused: %o', async (changes, told) => {
    const engine = engineOf('trigger-token')
    await engine.up(trigger)
    emulator.patch('projects', 1, changes)
    expect(await failure(engine.refresh())).toMatch(told)
    expect(await failure(engineOf('trigger-token').up({ ...trigger, description: 'x' }))).toMatch(told)
  })

  it('is named where issue links are hidden', async () => {
    const engine = engineOf('issue-link')
    await engine.up(link)
    emulator.patch('projects', 1, { issues_enabled: false })
    const told = /404 .*The project acme\/web has issues switched off \(issues_access_level\)/
    expect(await failure(engine.refresh())).toMatch(told)
  })

  it('is not blamed while it is on, and the project is not read for other errors', async () => {
    expect(await failure(engineOf('trigger-token', 'developer').up(trigger))).toMatch(/managed by Maintainers/)
    emulator.clearRequests()
    const message = await failure(engineOf('label').up({ ...label, project: 1, color: '#FF0000', name: 'a,b' }))
    expect(message).toMatch(/400/)
    expect(requests(/GET/, /projects\/1$/)).toBe(0)
  })
})
