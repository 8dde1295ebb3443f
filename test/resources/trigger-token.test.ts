import type { Json } from '../../provider/core/schema/json'
import { triggerToken } from '../../provider/resources/trigger-token'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

conforms(triggerToken, {
  spellings: {
    project: [1, '/acme/web'],
    expiresAt: ['2026-12-31T12:00:00Z', '2026-12-31T13:00:00+01:00'],
  },
  refused: [
    ['description', '', /must not be empty/],
    ['description', 5, /must be a string/],
    ['expiresAt', '2026-05-01', /must be in the future/],
    ['expiresAt', '2027-12-31', /at most 365 days in the future/],
    ['expiresAt', 'tomorrow', /must be a timestamp such as/],
    ['expiresAt', '2027-02-30', /must be a timestamp such as/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a trigger token on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const args = { project: 'acme/web', description: 'nightly' }
  const made = async (values: Json = args) => {
    const stack = new Engine('trigger-token', { url: emulator.url })
    await stack.up(values)
    return stack
  }

  it('keeps the value of a token when another user, who sees only four characters, refreshes it', async () => {
    const stack = await made()
    const { token } = stack.state!.outputs
    expect(token).toMatch(/^glptt-.{20}$/)
    const other = stack.as({ token: 'emulator-owner' })
    expect(await other.refresh()).toEqual({ gone: false, drifted: [] })
    expect(other.state?.outputs.token).toBe(token)
    await expect(other.up({ ...args, description: 'weekly' })).rejects.toThrow(
      /403 .*Only its owner or an administrator can change a token/,
    )
    expect(other.state?.outputs.token).toBe(token)
  })

  it('stores no value for an adopted token of another user', async () => {
    const adoptId = (await made()).state?.outputs.triggerId
    const other = new Engine('trigger-token', { url: emulator.url, token: 'emulator-owner' })
    await expect(other.up({ ...args, adoptId })).rejects.toThrow(
      /its token cannot be read\. Add secretOnAdopt: "omit" to leave it empty\./,
    )
    await other.up({ ...args, adoptId, secretOnAdopt: 'omit' })
    expect(other.state?.outputs.token ?? null).toBeNull()
    expect(other.warnings.join()).toMatch(/Its token cannot be read, and remains empty/)
  })

  it('keeps an expired token with a warning, and deletes it without an error', async () => {
    const stack = await made({ ...args, expiresAt: '2026-06-20' })
    clock.set('2026-07-01T00:00:00.000Z')
    emulator.setClock('2026-07-01T00:00:00.000Z')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.warnings.join()).toMatch(
      /trigger token "nightly" of acme\/web \(id 1\/1\) expired on the declared date/,
    )
    // The date of an earlier declaration can have passed.
    expect(await stack.preview({ ...args, expiresAt: '2026-06-20' })).toEqual({ step: 'same', changed: [] })
    await stack.destroy()
  })

  it('stores the value of a token although the response to its creation was lost', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    const stack = await made()
    expect(stack.state?.outputs.token).toMatch(/^glptt-.{20}$/)
    expect((await emulator.get('/projects/1/triggers')).body).toHaveLength(1)
  })

  it('shows neither the value nor the owner of a token in an error', async () => {
    const stack = await made()
    emulator.fault({ method: 'PUT', status: 400, body: { message: `bad token ${String(stack.state?.outputs.token)}` } })
    const error: unknown = await stack.up({ ...args, description: 'weekly' }).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/400 bad token/)
    expect(String(error)).not.toContain(stack.state?.outputs.token)
  })

  it('distinguishes two trigger tokens whose programs write the project in two ways', async () => {
    const [a, b] = [
      new Engine('trigger-token', { url: emulator.url }),
      new Engine('trigger-token', { url: emulator.url }),
    ]
    const host = a.process()
    emulator.fault({ method: 'POST', drop: 'after', times: 2 })
    await Promise.all([
      a.up({ ...args, onConflict: 'create' }, host),
      b.up({ ...args, project: 1, onConflict: 'create' }, host),
    ])
    expect(a.state!.id).not.toBe(b.state!.id)
  })

  it('limits the expiry of a trigger token to less than a year, as the service does', async () => {
    await made({ ...args, expiresAt: '2027-06-14T23:59:59.999Z' })
    for (const expiresAt of ['2027-06-15', '2027-06-15T01:00:00Z']) {
      await expect(made({ ...args, expiresAt })).rejects.toThrow(
        /expiresAt must be at most 365 days in the future, before 2027-06-15/,
      )
    }
  })
})
