import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('created groups, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asOwner = { as: 'owner' }
  const create = (fields: object, as = 'owner') =>
    emulator.post('/groups', { name: 'Made', path: 'made', ...fields }, { as })

  it('creates private groups owned by their creators', async () => {
    expect(await create({})).toMatchObject({
      status: 201,
      body: { id: 13, name: 'Made', full_path: 'made', visibility: 'private', description: null, parent_id: null },
    })
    expect((await emulator.get('/groups/made/members', asOwner)).body).toMatchObject([{ id: 2, access_level: 50 }])
    expect(await emulator.get('/groups/13')).toMatchObject({ status: 404 })
  })

  it('lets maintainers of a group create subgroups', async () => {
    expect(await create({ parent_id: 10 }, 'maintainer')).toMatchObject({
      status: 201,
      body: { full_path: 'acme/made', full_name: 'Acme / Made', parent_id: 10 },
    })
    expect(await create({ parent_id: 10, path: 'other' }, 'developer')).toMatchObject({ status: 403 })
    expect(await create({ parent_id: 11, path: 'other' }, 'outsider')).toMatchObject({ status: 404 })
    expect(await create({ path: 'other' }, 'outsider')).toMatchObject({ status: 201 })
  })

  it.each([
    [{ path: 'ACME' }, 'Failed to save group {:path=>["has already been taken"]}'],
    [{ path: 'owner' }, 'Failed to save group {:path=>["has already been taken"]}'],
    [{ name: 'Platform', parent_id: 10 }, 'Failed to save group {:name=>["has already been taken"]}'],
    [{ visibility: 'public', parent_id: 11 }, expect.stringMatching(/visibility_level.*parent group has a private/)],
    [{ path: 'a b' }, expect.stringMatching(/:path=>\["can only include .*, "can contain only letters/)],
    [{ path: 'snippets' }, 'Failed to save group {:path=>["snippets is a reserved name"]}'],
    [{ path: 'a' }, 'Failed to save group {:path=>["is too short (minimum is 2 characters)"]}'],
    [{ path: 'web', parent_id: 10 }, 'Failed to save group {:path=>["has already been taken"]}'],
  ])('refuses a group with the fields %j', async (fields, message) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { message } })
  })

  it('stores the settings of groups', async () => {
    await create({ share_with_group_lock: true, project_creation_level: 'noone' })
    expect(await emulator.put('/groups/13', { emails_disabled: true, description: 'x' }, asOwner)).toMatchObject({
      status: 200,
      body: { share_with_group_lock: true, project_creation_level: 'noone', emails_enabled: false, description: 'x' },
    })
    expect(await emulator.post('/projects', { name: 'a', namespace_id: 13 }, asOwner)).toMatchObject({
      status: 400,
      body: { message: { namespace: ['is not valid'] } },
    })
    expect(await emulator.put('/groups/10', { description: 'x' })).toMatchObject({ status: 403 })
  })

  it('returns the token for runners to owners, but not in the response to a creation', async () => {
    expect((await create({})).body).not.toHaveProperty('runners_token')
    const shown = { body: { runners_token: expect.stringMatching(/^GR1348941LABx+13$/) } }
    expect(await emulator.get('/groups/13', asOwner)).toMatchObject(shown)
    expect(await emulator.put('/groups/13', { description: 'x' }, asOwner)).toMatchObject(shown)
    expect((await emulator.get('/groups/10')).body).not.toHaveProperty('runners_token')
  })

  it('ignores settings for administrators of other callers', async () => {
    expect(await emulator.put('/groups/10', { max_artifacts_size: 5 }, asOwner)).toMatchObject({
      status: 200,
      body: { max_artifacts_size: null },
    })
    expect(await emulator.put('/groups/10', { max_artifacts_size: 5 }, { as: 'root' })).toMatchObject({
      body: { max_artifacts_size: 5 },
    })
  })

  it('creates subgroups with the setting for shared runners of the parent', async () => {
    await emulator.put('/groups/10', { shared_runners_setting: 'disabled_and_unoverridable' }, asOwner)
    expect(await create({ parent_id: 10, shared_runners_setting: 'enabled' })).toMatchObject({
      status: 201,
      body: { shared_runners_setting: 'disabled_and_unoverridable' },
    })
  })

  it('moves the projects when the path of a group changes', async () => {
    expect(await emulator.put('/groups/10', { path: 'base' }, asOwner)).toMatchObject({ body: { full_path: 'base' } })
    expect(await emulator.get('/groups/acme', asOwner)).toMatchObject({ status: 404 })
    expect(await emulator.get('/projects/base%2Fplatform%2Finfra')).toMatchObject({ status: 200, body: { id: 3 } })
    expect(await emulator.get('/projects/acme%2Fplatform%2Finfra')).toMatchObject({ status: 301 })
  })

  it('refuses a visibility below that of the contents', async () => {
    const complaint = 'private is not allowed since this group contains projects with higher visibility.'
    expect(await emulator.put('/groups/10', { visibility: 'private' }, asOwner)).toMatchObject({
      status: 400,
      body: { message: { visibility_level: [complaint] } },
    })
  })

  it('renames a group while its deletion is scheduled, and restores it', async () => {
    expect(await emulator.delete('/groups/11')).toMatchObject({ status: 403 })
    expect(await emulator.delete('/groups/11', asOwner)).toMatchObject({
      status: 202,
      body: { message: '202 Accepted' },
    })
    expect(await emulator.get('/groups/11')).toMatchObject({
      body: { full_path: 'acme/platform-deletion_scheduled-11', marked_for_deletion_on: '2026-06-15' },
    })
    expect(await emulator.get('/projects/3')).toMatchObject({
      body: { path_with_namespace: 'acme/platform-deletion_scheduled-11/infra' },
    })
    expect(await emulator.delete('/groups/11', asOwner)).toMatchObject({ status: 400 })
    expect(await emulator.post('/groups/11/restore', undefined, asOwner)).toMatchObject({
      status: 201,
      body: { full_path: 'acme/platform', name: 'Platform', marked_for_deletion_on: null },
    })
    expect(await emulator.get('/projects/acme%2Fplatform%2Finfra')).toMatchObject({ status: 200 })
  })

  it('deletes a group with its contents immediately with `permanently_remove` if its deletion is scheduled', async () => {
    const removal = '/groups/11?permanently_remove=true&full_path='
    expect(await emulator.delete(`${removal}acme%2Fplatform`, asOwner)).toMatchObject({
      status: 400,
      body: { message: 'Group must be marked for deletion first.' },
    })
    await emulator.delete('/groups/11', asOwner)
    expect(await emulator.delete(`${removal}acme%2Fplatform`, asOwner)).toMatchObject({ status: 400 })
    const path = encodeURIComponent('acme/platform-deletion_scheduled-11')
    expect(await emulator.delete(`${removal}${path}`, asOwner)).toMatchObject({ status: 202 })
    expect(await emulator.get('/groups/11', asOwner)).toMatchObject({ status: 404 })
    expect(await emulator.get('/projects/3', asOwner)).toMatchObject({ status: 404 })
    expect(emulator.state().collections.issues?.records.some((one) => one.id > 300)).toBe(false)
  })
})
