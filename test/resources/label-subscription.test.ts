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

  it('subscribes with one write, after which there is no diff, and unsubscribes with one write', async () => {
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

  it('succeeds if the user is already subscribed', async () => {
    await api.labels.subscribe(1, label)
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('recreates a subscription that was ended outside of the program', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    await api.labels.unsubscribe(1, label)
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await stack.up({ project: 'acme/web', label })
    expect(await subscribed()).toBe(true)
  })

  it('treats the subscription as deleted after its label was deleted', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    await api.labels.delete(1, label)
    const twin = stack.as({})
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await twin.destroy()
  })

  it('replaces a subscription when its label or project changes', async () => {
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    const other = (await api.labels.create(1, { name: 'chore', color: '#00FF00' })).id
    expect(await stack.up({ project: 'acme/web', label: other })).toEqual({ step: 'replace', changed: ['label'] })
    expect(await subscribed()).toBe(false)
    expect((await api.labels.get(1, other)).subscribed).toBe(true)
  })

  it('subscribes although the response was lost', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    const stack = engine()
    await stack.up({ project: 'acme/web', label })
    expect(await subscribed()).toBe(true)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not see a subscription with the token of another user', async () => {
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
  ])('rejects label %p before any request', async (value, reason) => {
    await expect(engine().up({ project: 'acme/web', label: value })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  it('rejects onConflict, because a subscription cannot be adopted', async () => {
    await expect(engine().up({ project: 'acme/web', label, onConflict: 'adopt' })).rejects.toThrow(
      /onConflict is not an argument of a label subscription: known are project, label/,
    )
  })

  it('names the missing label when it cannot subscribe', async () => {
    await expect(engine().up({ project: 'acme/web', label: 4711 })).rejects.toThrow(
      /label subscription 4711 of acme\/web was not created.*404/,
    )
  })
})

it('identifies a subscription by its label', () => {
  expect(labelSubscription).toMatchObject({ identity: { key: 'label' }, replaceOn: ['project', 'label'] })
})
