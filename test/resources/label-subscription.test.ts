import { labelSubscription } from '../../provider/resources/label-subscription'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a label subscription on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const engine = (options = {}) => new Engine('label-subscription', { url: emulator.url, ...options })
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  let api: Client
  let label: number

  beforeEach(async () => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    label = (await api.labels.create(1, { name: 'bug', color: '#FF0000' })).id
    emulator.clearRequests()
  })
  afterEach(() => api.close())
  const subscribed = async () => (await api.labels.get(1, label)).subscribed

  it('is made by one write, stays quiet, and is ended by one', async () => {
    const stack = engine()
    const args = { project: 'acme/web', label: `1/${label}` }
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(writes()).toHaveLength(1)
    expect(stack.state).toMatchObject({ id: `1/${label}`, outputs: { label, projectId: 1, instance: emulator.url } })
    expect(await subscribed()).toBe(true)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    for (const same of [label, String(label), `1/${label}`]) {
      expect(await stack.preview({ project: 1, label: same })).toMatchObject({ step: 'same' })
    }
    await stack.destroy()
    expect(await subscribed()).toBe(false)
  })

  it('of who is subscribed already is no error', async () => {
    await api.labels.subscribe(1, label)
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('that was ended behind its back is made anew', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    await api.labels.unsubscribe(1, label)
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await stack.up({ project: 'acme/web', label })
    expect(await subscribed()).toBe(true)
  })

  it('goes with its label', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    await api.labels.delete(1, label)
    const twin = stack.as({})
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await twin.destroy()
  })

  it('is replaced when its label or project changes', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    const other = (await api.labels.create(1, { name: 'chore', color: '#00FF00' })).id
    expect(await stack.up({ project: 'acme/web', label: other })).toEqual({ step: 'replace', changed: ['label'] })
    expect(await subscribed()).toBe(false)
    expect((await api.labels.get(1, other)).subscribed).toBe(true)
  })

  it('survives a lost answer', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    expect(await subscribed()).toBe(true)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it("is one user's own: another token does not see it", async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    expect(await stack.as({ token: 'emulator-developer' }).refresh()).toEqual({ gone: true, drifted: [] })
    expect(await subscribed()).toBe(true)
  })

  it.each([
    ['bug', /must be the id of a label resource, such as bug\.id, or its number/],
    ['0', /must be the id of a label resource/],
    [-1, /an integer of at least 1 or a string/],
    [null, /label/],
  ])('refuses label %p before anything is sent', async (value, reason) => {
    await expect(engine().up({ project: 'acme/web', label: value })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  it('has nothing to adopt, and says that it knows no such argument', async () => {
    await expect(engine().up({ project: 'acme/web', label, onConflict: 'adopt' })).rejects.toThrow(
      /onConflict is not an argument of a label subscription: known are project, label/,
    )
  })

  it('of a label that is not there fails, and says what', async () => {
    await expect(engine().up({ project: 'acme/web', label: 4711 })).rejects.toThrow(
      /label subscription 4711 of acme\/web was not created.*404/,
    )
  })
})

it('is found by its label', () => {
  expect(labelSubscription).toMatchObject({ identity: { key: 'label' }, replaceOn: ['project', 'label'] })
})
