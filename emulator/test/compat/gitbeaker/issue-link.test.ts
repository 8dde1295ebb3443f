import { IssueLinks } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('issue links by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const links = (as?: string | null) => new IssueLinks(access(emulator, as))

  it('creates a link, and lists it from both issues', async () => {
    const made = await links().create(1, 1, 'acme/api', 2)
    expect(made).toMatchObject({
      source_issue: { id: 101, iid: 1, project_id: 1, title: 'Issue 1 of Web', state: 'opened', labels: [] },
      target_issue: { id: 202, iid: 2, project_id: 2, confidential: false, author: { username: 'developer' } },
      link_type: 'relates_to',
    })
    const link = {
      issue_link_id: 1,
      link_type: 'relates_to',
      link_created_at: testNow,
      link_updated_at: testNow,
    }
    expect(await links().all(1, 1)).toMatchObject([
      { id: 202, iid: 2, project_id: 2, title: 'Issue 2 of API', ...link },
    ])
    expect(await links().all('acme/api', 2)).toMatchObject([{ id: 101, iid: 1, project_id: 1, ...link }])
  })

  it('deletes a link once, from either issue, and returns it', async () => {
    await links().create(1, 1, 1, 2)
    expect(await links().remove(1, 2, 1, { linkType: 'relates_to' })).toMatchObject({
      source_issue: { iid: 1 },
      target_issue: { iid: 2 },
      link_type: 'relates_to',
    })
    await expect(links().remove(1, 1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
    expect(await links().all(1, 1)).toEqual([])
  })
})
