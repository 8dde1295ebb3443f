import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('limits of arguments on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const up = (kind: string, values: Json) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' }).up(values)

  const token = { group: 'acme', scopes: ['api'], accessLevel: 30, expiresAt: '2026-12-31' }
  const words = (characters: string) => `${characters.repeat(127)} ${characters.repeat(127)}`

  it('counts an emoji as one character', async () => {
    await up('group-access-token', { ...token, name: words('😀'), description: '😀'.repeat(255) })
    await up('remote-mirror', { project: 1, url: 'https://example.com/x.git', mirrorBranchRegex: '😀'.repeat(255) })
    await expect(up('group-access-token', { ...token, name: 'x', description: '😀'.repeat(256) })).rejects.toThrow(
      /description must have at most 255 characters, not 256/,
    )
  })

  it.each([
    ['label', 'name', { project: 1, color: 'red' }],
    ['group-access-token', 'name', token],
  ])('rejects a name of a %s that is only Unicode white space', async (kind, name, rest) => {
    await expect(up(kind, { ...rest, [name]: '\u00a0\u2003' })).rejects.toThrow(/name must not be empty/)
    expect(emulator.requests()).toEqual([])
  })

  it('limits the expiry of a trigger token to less than a year, as the service does', async () => {
    const trigger = { project: 1, description: 'nightly' }
    await up('trigger-token', { ...trigger, expiresAt: '2027-06-14T23:59:59.999Z' })
    for (const expiresAt of ['2027-06-15', '2027-06-15T01:00:00Z']) {
      await expect(up('trigger-token', { ...trigger, expiresAt })).rejects.toThrow(
        /expiresAt must be at most 365 days in the future, before 2027-06-15/,
      )
    }
  })
})
