import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { costlyProgramFronts } from '../support/program-fronts'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const day = (days: number, time: string) =>
  `${new Date(Date.UTC(2026, 10, 27 + days)).toISOString().slice(0, 10)}T${time}:00Z`

describe.each(costlyProgramFronts)('the plan of %s with rotated tokens', (_, programOf, options) => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack
  const token = (name: string, overlapDays: number) => ({
    type: 'GroupAccessToken',
    args: {
      ...{ group: 'acme', name, scopes: ['read_api'] },
      rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays },
    },
  })

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    stack = await PulumiStack.create({
      program: programOf({ rotated: token('rotated', 0), overlapping: token('overlapping', 7) }),
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const at = (now: string) => {
    stack.setEnv({ TRUEUP_TEST_NOW: now })
    emulator.setClock(now)
  }
  const active = async () =>
    (await api.groupAccessTokens.list('acme', { state: 'active' }).all()).map(
      ({ name, expires_at }) => `${name} ${expires_at}`,
    )

  it.each([
    ['creates them', 0, ['rotated 2027-02-26', 'overlapping 2027-02-26']],
    ['rotates them', 61, ['overlapping 2027-02-26', 'rotated 2027-04-28', 'overlapping 2027-04-28']],
  ])('%s in an update after midnight', async (_, days, expected) => {
    at(day(days, '23:50'))
    expectOk(await stack.run('preview', '--refresh', '--save-plan', 'plan.json'))
    at(day(days + 1, '09:00'))
    expectOk(await stack.run('up', '--refresh', '--plan', 'plan.json', '--yes', '--skip-preview'))
    expect((await active()).sort()).toEqual(expected.sort())
  })

  it('shows no change afterwards', async () => {
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })
})
