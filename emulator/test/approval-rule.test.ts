import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const maintainer = { as: 'maintainer' }
const collection = '/projects/1/approval_rules'
const security = { name: 'security', approvals_required: 1, user_ids: [4] }
const idsOf = (list: unknown) => (list as { id: number }[]).map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('approval rules, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const create = (more: object, as = 'maintainer') => emulator.post(collection, { ...security, ...more }, { as })
  const lists = async (id: number, as = 'maintainer') => {
    const { body } = await emulator.get(`${collection}/${id}`, { as })
    const { users, groups, eligible_approvers } = body as Record<string, unknown>
    return { users: idsOf(users), groups: idsOf(groups), eligible: idsOf(eligible_approvers) }
  }

  it('creates and reads an approval rule', async () => {
    const body = {
      ...{ id: 1, name: 'security', rule_type: 'regular', approvals_required: 1, users: [{ id: 4 }], groups: [] },
      ...{ contains_hidden_groups: false, protected_branches: [], applies_to_all_protected_branches: false },
    }
    expect(await create({})).toMatchObject({ status: 201, body })
    expect(await emulator.get(`${collection}/1`, maintainer)).toMatchObject({ status: 200, body })
  })

  it('lists the rule for any approver first', async () => {
    await create({})
    await emulator.post(collection, { name: 'any', approvals_required: 2 }, maintainer)
    await emulator.post('/projects/2/approval_rules', security, maintainer)
    const listed = await emulator.get(collection, maintainer)
    expect(listed.body).toMatchObject([{ rule_type: 'any_approver' }, { rule_type: 'regular' }])
  })

  it('creates a rule for any approver from one without approvers, once', async () => {
    const any = { user_ids: [] }
    expect(await create(any)).toMatchObject({ status: 201, body: { rule_type: 'any_approver' } })
    expect(await create({ ...any, name: 'other' })).toMatchObject({
      status: 400,
      body: { message: { rule_type: ['any-approver for the project already exists'] } },
    })
    expect(await create({ ...any, rule_type: 'regular' })).toMatchObject({
      status: 201,
      body: { rule_type: 'regular' },
    })
  })

  it('silently drops users who are not members, and groups that the caller cannot see', async () => {
    const { body } = await emulator.post(
      '/groups',
      { name: 'H', path: 'hidden', visibility: 'private' },
      { as: 'root' },
    )
    const { id } = body as { id: number }
    await create({ user_ids: [4, 7, 99], group_ids: [12, id, 99] })
    expect(await lists(1)).toEqual({ users: [4], groups: [12], eligible: [2, 4] })
  })

  it('keeps hidden groups unless the caller removes them', async () => {
    const { body } = await emulator.post(
      '/groups',
      { name: 'H', path: 'hidden', visibility: 'private' },
      { as: 'root' },
    )
    const { id } = body as { id: number }
    await create({ group_ids: [id] }, 'root')
    const put = (sent: object) => emulator.put(`${collection}/1`, sent, maintainer)
    expect(await put({ group_ids: [12] })).toMatchObject({
      body: { contains_hidden_groups: true, groups: [{ id: 12 }] },
    })
    expect((await lists(1, 'root')).groups).toEqual([id, 12])
    await put({ group_ids: [], remove_hidden_groups: true })
    expect((await lists(1, 'root')).groups).toEqual([])
  })

  it('changes only the given fields, and replaces whole lists', async () => {
    await create({ group_ids: [12] })
    const renamed = await emulator.put(`${collection}/1`, { name: 'renamed' }, maintainer)
    expect(renamed).toMatchObject({ status: 200, body: { name: 'renamed', approvals_required: 1 } })
    expect(await lists(1)).toMatchObject({ users: [4], groups: [12] })
    await emulator.put(`${collection}/1`, { usernames: ['owner'], group_ids: [] }, maintainer)
    expect(await lists(1)).toEqual({ users: [2], groups: [], eligible: [2] })
  })

  it('applies rules to protected branches of the project only', async () => {
    const protect = async (project: number, name: string) => {
      const { body } = await emulator.post(`/projects/${project}/protected_branches`, { name }, { as: 'owner' })
      return (body as { id: number }).id
    }
    const [one, , other] = [await protect(1, 'main'), await protect(1, 'release/*'), await protect(2, 'main')]
    const created = await create({ protected_branch_ids: [one, other, 99] })
    expect(created).toMatchObject({ body: { protected_branches: [{ id: one, name: 'main' }] } })
    const all = { applies_to_all_protected_branches: true }
    expect((await emulator.put(`${collection}/1`, all, maintainer)).body).toMatchObject({
      protected_branches: [{ name: 'main' }, { name: 'release/*' }],
    })
  })

  it.each([
    [{ name: 'security' }, { name: ['has already been taken'] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ name: 'a', approvals_required: 101 }, { approvals_required: ['must be less than or equal to 100'] }],
    [{ name: 'a', approvals_required: -1 }, { approvals_required: ['must be greater than or equal to 0'] }],
  ])('refuses %j', async (sent, message) => {
    await create({})
    expect(await create(sent)).toMatchObject({ status: 400, body: { message } })
  })

  it('deletes an approval rule once', async () => {
    await create({})
    expect(await emulator.delete(`${collection}/1`, maintainer)).toMatchObject({ status: 204 })
    expect(await emulator.delete(`${collection}/1`, maintainer)).toMatchObject({ status: 404 })
  })

  it('lets users read rules who can open merge requests, and only Maintainers change them', async () => {
    await create({})
    expect(await emulator.get(collection, { as: 'guest' })).toMatchObject({ status: 200 })
    expect(await create({ name: 'other' }, 'developer')).toMatchObject({ status: 403 })
    await emulator.put('/projects/1', { merge_requests_access_level: 'disabled' }, { as: 'owner' })
    expect(await emulator.get(collection, { as: 'guest' })).toMatchObject({ status: 403 })
    expect(await emulator.get(collection, maintainer)).toMatchObject({ status: 200 })
  })
})

describe('approval rules without a paid tier', () => {
  const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
  const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })

  it('refuses all requests on the Enterprise Edition, and has no routes on the Community Edition', async () => {
    expect(await free.get(collection, maintainer)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } })
    expect(await community.get(collection, maintainer)).toMatchObject({ status: 404, body: { error: '404 Not Found' } })
  })
})
