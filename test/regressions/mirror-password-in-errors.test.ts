import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a mirror on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const engine = () => new Engine('remote-mirror', { url: emulator.url })

  it.each([
    'https://user:geheim@example.com/x.git',
    'https://user:ge@heim@example.com/x.git',
    'https://user:ge/heim@example.com/x.git',
    'https:user:geheim@example.com/x.git',
    'https:/user:geheim@example.com/x.git',
    'user:geheim@example.com/x.git',
    'https://user:ge heim@example.com/x.git',
    'https://user:ge"heim@example.com/x.git',
    'ftp://user:ge/heim@example.com/x.git',
    ' https://user:geheim@example.com/x.git',
    'https:\\\\user:geheim@example.com/x.git',
  ])('shows no part of the password in %p', async (url) => {
    let said = ''
    let inputs: unknown
    try {
      inputs = await engine().checked({}, { project: 1, url })
    } catch (error) {
      said = String(error)
    }
    expect(said).not.toMatch(/heim/)
    expect(inputs).toBeUndefined()
  })

  it('does not take an @ in the path for a second user', async () => {
    await engine().up({ project: 1, url: 'https://example.com/@acme/web.git', username: 'u', password: 'secret-one' })
  })

  it('does not take an @ in the path for the user that a password requires', async () => {
    await expect(
      engine().checked({}, { project: 1, url: 'https://example.com/@acme/web.git', password: 'secret-one' }),
    ).rejects.toThrow(/requires a username/)
  })

  it('accepts a mirror URL with a trailing newline', async () => {
    const stack = engine()
    const args = { project: 1, url: 'https://example.com/x.git\n' }
    await stack.up(args).catch(() => stack.up(args))
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })
})
