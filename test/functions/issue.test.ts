import { getIssue, getIssues } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const iids = async (issues: ReturnType<typeof getIssues>) => (await valueOf(issues)).map(({ iid }) => iid)

  it('reads an issue by its number in the project', async () => {
    const issue = await valueOf(getIssue({ project: 'acme/web', issue: 5 }))
    expect(issue).toMatchObject({ id: 105, projectId: 1, state: 'closed', userNotesCount: 0, subscribed: false })
    await expect(valueOf(getIssue({ project: 1, issue: 99 }))).rejects.toThrow(/404 .*check project 1 and/)
  })

  it('lists issues, newest first, with the filters of the service', async () => {
    expect(await iids(getIssues({ project: 1 }))).toEqual([5, 4, 3, 2, 1])
    expect(await iids(getIssues({ project: 1, limit: 2 }))).toEqual([5, 4])
    service.asked()
    const filters = {
      state: 'opened',
      iids: [3, 5, 1],
      confidential: false,
      orderBy: 'updated_at',
      sort: 'asc',
    } as const
    expect(await iids(getIssues({ project: 1, ...filters }))).toEqual([1, 3])
    expect(service.asked()).toEqual([
      'GET /projects/1/issues?state=opened&iids%5B%5D=3&iids%5B%5D=5&iids%5B%5D=1&confidential=false' +
        '&order_by=updated_at&sort=asc&per_page=100',
    ])
    expect(await iids(getIssues({ project: 1, search: 'Issue 2' }))).toEqual([2])
    const others = { authorUsername: 'developer', assigneeId: 'None', createdBefore: '2026-06-01T00:00:00Z' } as const
    expect(await iids(getIssues({ project: 1, labels: ['None'], ...others, orderBy: 'title', sort: 'asc' }))).toEqual([
      1, 2, 3, 4, 5,
    ])
  })

  it('leaves issues out that the token cannot see', async () => {
    service.emulator.patch('issues', 102, { confidential: true })
    service.as('guest')
    expect(await iids(getIssues({ project: 1 }))).toEqual([5, 4, 3, 1])
    await expect(valueOf(getIssue({ project: 1, issue: 2 }))).rejects.toThrow(/404 /)
  })
})
