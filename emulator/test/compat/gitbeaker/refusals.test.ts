import { FreezePeriods, Gitlab, Pipelines, ProjectLabels, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('errors in gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const labels = (as?: string | null) => new ProjectLabels(access(emulator, as))

  it.each([
    [null, '401 Unauthorized'],
    ['nobody', '401 Unauthorized'],
    ['expired', 'invalid_token'],
    ['revoked', 'invalid_token'],
  ])('reports the error of the token %s by its first word: %s', async (as, said) => {
    await expect(labels(as).all(1)).rejects.toMatchObject(refused(401, said))
    // An invalid token fails, also for requests that need no token.
    const open = new Pipelines(access(emulator, as)).all(2)
    if (as === null) expect(await open).toHaveLength(3)
    else await expect(open).rejects.toMatchObject(refused(401, said))
  })

  it('reports the error of a read-only token', async () => {
    expect(await labels('readonly').all(1)).toEqual([])
    await expect(labels('readonly').create(1, 'bug', 'red')).rejects.toMatchObject(refused(403, 'insufficient_scope'))
    await expect(labels('readonly').remove(1, 1)).rejects.toMatchObject(refused(403, 'insufficient_scope'))
  })

  it('reports a missing role and a hidden project', async () => {
    await expect(labels('guest').create(1, 'bug', 'red')).rejects.toMatchObject(refused(403, '403 Forbidden'))
    await expect(labels('outsider').create(2, 'bug', 'red')).rejects.toMatchObject(refused(403, '403 Forbidden'))
    await expect(labels('outsider').all(3)).rejects.toMatchObject(refused(404, '404 Project Not Found'))
  })

  it('reports invalid parameters as a sentence, and invalid values as JSON', async () => {
    const freezePeriods = new FreezePeriods(access(emulator))
    await expect(freezePeriods.show(1, NaN)).rejects.toMatchObject(refused(400, 'freeze_period_id is invalid'))
    const said = freezePeriods.create(1, '* * * * *', 'never', { cronTimezone: 'UTC' })
    await expect(said).rejects.toThrow('{"freeze_end":["syntax is invalid"]}')
  })

  it('reports an unknown path like other errors', async () => {
    const noRoute = labels().requester.get('1/stickers')
    await expect(noRoute).rejects.toMatchObject(refused(404, '404 Not Found'))
  })

  it('accepts tokens that are sent in other ways', async () => {
    const bearer = new Users({ host: emulator.url, oauthToken: 'emulator-developer' })
    expect(await bearer.showCurrentUser()).toMatchObject({ username: 'developer' })
    const dynamic = new Users({ host: emulator.url, token: async () => 'emulator-reporter' })
    expect(await dynamic.showCurrentUser()).toMatchObject({ username: 'reporter' })
    const job = new Pipelines({ host: emulator.url, jobToken: 'emulator-job-token' })
    expect(await job.show(2, 2001)).toMatchObject({ id: 2001 })
  })

  it('retries requests to a busy service 10 times', async () => {
    emulator.fault({ path: '/labels', status: 429, body: 'Retry later\n', times: 3 })
    expect(await labels().create(1, 'bug', 'red')).toMatchObject({ id: 1 })
    emulator.fault({ path: '/labels', status: 502, body: '<html></html>', times: 10 })
    await expect(labels().all(1)).rejects.toMatchObject({
      name: 'GitbeakerRetryError',
      message: expect.stringContaining('after 10 retries, last status code: 502'),
    })
    expect(emulator.requests().filter(({ status }) => status >= 400)).toHaveLength(13)
  })

  it('reports the same errors with camel-case responses', async () => {
    const gitlab = new Gitlab({ ...access(emulator), camelize: true })
    const { id } = await gitlab.ProjectLabels.create(1, 'bug', 'red')
    expect(await gitlab.ProjectLabels.show(1, id)).toMatchObject({ textColor: '#FFFFFF', isProjectLabel: true })
    expect(await gitlab.Pipelines.show(1, 1001)).toMatchObject({ detailedStatus: { hasDetails: flavor === 'spec' } })
    await expect(gitlab.ProjectLabels.show(1, 99)).rejects.toMatchObject(refused(404, '404 Label Not Found'))
  })
})
