import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a set of mirrors on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const url = 'https://example.com/web.git'
  const [old, next] = ['0ld-passw0rd', 'n3w-passw0rd']
  const args = (password?: string) => ({
    project: 'acme/web',
    items: { ...(password && { backup: { url, username: 'mirror', password } }) },
    onConflict: 'adopt',
  })
  const made = async () => {
    const stack = new Engine('remote-mirror-set', { url: emulator.url })
    await stack.up(args(old))
    emulator.fault({ method: 'DELETE', status: 403, body: { message: '403 Forbidden' } })
    return stack
  }
  const mirrors = async () => (await emulator.get('/projects/1/remote_mirrors')).body

  it('does not keep the password of a removed item whose mirror could not be deleted', async () => {
    const stack = await made()
    await expect(stack.up(args())).rejects.toThrow(/403/)
    expect(JSON.stringify(stack.state)).not.toContain(old)
    await stack.up(args())
    expect(await mirrors()).toEqual([])
  })

  it('does not keep the old password of an item whose replaced mirror could not be deleted', async () => {
    const stack = await made()
    await expect(stack.up(args(next))).rejects.toThrow(/403/)
    expect(JSON.stringify(stack.state)).not.toContain(old)
    await stack.up(args(next))
    expect(await mirrors()).toHaveLength(1)
    expect(await stack.preview(args(next))).toEqual({ step: 'same', changed: [] })
  })
})
