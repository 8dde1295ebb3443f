import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('lost responses on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })

  it('distinguishes two mirrors of one URL if the responses to both creates were lost', async () => {
    const args = {
      project: 'acme/web',
      url: 'https://example.com/x.git',
      password: 'one-secret',
      onConflict: 'create',
    }
    const a = engine('remote-mirror')
    const b = engine('remote-mirror')
    const host = a.process()
    emulator.fault({ method: 'POST', drop: 'after', times: 2 })
    await Promise.all([a.up({ ...args, username: 'a' }, host), b.up({ ...args, username: 'b' }, host)])
    expect(a.state!.id).not.toBe(b.state!.id)
  })

  it('distinguishes two trigger tokens whose programs write the project in two ways', async () => {
    const a = engine('trigger-token')
    const b = engine('trigger-token')
    const host = a.process()
    emulator.fault({ method: 'POST', drop: 'after', times: 2 })
    await Promise.all([
      a.up({ project: 'acme/web', description: 'n', onConflict: 'create' }, host),
      b.up({ project: 1, description: 'n', onConflict: 'create' }, host),
    ])
    expect(a.state!.id).not.toBe(b.state!.id)
  })

  it('recognizes an object whose create response was lost if the list shows it only later', async () => {
    const stack = engine('label')
    emulator.fault({ method: 'POST', drop: 'after' })
    emulator.fault({ method: 'GET', path: /labels\?/, status: 200, body: [] })
    await stack.up({ project: 1, name: 'bug', color: '#FF0000' })
    expect(stack.state?.id).toMatch(/^1\//)
  })

  it('does not report an adoption after a create whose response was lost', async () => {
    const stack = engine('label')
    emulator.fault({ method: 'POST', drop: 'after' })
    emulator.fault({ method: 'GET', path: /labels\?/, status: 200, body: [] })
    await stack.up({ project: 1, name: 'bug', color: '#FF0000', onConflict: 'adopt' })
    expect(stack.state?.outputs.adopted).toBeUndefined()
  })
})
