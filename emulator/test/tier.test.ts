import { useEmulator } from './support/emulator'

import type { Flavor, Tier } from '..'

const tiers: Tier[] = ['free', 'premium', 'ultimate']
const every = [200, 200, 200]
/** Routes that GitLab also has without a license. */
const enterprise = { spec: [404, 200, 200], gitlab: every }
const ultimate = [403, 403, 200]

/** The statuses that an administrator gets in each tier, in the order of the tiers. */
const features: [feature: string, path: string, statuses: number[] | Record<Flavor, number[]>][] = [
  ['group access tokens', '/groups/10/access_tokens', every],
  ['pipelines', '/projects/1/pipelines', every],
  ['trigger tokens', '/projects/1/triggers', every],
  ['freeze periods', '/projects/1/freeze_periods', every],
  ['remote mirrors', '/projects/1/remote_mirrors', every],
  ['issue links', '/projects/1/issues/1/links', every],
  ['labels', '/projects/1/labels', every],
  ['storage moves of projects', '/project_repository_storage_moves', every],
  ['storage moves of snippets', '/snippet_repository_storage_moves', every],
  ['job-queue metrics', '/sidekiq/job_stats', every],
  ['protected environments', '/projects/1/protected_environments', enterprise],
  ['storage moves of groups', '/group_repository_storage_moves', enterprise],
  ['vulnerabilities', '/projects/1/vulnerabilities', ultimate],
  ['vulnerability findings', '/projects/1/vulnerability_findings', ultimate],
]

describe.each<Flavor>(['spec', 'gitlab'])('features of tiers, flavor %s', (flavor) => {
  const emulators = tiers.map((tier) => useEmulator({ flavor, tier }))
  const community = useEmulator({ flavor, tier: 'ce' })

  it.each(features)('responds to requests for %s by tier: %s', async (_feature, path, statuses) => {
    const asked = emulators.map((emulator) => emulator.get(path, { as: 'root' }))
    const expected = Array.isArray(statuses) ? statuses : statuses[flavor]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(expected)
  })

  it('responds with 404 or 403 to requests for a feature that the tier lacks', async () => {
    const [free] = emulators
    const lowest = flavor === 'spec' ? free! : community
    expect(await lowest.get('/projects/1/protected_environments')).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    })
    expect(await free!.get('/projects/1/vulnerabilities', { as: 'root' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    })
  })

  it('has the routes of the Enterprise Edition in the tier ce only in the specification', async () => {
    const paths = features.flatMap(([, path, statuses]) => (statuses === every ? [] : [path]))
    const asked = paths.map((path) => community.get(path, { as: 'root' }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses).toEqual(flavor === 'spec' ? [404, 404, 403, 403] : [404, 404, 404, 404])
  })
})
