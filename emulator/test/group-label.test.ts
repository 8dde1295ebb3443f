import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const labels = '/groups/10/labels'
const below = '/groups/11/labels'
const label404 = { status: 404, body: { message: '404 Label Not Found' } }
const planner = { as: 'owner' } as const

describe.each<Flavor>(['spec', 'gitlab'])('labels of groups, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const make = async (name: string, path = labels): Promise<number> => {
    const { status, body } = await emulator.post(path, { name, color: 'red' }, planner)
    expect(status).toBe(201)
    return (body as { id: number }).id
  }
  const names = async (path: string) =>
    ((await emulator.get(path, planner)).body as { name: string }[]).map(({ name }) => name)

  it('creates a label, unless the group or an ancestor has one with the title', async () => {
    const created = await emulator.post(labels, { name: ' bug', color: '#d9534f', description: 'd' }, planner)
    expect(created).toMatchObject({ status: 201, body: { name: 'bug', color: '#d9534f', text_color: '#FFFFFF' } })
    expect(created.body).not.toHaveProperty('priority')
    const conflict = { status: 409, body: { message: 'Label already exists' } }
    for (const path of [labels, below]) {
      expect(await emulator.post(path, { name: 'bug', color: 'red' }, planner)).toMatchObject(conflict)
    }
    await make('own', below)
    expect(await emulator.post(labels, { name: 'own', color: 'red' }, planner)).toMatchObject({ status: 201 })
  })

  it('lists the labels of a group, and of ancestors, subgroups and projects on request', async () => {
    await make('above')
    await make('own', below)
    await emulator.post('/projects/3/labels', { name: 'of a project', color: 'red' })
    expect(await names(below)).toEqual(['above', 'own'])
    expect(await names(`${below}?include_ancestor_groups=false`)).toEqual(['own'])
    expect(await names(labels)).toEqual(['above'])
    expect(await names(`${labels}?include_descendant_groups=true`)).toEqual(['above', 'own'])
    const all = `${labels}?include_descendant_groups=true&only_group_labels=false&with_counts=true`
    expect(await names(all)).toEqual(['above', 'of a project', 'own'])
    expect(await names(`${all}&search=OWN`)).toEqual(['own'])
    emulator.patch('projects', 3, { archived: true })
    expect(await names(all)).toEqual(['above', 'own'])
    emulator.patch('projects', 3, { archived: false, issues_enabled: false, merge_requests_enabled: false })
    expect(await names(all)).toEqual(['above', 'own'])
  })

  it('finds a label by id and by title, and those of ancestors on request', async () => {
    const id = await make('above')
    for (const name of [String(id), 'above']) {
      expect(await emulator.get(`${below}/${name}`, planner)).toMatchObject({ status: 200, body: { id } })
      expect(await emulator.get(`${below}/${name}?include_ancestor_groups=false`, planner)).toMatchObject(label404)
    }
  })

  it('changes and deletes only labels of the group itself', async () => {
    const id = await make('above')
    expect(await emulator.put(`${below}/${id}`, { color: 'blue' }, planner)).toMatchObject(label404)
    expect(await emulator.delete(`${below}/${id}`, planner)).toMatchObject(label404)
    const sent = { new_name: 'renamed', color: 'blue', description: 'd' }
    const shown = { name: 'renamed', color: '#0000FF', description: 'd' }
    expect(await emulator.put(`${labels}/${id}`, sent, planner)).toMatchObject({ status: 200, body: shown })
    expect(await emulator.put(`${labels}/${id}`, {}, planner)).toMatchObject({ status: 400 })
    expect(await emulator.delete(`${labels}/${id}`, planner)).toMatchObject({ status: 204 })
    expect(await emulator.delete(`${labels}/${id}`, planner)).toMatchObject(label404)
  })

  it('subscribes only the caller, and responds with 304 the second time', async () => {
    const id = await make('watched')
    const subscribe = (action: string) => emulator.post(`${labels}/${id}/${action}`, undefined, planner)
    expect(await subscribe('subscribe')).toMatchObject({ status: 201, body: { subscribed: true } })
    expect(await subscribe('subscribe')).toMatchObject({ status: 304 })
    expect(await emulator.get(`${labels}/${id}`, { as: 'root' })).toMatchObject({ body: { subscribed: false } })
    expect(await subscribe('unsubscribe')).toMatchObject({ status: 201, body: { subscribed: false } })
    expect(await subscribe('unsubscribe')).toMatchObject({ status: 304 })
  })

  it('shows labels to everyone who sees the group, and lets only Planners change them', async () => {
    const id = await make('bug')
    expect(await emulator.get(labels, { as: 'guest' })).toMatchObject({ status: 200 })
    expect(await emulator.post(labels, { name: 'x', color: 'red' }, { as: 'outsider' })).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${labels}/${id}`, { as: 'outsider' })).toMatchObject({ status: 403 })
  })
})
