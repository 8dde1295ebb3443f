import fc from 'fast-check'
import type { Json } from '../../provider/core/schema/json'
import { rotated } from '../../provider/resources/access-token-rotation'
import type { AccessToken as Live } from '../../sdk'
import { costlyFlavors } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { defaultFront } from '../support/front'
import { previewOfProgram } from '../support/program-preview'
import { useTestNow } from '../support/test-now'

const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-06-15T12:00:00.000Z')
const at = (days: number) => new Date(start + days * day).toISOString()
const dayAt = (days: number) => at(days).slice(0, 10)

describe.each(['spec', 'gitlab'] as const)('the rotation of a group access token on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const clock = useTestNow()
  const args = (rotation: Json) => ({ group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 20, rotation })
  const inPlace = args({ lifetimeDays: 90, rotateDaysBefore: 30 })
  const overlapping = args({ lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 })
  const engine = () => new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
  const pass = (days: number) => {
    clock.set(at(days))
    emulator.setClock(at(days))
  }
  const worksAs = async (token: unknown) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(token) } })).status === 200
  const works = (stack: Engine) => worksAs(stack.state?.outputs.token)
  const active = async () =>
    ((await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as Live[]).map(({ id }) => id)

  it('computes the expiry date and shows no diff until the rotation is due', async () => {
    const stack = engine()
    expect(await stack.up(inPlace)).toEqual({ step: 'create', changed: [] })
    expect(stack.state?.outputs).toMatchObject({ expiresAt: dayAt(90), tokenExpiresAt: dayAt(90), overlapEndsOn: null })
    for (const days of [1, 30, 59]) {
      pass(days)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(inPlace)).toEqual({ step: 'same', changed: [] })
    }
  })

  it('finds an existing token in a preview although the date is not known before the update', async () => {
    const fields = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: dayAt(10) }
    await emulator.post('/groups/10/access_tokens', fields, { as: 'owner' })
    const preview = (more: Json) =>
      previewOfProgram([['group-access-token', { ...inPlace, ...more }]], {
        ...{ url: emulator.url, token: 'emulator-owner', front: defaultFront },
      })
    expect((await preview({})).warnings.join()).toMatch(
      /The update would fail: group access token "deploy" of acme already exists \(id 10\/\d+\)/,
    )
    const adopting = await preview({ onConflict: 'adopt', secretOnAdopt: 'rotate' })
    expect(adopting.information.join()).toContain(`expiresAt "${dayAt(10)}" → "${dayAt(90)}"`)
  })

  it('shows a due rotation as a change of the expiry date, which a refresh does not report as drift', async () => {
    const stack = engine()
    await stack.up(inPlace)
    const { token, tokenId, userId } = stack.state!.outputs
    pass(60)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(inPlace)).toEqual({ step: 'update', changed: ['expiresAt'] })
    emulator.clearRequests()
    expect(await stack.up(inPlace)).toEqual({ step: 'update', changed: ['expiresAt'] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toHaveLength(1)
    expect(stack.state?.outputs).toMatchObject({ userId, tokenExpiresAt: dayAt(150), previousTokenId: null })
    expect(stack.state?.outputs.tokenId).not.toBe(tokenId)
    expect([await worksAs(token), await works(stack)]).toEqual([false, true])
    expect(await stack.preview(inPlace)).toEqual({ step: 'same', changed: [] })
  })

  it('creates the new token beside the old one with an overlap, and revokes the old one in a later update', async () => {
    const stack = engine()
    await stack.up(overlapping)
    const old = stack.state!
    pass(60)
    expect(await stack.up(overlapping)).toEqual({ step: 'update', changed: ['expiresAt', 'overlapEndsOn'] })
    expect(stack.state).toMatchObject({
      id: old.id,
      outputs: { previousTokenId: old.outputs.tokenId, overlapEndsOn: dayAt(67), tokenExpiresAt: dayAt(150) },
    })
    expect([await worksAs(old.outputs.token), await works(stack)]).toEqual([true, true])
    pass(66)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(overlapping)).toEqual({ step: 'same', changed: [] })
    pass(67)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up(overlapping)).toEqual({ step: 'update', changed: ['overlapEndsOn'] })
    expect(stack.state?.outputs).toMatchObject({ previousTokenId: null, overlapEndsOn: null })
    expect([await worksAs(old.outputs.token), await works(stack)]).toEqual([false, true])
    expect(await stack.preview(overlapping)).toEqual({ step: 'same', changed: [] })
    expect(await active()).toEqual([stack.state?.outputs.tokenId])
  })

  it('deletes both tokens of an overlap when the resource is deleted or replaced', async () => {
    const stack = engine()
    await stack.up(overlapping)
    pass(60)
    await stack.up(overlapping)
    expect(await active()).toHaveLength(2)
    const replaced = stack.as({})
    await replaced.up({ ...overlapping, scopes: ['api'] })
    expect(await active()).toEqual([replaced.state?.outputs.tokenId])
    await replaced.destroy()
    expect(await active()).toEqual([])
  })

  it.each([
    ['cut before the work', { drop: 'before' }],
    ['cut after the work', { drop: 'after' }],
    ['502 after the work', { status: 502, work: true }],
    ['half of a response', { truncate: true }],
  ] as const)('leaves no unmanaged token when a response is lost: %s', async (_, fault) => {
    const stack = engine()
    await stack.up(overlapping)
    const old = stack.state!.outputs
    pass(60)
    emulator.fault({ method: 'POST', path: /access_tokens$/, ...fault })
    await stack.up(overlapping)
    expect([await worksAs(old.token), await works(stack)]).toEqual([true, true])
    expect((await active()).sort()).toEqual([old.tokenId, stack.state!.outputs.tokenId].sort())
    expect(await stack.preview(overlapping)).toEqual({ step: 'same', changed: [] })
  })

  it('keeps the old token if the new one cannot be created, and tries again', async () => {
    const stack = engine()
    await stack.up(overlapping)
    const old = stack.state!.outputs
    pass(60)
    emulator.fault({ method: 'POST', path: /access_tokens$/, status: 400, body: { message: '400 Bad request' } })
    await expect(stack.up(overlapping)).rejects.toThrow(/400/)
    expect(await worksAs(old.token)).toBe(true)
    await stack.up(overlapping)
    expect([await worksAs(old.token), await works(stack)]).toEqual([true, true])
  })

  it('ends an overlap immediately when the program no longer declares one', async () => {
    const stack = engine()
    await stack.up(overlapping)
    const old = stack.state!.outputs
    pass(60)
    await stack.up(overlapping)
    expect(await stack.up(inPlace)).toEqual({ step: 'update', changed: ['overlapEndsOn', 'rotation'] })
    expect([await worksAs(old.token), await works(stack)]).toEqual([false, true])
  })

  it('ends an overlap on its date after a fixed expiry date replaced the rotation', async () => {
    const stack = engine()
    await stack.up(overlapping)
    const old = stack.state!.outputs
    pass(60)
    await stack.up(overlapping)
    const rotated = stack.state!.outputs
    const { rotation: _, ...rest } = overlapping
    const fixed = { ...rest, expiresAt: dayAt(120) }
    await stack.up(fixed)
    // Another last day rotates the token itself, and leaves the one before it alone.
    expect(stack.state?.outputs).toMatchObject({ previousTokenId: old.tokenId, overlapEndsOn: dayAt(67) })
    expect([await worksAs(old.token), await worksAs(rotated.token), await works(stack)]).toEqual([true, false, true])
    expect(await stack.preview(fixed)).toEqual({ step: 'same', changed: [] })
    pass(67)
    expect(await stack.up(fixed)).toEqual({ step: 'update', changed: ['overlapEndsOn'] })
    expect([await worksAs(old.token), await works(stack)]).toEqual([false, true])
    expect(stack.state?.outputs).toMatchObject({ previousTokenId: null, overlapEndsOn: null })
    expect(await stack.preview(fixed)).toEqual({ step: 'same', changed: [] })
  })

  it('sends nothing when only the days of a rotation change and it is not due', async () => {
    const stack = engine()
    await stack.up(inPlace)
    emulator.clearRequests()
    const later = args({ lifetimeDays: 100, rotateDaysBefore: 10 })
    expect(await stack.up(later)).toEqual({ step: 'update', changed: ['rotation'] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    const shorter = args({ lifetimeDays: 30, rotateDaysBefore: 10 })
    expect(await stack.up(shorter)).toEqual({ step: 'update', changed: ['expiresAt', 'rotation'] })
    expect(stack.state?.outputs.tokenExpiresAt).toBe(dayAt(30))
  })

  it('changes from a fixed expiry date to a rotation and back', async () => {
    const stack = engine()
    const { rotation: _, ...rest } = inPlace
    await stack.up({ ...rest, expiresAt: dayAt(80) })
    expect(await stack.up(inPlace)).toEqual({ step: 'update', changed: ['rotation'] })
    expect(await stack.up({ ...rest, expiresAt: dayAt(200) })).toEqual({
      step: 'update',
      changed: ['expiresAt', 'rotation'],
    })
    expect(await works(stack)).toBe(true)
  })

  it('recreates a token that expired and was purged without an update in between', async () => {
    const stack = engine()
    await stack.up(inPlace)
    pass(200)
    const state = emulator.state()
    for (const collection of Object.values(state.collections)) {
      collection.records = collection.records.filter(
        (record) => !('scopes' in record) || record.id !== stack.state?.outputs.tokenId,
      )
    }
    emulator.setState(state)
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await stack.up(inPlace)
    expect(await works(stack)).toBe(true)
  })

  it('rotates an expired token that still exists', async () => {
    const stack = engine()
    await stack.up(inPlace)
    pass(91)
    await stack.up(inPlace)
    expect(await works(stack)).toBe(true)
    expect(stack.state?.outputs.tokenExpiresAt).toBe(dayAt(181))
  })

  it.each([
    [{ lifetimeDays: 30, rotateDaysBefore: 30 }, /rotateDaysBefore below lifetimeDays/],
    [{ lifetimeDays: 30, rotateDaysBefore: 7, overlapDays: 8 }, /overlapDays of at most rotateDaysBefore/],
    [{ lifetimeDays: 3651, rotateDaysBefore: 7 }, /rotation\.lifetimeDays must be an integer from 1 to 3,?650/],
    [{ lifetimeDays: 30 }, /rotation\.rotateDaysBefore is required/],
    [{ lifetimeDays: 30, rotateDaysBefore: 7, overlap: 1 }, /rotation\.overlap is not an argument/],
  ])('rejects the rotation %p', async (rotation, reason) => {
    await expect(engine().up(args(rotation))).rejects.toThrow(reason)
  })

  it('requires exactly one of expiresAt and rotation', async () => {
    const { rotation, ...rest } = inPlace
    await expect(engine().up(rest)).rejects.toThrow(/exactly one of expiresAt and rotation is required/)
    await expect(engine().up({ ...rest, rotation, expiresAt: dayAt(50) })).rejects.toThrow(/exactly one of/)
    await expect(engine().up({ ...inPlace, overlapEndsOn: dayAt(50) })).rejects.toThrow(
      /overlapEndsOn is not an argument/,
    )
  })

  const itOfAYear = costlyFlavors.includes(flavor) ? it : undefined
  itOfAYear?.each([
    ['in place', inPlace],
    ['with an overlap', overlapping],
  ])(
    'always has a valid token and leaves no unmanaged one in a year of daily updates %s',
    async (_, values) => {
      const stack = engine()
      await stack.up(values)
      let published: unknown[] = [stack.state?.outputs.token]
      let rotations = 0
      for (let days = 1; days <= 368; days++) {
        pass(days)
        // The token of yesterday works until the update creates another one.
        expect(await works(stack)).toBe(true)
        const before = stack.state?.outputs.token
        await stack.up(values)
        if (stack.state?.outputs.token === before) continue
        rotations++
        expect(await works(stack)).toBe(true)
        expect(await worksAs(before)).toBe(values === overlapping)
        published = [...published, stack.state?.outputs.token]
      }
      expect(rotations).toBe(6)
      expect(published).toHaveLength(7)
      expect(await active()).toEqual([stack.state?.outputs.tokenId])
    },
    60_000,
  )

  describe('a token whose predecessor was purged by the service', () => {
    let stack: Engine

    beforeEach(async () => {
      stack = engine()
      // On the last day the first token is purged, and the second one due.
      for (const days of [0, 60, 140]) {
        pass(days)
        if (days !== 140) await stack.up(overlapping)
      }
    })

    it('rotates a token whose predecessor was purged', async () => {
      const before = stack.state!.outputs.tokenId
      await stack.up(overlapping)
      expect(stack.state?.outputs).toMatchObject({ previousTokenId: before })
      expect(await active()).toEqual([before, stack.state?.outputs.tokenId])
    })

    it('deletes a token whose predecessor was purged', async () => {
      await stack.destroy()
      expect(await active()).toEqual([])
    })
  })
})

it('rotates each token before it expires, and shows no diff in between', () => {
  const rotation = fc
    .record({
      lifetimeDays: fc.integer({ min: 1, max: 365 }),
      before: fc.nat(1000),
      overlap: fc.nat(1000),
    })
    .map(({ lifetimeDays, before, overlap }) => {
      const rotateDaysBefore = before % lifetimeDays
      return { lifetimeDays, rotateDaysBefore, overlapDays: overlap % (rotateDaysBefore + 1) }
    })
  fc.assert(
    fc.property(rotation, fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }), (wanted, pauses) => {
      let days = rotated(wanted, {}, new Date(start))
      let time = start
      for (const pause of pauses) {
        time += pause * day
        const now = new Date(time)
        const next = rotated(wanted, days, now)
        // A second call on the same day changes nothing.
        expect(rotated(wanted, next, now)).toEqual(next)
        const today = now.toISOString().slice(0, 10)
        const due =
          today >= new Date(Date.parse(days.expiresAt) - wanted.rotateDaysBefore * day).toISOString().slice(0, 10)
        expect(next.expiresAt !== days.expiresAt).toBe(due)
        expect(next.expiresAt > today).toBe(true)
        if (next.overlapEndsOn !== null) expect(next.overlapEndsOn > today).toBe(true)
        days = next
      }
    }),
    { seed: jest.getSeed(), numRuns: 500 },
  )
})
