import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const maintainer = { as: 'maintainer' }
const at = '/projects/1/approvals'

describe.each<Flavor>(['spec', 'gitlab'])('approval settings, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const change = (sent: object, as = 'maintainer') => emulator.post(at, sent, { as })

  it('reads and changes the settings of a project', async () => {
    const before = { reset_approvals_on_push: true, merge_requests_author_approval: false, approvals_before_merge: 0 }
    expect(await emulator.get(at, maintainer)).toMatchObject({ status: 200, body: before })
    const after = { merge_requests_author_approval: true, approvals_before_merge: 2 }
    expect(await change(after)).toMatchObject({ status: 201, body: { ...before, ...after } })
    expect(await emulator.get(at, maintainer)).toMatchObject({ body: { ...before, ...after } })
  })

  it('accepts the older name of a setting', async () => {
    expect((await change({ require_password_to_approve: true })).body).toMatchObject({
      require_password_to_approve: true,
      require_reauthentication_to_approve: true,
    })
  })

  it('refuses settings that contradict each other, also those of an earlier request', async () => {
    const refused = { status: 400, body: { message: { base: [expect.stringContaining('can only be enabled')] } } }
    expect(await change({ selective_code_owner_removals: true })).toMatchObject(refused)
    const both = { selective_code_owner_removals: true, reset_approvals_on_push: false }
    expect(await change(both)).toMatchObject({ status: 201, body: both })
    expect(await change({ reset_approvals_on_push: true })).toMatchObject(refused)
  })

  it('ignores changes of settings that the group locks, and reports the locks', async () => {
    const setting = 'merge_request_approval_setting'
    await emulator.put(`/groups/10/${setting}`, { allow_author_approval: false }, { as: 'owner' })
    expect((await change({ merge_requests_author_approval: true })).body).toMatchObject({
      merge_requests_author_approval: false,
    })
    expect((await emulator.get(`/projects/1/${setting}`, maintainer)).body).toMatchObject({
      allow_author_approval: { value: false, locked: true, inherited_from: 'group' },
      allow_committer_approval: { value: true, locked: false, inherited_from: null },
    })
  })

  it('refuses users below Maintainer, and empty changes', async () => {
    expect(await emulator.get(at, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await change({}, 'developer')).toMatchObject({ status: 400 })
    expect(await change({ merge_requests_author_approval: true }, 'developer')).toMatchObject({ status: 403 })
    expect(await emulator.get('/groups/10/merge_request_approval_setting', maintainer)).toMatchObject({ status: 403 })
  })
})
