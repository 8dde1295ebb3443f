import { IssueLinks } from '@gitbeaker/rest'
import type { Flavor } from '../../../emulator'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('issue links by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
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

  it('lists links in the order of creation', async () => {
    for (const target of [4, 2, 3]) await links().create(1, 1, 1, target)
    expect((await links().all(1, 1)).map(({ iid }) => iid)).toEqual([4, 2, 3])
  })

  it('shows a link as blocks from one issue, and as is_blocked_by from the other', async () => {
    await links().create(1, 1, 1, 2, { linkType: 'blocks' })
    expect(await links().all(1, 1)).toMatchObject([{ iid: 2, link_type: 'blocks' }])
    expect(await links().all(1, 2)).toMatchObject([{ iid: 1, link_type: 'is_blocked_by' }])
  })

  it(`returns a new is_blocked_by link ${spec ? 'unchanged' : 'reversed'}`, async () => {
    const [source, target] = spec ? [1, 2] : [2, 1]
    expect(await links().create(1, 1, 1, 2, { linkType: 'is_blocked_by' })).toMatchObject({
      source_issue: { iid: source },
      target_issue: { iid: target },
      link_type: spec ? 'is_blocked_by' : 'blocks',
    })
    expect(await links().all(1, 1)).toMatchObject([{ iid: 2, link_type: 'is_blocked_by' }])
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

  it('refuses existing links in both directions, and links of an issue to itself', async () => {
    await links().create(1, 1, 1, 2)
    const taken = refused(409, 'Issue(s) already assigned')
    await expect(links().create(1, 1, 1, 2, { linkType: 'blocks' })).rejects.toMatchObject(taken)
    await expect(links().create(1, 2, 1, 1)).rejects.toMatchObject(taken)
    const self = refused(422, '#1 cannot be added: cannot be related to itself')
    await expect(links().create(1, 1, 1, 1)).rejects.toMatchObject(self)
  })

  it('requires two issues and a caller with the role', async () => {
    await expect(links().create(1, 9, 1, 2)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(links().create(1, 1, 1, 9)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(links().create(1, 1, 99, 1)).rejects.toMatchObject(refused(404, '404 Project Not Found'))
    const notLinkable = "Couldn't link issues. You must have at least the Guest role in both projects."
    await expect(links('outsider').create(2, 1, 2, 2)).rejects.toMatchObject(
      refused(403, spec ? '403 Forbidden' : notLinkable),
    )
    await expect(links(null).all(2, 1)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })
})
