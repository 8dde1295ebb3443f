import { Pipelines, PipelineTriggerTokens } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('trigger tokens by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const triggers = (as?: string | null) => new PipelineTriggerTokens(access(emulator, as))
  const pipelines = () => new Pipelines(access(emulator))

  it('creates, reads and lists trigger tokens for their owner', async () => {
    const made = await triggers().create(1, 'deploy')
    expect(made).toEqual({
      id: 1,
      token: expect.stringMatching(/^glptt-[\w-]{20}$/),
      description: 'deploy',
      created_at: testNow,
      updated_at: testNow,
      last_used: null,
      expires_at: null,
      owner: expect.objectContaining({ id: 3, username: 'maintainer', name: 'Maintainer', state: 'active' }),
    })
    expect(await triggers().show('acme/web', 1)).toEqual(made)
    expect(await triggers().all(1)).toEqual([made])
  })

  it('lets only the owner update a trigger token', async () => {
    const { token } = await triggers().create(1, 'deploy')
    emulator.advanceClock(60)
    expect(await triggers().edit(1, 1, { description: 'release' })).toMatchObject({
      id: 1,
      token,
      description: 'release',
      updated_at: '2026-06-15T12:01:00.000Z',
    })
    await expect(triggers('owner').edit(1, 1, { description: 'mine' })).rejects.toMatchObject(
      refused(403, '403 Forbidden - The current user is not authorized to update the pipeline trigger token'),
    )
    // GitLab takes a description that is left out for none.
    expect(await triggers().edit(1, 1)).toMatchObject({ description: spec ? 'release' : null })
  })

  it('lets all maintainers delete a trigger token once', async () => {
    await triggers().create(1, 'deploy')
    expect(await triggers('owner').remove(1, 1)).toBeNull()
    const gone = refused(404, '404 Not found')
    await expect(triggers().remove(1, 1)).rejects.toMatchObject(gone)
    await expect(triggers().show(1, 1)).rejects.toMatchObject(gone)
  })

  it('starts a pipeline with a trigger token, with variables from a form', async () => {
    const { token } = await triggers().create(1, 'deploy')
    const variables = { TARGET: 'eu-west', camelCase: '1+1=2', EMPTY: '' }
    const started = await triggers(null).trigger(1, 'main', token, { variables })
    expect(started).toMatchObject({
      iid: 4,
      project_id: 1,
      ref: 'main',
      status: 'created',
      source: 'trigger',
      user: { username: 'maintainer' },
    })
    const shown = await pipelines().allVariables(1, started.id)
    const payload = shown.find(({ key }) => key === 'TRIGGER_PAYLOAD')
    expect(payload).toMatchObject({ variable_type: 'file' })
    expect(JSON.parse(payload!.value)).toMatchObject({ ref: 'main', variables })
    expect(payload!.value).not.toContain(token)
    const others = shown.filter((one) => one !== payload).map(({ key, value }) => [key, value])
    expect(others).toEqual(Object.entries(variables))
    expect(await triggers().show(1, 1)).toMatchObject({ last_used: testNow })
    expect(await pipelines().all(1, { source: 'trigger' })).toMatchObject([{ id: started.id }])
  })

  it('starts a pipeline without variables', async () => {
    const { token } = await triggers().create(1, 'deploy')
    expect(await triggers('guest').trigger(1, 'v1.0.0', token)).toMatchObject({ source: 'trigger', tag: true })
  })

  it('starts a pipeline of another project with the token of a running job', async () => {
    const started = await triggers(null).trigger(1, 'main', 'emulator-job-token')
    expect(started).toMatchObject({ project_id: 1, source: 'pipeline', user: { username: 'developer' } })
    await expect(triggers(null).trigger(1, 'main', 'emulator-finished-job-token')).rejects.toMatchObject(
      refused(401, 'Job is not running'),
    )
  })
})
