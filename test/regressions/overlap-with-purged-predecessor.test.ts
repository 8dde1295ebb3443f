import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)(
  'a token on flavor %s whose predecessor was purged by the service',
  (flavor) => {
    const emulator = useEmulator({ flavor })
    const clock = useTestNow()
    const args = {
      group: 'acme',
      name: 'deploy',
      scopes: ['read_api'],
      rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 },
    }
    const active = async () =>
      (await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body as { id: number }[]
    let stack: Engine

    beforeEach(async () => {
      stack = new Engine('group-access-token', { url: emulator.url, token: 'emulator-owner' })
      for (const day of ['2026-06-15', '2026-08-14', '2026-11-02']) {
        clock.set(`${day}T12:00:00.000Z`)
        emulator.setClock(`${day}T12:00:00.000Z`)
        // On the last day the first token is purged, and the second one due.
        if (day !== '2026-11-02') await stack.up(args)
      }
    })

    it('rotates a token whose predecessor was purged', async () => {
      const before = stack.state!.outputs.tokenId
      await stack.up(args)
      expect(stack.state?.outputs).toMatchObject({ previousTokenId: before })
      expect((await active()).map(({ id }) => id)).toEqual([before, stack.state?.outputs.tokenId])
    })

    it('deletes a token whose predecessor was purged', async () => {
      await stack.destroy()
      expect(await active()).toEqual([])
    })
  },
)
