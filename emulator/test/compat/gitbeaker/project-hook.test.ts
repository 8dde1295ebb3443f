import { ProjectHooks } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const url = 'https://example.com/hook'
const otherUrl = 'https://example.com/other'

describe.each<Flavor>(['spec', 'gitlab'])('webhooks by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const hooks = (as?: string | null) => new ProjectHooks(access(emulator, as))

  it('adds, reads and lists a webhook, without its token', async () => {
    const made = await hooks().add(1, url, {
      pushEvents: false,
      issuesEvents: true,
      confidentialNoteEvents: true,
      pushEventsBranchFilter: 'release/*',
      enableSslVerification: false,
      token: 'hook-secret',
    })
    expect(made).toMatchObject({
      id: 1,
      project_id: 1,
      url,
      created_at: testNow,
      push_events: false,
      issues_events: true,
      confidential_note_events: true,
      tag_push_events: false,
      merge_requests_events: false,
      push_events_branch_filter: 'release/*',
      enable_ssl_verification: false,
      alert_status: 'executable',
      disabled_until: null,
      url_variables: [],
      custom_headers: [],
    })
    expect(JSON.stringify(made)).not.toContain('hook-secret')
    expect(await hooks().show('acme/web', 1)).toEqual(made)
    // Lists omit the names of variables and headers.
    const { url_variables: _, custom_headers: __, ...listed } = made
    expect(await hooks().all(1)).toEqual([listed])
  })

  it('sends push events by default, with verification', async () => {
    expect(await hooks().add(1, url)).toMatchObject({
      push_events: true,
      issues_events: false,
      enable_ssl_verification: true,
      push_events_branch_filter: null,
    })
  })

  it('updates the declared fields of a webhook', async () => {
    await hooks().add(1, url, { issuesEvents: true })
    const changed = await hooks().edit(1, 1, otherUrl, { pipelineEvents: true, pushEvents: false })
    expect(changed).toMatchObject({
      id: 1,
      url: otherUrl,
      issues_events: true,
      pipeline_events: true,
      push_events: false,
    })
    expect(await hooks().show(1, 1)).toEqual(changed)
  })

  it('removes a webhook once', async () => {
    await hooks().add(1, url)
    expect(await hooks().remove(1, 1)).toBeNull()
    await expect(hooks().remove(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(hooks().show(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
    expect(await hooks().all(1)).toEqual([])
  })

  it('refuses an invalid URL, and callers who are not maintainers', async () => {
    await expect(hooks().add(1, 'ftp://example.com')).rejects.toMatchObject(refused(422, 'Invalid url given'))
    await expect(hooks('developer').all(1)).rejects.toMatchObject(refused(403, '403 Forbidden'))
    expect(await hooks().all(1)).toEqual([])
  })
})
