import { getPipelines, getTriggerTokens } from '../../provider'
import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { valueOf } from '../support/output'
import { useTestNow } from '../support/test-now'

/** Tests the requests to a service that refuses writes, and the errors. */
const emulator = useEmulator({ flavor: 'gitlab' })
const clock = useTestNow()

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
  const told = /503 We are upgrading: back at 18:00 UTC \(request .*\)\. The service is in maintenance mode and rejects/

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
  ])('stops creating a %s after one write in maintenance mode', async (kind, args, as) => {
    begin()
    expect(await failure(engineOf(kind, as).up(args))).toMatch(told)
    expect(writes()).toBe(1)
  })

  it('stops an update or a deletion after one write in maintenance mode, and still reads', async () => {
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

  it('stops a rotation after one write in maintenance mode, and keeps the token', async () => {
    const engine = engineOf('group-access-token', 'owner')
    const { expiresAt: _expiresAt, ...rest } = group
    const rotating = { ...rest, rotation: { lifetimeDays: 90, rotateDaysBefore: 30 } }
    await engine.up(rotating)
    const { tokenId } = engine.state!.outputs
    const later = '2026-08-20T12:00:00.000Z'
    clock.set(later)
    emulator.setClock(later)
    begin()
    expect(await failure(engine.up(rotating))).toMatch(told)
    expect(writes()).toBe(1)
    expect(await engine.refresh()).toEqual({ gone: false, drifted: [] })
    expect(engine.state!.outputs.tokenId).toBe(tokenId)
    emulator.changeSettings({ maintenanceMode: false })
    expect(await engine.up(rotating)).toMatchObject({ step: 'update' })
  })

  it('does not report maintenance mode for a 503 of a proxy with Retry-After', async () => {
    emulator.fault({ method: 'POST', status: 503, body: { message: 'busy' }, headers: { 'Retry-After': '1' } })
    const engine = engineOf('label')
    await engine.up(label)
    expect(requests(/POST/)).toBe(2)
  })

  it('distinguishes maintenance mode from a read-only replica', async () => {
    emulator.changeSettings({ readOnly: true })
    expect(await failure(engineOf('label').up(label))).toMatch(/403 You cannot .* use the URL of its primary site\.$/)
    expect(writes()).toBe(1)
  })
})

describe('the user of the access token', () => {
  it.each([
    ['blocked', /is blocked or banned: ask an administrator to unblock the user, or use another user's token\.$/],
    ['banned', /is blocked or banned/],
    ['deactivated', /at http:\S+ .*\(from .*\) is deactivated: log in with a browser/],
  ])('names the user of the access token as the cause when %s, not the role', async (state, remedy) => {
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

  it('names the archived project when a label cannot be created, updated or deleted', async () => {
    const engine = engineOf('label')
    await engine.up(label)
    archive()
    const told = /403 .*The project acme\/web is archived, so its labels cannot be changed: unarchive it, or /
    expect(await failure(engineOf('label').up({ ...label, name: 'new' }))).toMatch(told)
    expect(await failure(engine.up({ ...label, color: '#00FF00' }))).toMatch(told)
    expect(await failure(engine.destroy())).toMatch(/unarchive it, or .*"pulumi state delete"\.$/)
    expect((await engine.refresh()).gone).toBe(false)
  })

  it('reads an archived project once for a set of labels', async () => {
    archive()
    const items = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { color: '#FF0000' }]))
    const message = await failure(engineOf('label-set').up({ project: 1, items }))
    expect(message.match(/is archived/g)).toHaveLength(4)
    expect(requests(/GET/, /projects\/1$/)).toBe(1)
  })

  it('names the archived project when trigger tokens cannot be read', async () => {
    const engine = engineOf('trigger-token')
    await engine.up(trigger)
    archive()
    expect(await failure(engine.refresh())).toMatch(
      /The project acme\/web is archived, so its trigger tokens cannot be read or changed: unarchive it/,
    )
  })

  it('does not name the archived project when the role is missing', async () => {
    archive()
    expect(await failure(engineOf('freeze-period', 'developer').up(freeze))).toMatch(
      /403 .*changing them the Maintainer role/,
    )
  })
})

describe('a disabled feature', () => {
  it.each([
    [
      { builds_enabled: false },
      /has CI\/CD disabled \(builds_access_level\), so its trigger tokens cannot be read or changed/,
    ],
    [{ settings: { repository_access_level: 'disabled' } }, /has the repository disabled \(repository_access_level\)/],
  ])('names the disabled feature when trigger tokens are refused: %o', async (changes, told) => {
    const engine = engineOf('trigger-token')
    await engine.up(trigger)
    emulator.patch('projects', 1, changes)
    expect(await failure(engine.refresh())).toMatch(told)
    expect(await failure(engineOf('trigger-token').up({ ...trigger, description: 'x' }))).toMatch(told)
  })

  it('names the disabled feature when issue links are hidden', async () => {
    const engine = engineOf('issue-link')
    await engine.up(link)
    emulator.patch('projects', 1, { issues_enabled: false })
    const told = /404 .*The project acme\/web has issues disabled \(issues_access_level\)/
    expect(await failure(engine.refresh())).toMatch(told)
  })

  it('does not name an enabled feature, and does not read the project again for other errors', async () => {
    expect(await failure(engineOf('trigger-token', 'developer').up(trigger))).toMatch(
      /Managing trigger tokens requires the Maintainer role/,
    )
    emulator.clearRequests()
    emulator.fault({ method: 'POST', status: 400, body: { message: 'no' } })
    expect(await failure(engineOf('label').up({ ...label, project: 1 }))).toMatch(/400 no/)
    expect(requests(/GET/, /projects\/1$/)).toBe(1)
  })
})

describe('a tier', () => {
  const protection = (project: string | number) => ({
    project,
    name: 'production',
    deployAccessLevels: [{ accessLevel: 'maintainer' }],
  })

  describe('without a license', () => {
    const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
    const engineIn = (kind: string, as = 'maintainer') => new Engine(kind, { url: free.url, token: `emulator-${as}` })

    it('warns once that protected environments have no effect without a license', async () => {
      const engine = engineIn('protected-environment-set')
      const other = engineIn('protected-environment')
      const { name, ...item } = protection('acme/web')
      await engine.up({ project: 'acme/web', items: { production: { name, ...item, project: undefined } } })
      expect(engine.warnings).toEqual([
        `${free.url} accepts protected environments, but does not enforce them: project acme/web has none of the ` +
          'paid tiers, and they need Premium or Ultimate.',
      ])
      await other.up({ ...protection('acme/web'), name: 'staging' })
      expect(other.warnings).toHaveLength(1)
      const numbered = engineIn('protected-environment')
      await numbered.up(protection(2))
      expect(numbered.warnings).toHaveLength(1)
    })

    it('names the missing license as the reason that a project has no vulnerabilities', async () => {
      const message = await failure(engineIn('vulnerability').up({ project: 1, findingId: 101 }))
      expect(message).toMatch(
        /403 .*The project acme\/web has none of the paid tiers, and vulnerabilities need Ultimate\.$/,
      )
    })

    it('names the missing license when an issue link type other than relates_to is refused', async () => {
      const blocks = { ...link, linkType: 'blocks' }
      expect(await failure(engineIn('issue-link').up(blocks))).toMatch(
        /403 Blocked issues .* require Premium or Ultimate, which the project does not have/,
      )
    })
  })

  describe('of the Community Edition', () => {
    const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })
    const engineIn = (kind: string) => new Engine(kind, { url: community.url })

    it.each<[string, Json, RegExp]>([
      [
        'protected-environment',
        protection('acme/web'),
        /404 .* is a GitLab Community Edition, which has no protected environments: .* with Premium or Ultimate\.$/,
      ],
      ['vulnerability', { project: 1, findingId: 101 }, /404 .* has no vulnerabilities: .* with Ultimate\.$/],
      ['issue-link', { ...link, linkType: 'blocks' }, /400 .*GitLab Community Edition supports only "relates_to"/],
    ])('names the Community Edition as the reason that it has no %s', async (kind, args, told) => {
      const engine = engineIn(kind)
      expect(await failure(engine.up(args))).toMatch(told)
      // It does not store what it does not have.
      expect(engine.warnings).toEqual([])
    })

    const user = [{ userId: 3 }]
    const onlyRole = /is missing \(GitLab Community Edition only accepts a single role\)/
    it.each<[string, string, Json, RegExp]>([
      ['allowedToCreate', 'protected-tag', { name: 'v*', allowedToCreate: user }, onlyRole],
      ['allowedToPush', 'protected-branch', { name: 'stable', allowedToPush: user }, onlyRole],
    ])('names the Community Edition as the reason that it ignores %s of a %s', async (_, kind, args, told) => {
      expect(await failure(engineIn(kind).up({ project: 'acme/web', ...args }))).toMatch(told)
    })
  })

  it('does not warn with a license', async () => {
    const engine = engineOf('protected-environment')
    await engine.up(protection('acme/web'))
    expect(engine.warnings).toEqual([])
  })
})

describe('functions', () => {
  it('names an archived project, and one without pipelines, in errors of functions', async () => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-maintainer'
    try {
      emulator.patch('projects', 1, { archived: true })
      await expect(valueOf(getTriggerTokens({ project: 1 }))).rejects.toThrow(/The project acme\/web is archived/)
      emulator.patch('projects', 2, { builds_enabled: false })
      await expect(valueOf(getPipelines({ project: 'acme/api' }))).rejects.toThrow(/has CI\/CD disabled .* pipelines/)
    } finally {
      delete process.env.TRUEUP_BASE_URL
      delete process.env.TRUEUP_TOKEN
    }
  })
})
