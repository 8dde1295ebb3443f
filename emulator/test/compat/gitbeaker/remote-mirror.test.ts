import { ProjectRemoteMirrors } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const target = 'https://example.com/web.git'
const other = 'https://example.com/acme/other.git'

describe.each<Flavor>(['spec', 'gitlab'])('remote mirrors by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const mirrors = (as?: string | null) => new ProjectRemoteMirrors(access(emulator, as))

  it('creates, reads and lists mirrors, which are disabled by default', async () => {
    const made = await mirrors().createPushMirror(1, target)
    expect(made).toMatchObject({
      id: 1,
      enabled: false,
      url: target,
      auth_method: 'password',
      update_status: 'none',
      last_error: null,
      last_update_at: null,
      last_update_started_at: null,
      last_successful_update_at: null,
      only_protected_branches: false,
      keep_divergent_refs: spec ? false : null,
    })
    expect(await mirrors().show('acme/web', 1)).toEqual(made)
    const enabled = { enabled: true, keepDivergentRefs: true, onlyProtectedBranches: true }
    const second = await mirrors().createPushMirror(1, other, enabled)
    expect(second).toMatchObject({ enabled: true, keep_divergent_refs: true, only_protected_branches: true })
    expect(await mirrors().all(1)).toEqual([made, second])
  })

  it('refuses updates by gitbeaker, which sends POST instead of PUT', async () => {
    await mirrors().createPushMirror(1, target)
    await expect(mirrors().edit(1, 1, { enabled: true })).rejects.toMatchObject(refused(404, '404 Not Found'))
    const { requester } = mirrors()
    const changes = { enabled: true, keepDivergentRefs: true, mirrorBranchRegex: 'release/.*' }
    const { status, body } = await requester.put('projects/1/remote_mirrors/1', { body: changes })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: 1, url: target, enabled: true, keep_divergent_refs: true, mirror_branch_regex: 'release/.*' },
    })
    expect(await mirrors().show(1, 1)).toEqual(body)
  })

  it('pushes to an enabled mirror', async () => {
    await mirrors().createPushMirror(1, target, { enabled: true })
    expect(await mirrors().sync(1, 1)).toBeNull()
    await mirrors().createPushMirror(1, other)
    await expect(mirrors().sync(1, 2)).rejects.toMatchObject(
      refused(400, 'Cannot proceed with the push mirroring. Please verify your mirror configuration.'),
    )
  })

  it('deletes a mirror once', async () => {
    await mirrors().createPushMirror(1, target)
    expect(await mirrors().remove(1, 1)).toBeNull()
    await expect(mirrors().remove(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(mirrors().show(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
  })
})
