import { check } from '../../provider/core/schema/check'
import type { Json } from '../../provider/core/schema/json'
import { freezePeriod } from '../../provider/resources/freeze-period'
import { rows } from '../fixtures/cron-corpus.json'
import { zones } from '../fixtures/rails-time-zones.json'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

conforms(freezePeriod, {
  spellings: { project: [1, '/acme/web'], freezeStart: [' 0 23 * * 5\n'], freezeEnd: ['\t0 7 * * 1 '] },
  refused: [
    ['freezeStart', '0 25 * * *', /got "0 25 \* \* \*"\): the hour field/],
    ['freezeStart', 'every day', /freezeStart/],
    ['freezeStart', '', /freezeStart/],
    ['freezeEnd', '0 0 31 2 *', /never/],
    ['freezeEnd', '@reboot', /freezeEnd must be a cron expression .*a schedule keyword must be one of @yearly/],
    ['freezeEnd', '*/0 * * * *', /a step in the minute field must be 1 to 99, not 0/],
    ['freezeEnd', 5, /must be a string \(got 5\)/],
    ['cronTimezone', 'Mars/Olympus', /must be a time zone such as .*got "Mars\/Olympus"/],
    ['cronTimezone', ' UTC', /time zone/],
    ['adoptId', 0, /an integer of at least 1/],
  ],
})

const at = { project: 1, freezeEnd: '0 7 * * 1', cronTimezone: 'UTC' }
const judge = (values: Json) =>
  check(freezePeriod, {}, { ...at, freezeStart: '0 23 * * 5', ...values }, () => new Date(0))

describe('the schedule of a freeze period', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  // The corpus has untrimmed expressions. The service first removes blanks around them.
  const judged = rows.filter(({ cron }) => !/[\t\n]$/.test(cron))

  it('accepts exactly the cron expressions that the service accepts', async () => {
    for (const { cron, valid } of judged) {
      const failures = judge({ freezeStart: cron }).failures.map(({ property }) => property)
      expect([cron, failures]).toEqual([cron, valid === true ? [] : ['freezeStart']])
      const body = { freeze_start: cron, freeze_end: at.freezeEnd, cron_timezone: 'UTC' }
      const { status } = await emulator.post('/projects/1/freeze_periods', body)
      expect([cron, status]).toEqual([cron, valid === true ? 201 : valid ? 500 : 400])
    }
  })

  it('accepts exactly the time zones that the service accepts', async () => {
    for (const zone of [
      ...Object.keys(zones),
      ...Object.values(zones),
      'Mars/Olympus',
      'utc',
      'europe/berlin',
      '',
      'Z',
    ]) {
      const valid = Object.hasOwn(zones, zone) || Object.values(zones).includes(zone)
      expect([zone, judge({ cronTimezone: zone }).failures.length]).toEqual([zone, valid ? 0 : 1])
      const body = { freeze_start: '0 23 * * 5', freeze_end: at.freezeEnd, cron_timezone: zone }
      const { status } = await emulator.post('/projects/1/freeze_periods', body)
      expect([zone, status]).toEqual([zone, valid ? 201 : 400])
    }
  })
})

describe('a time zone with an offset that the service ignores', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const args = { ...at, freezeStart: '0 23 * * 5', cronTimezone: 'GMT+2' }
  const warning = (zone: string, read: string, remedy: string) =>
    expect.stringMatching(
      new RegExp(
        `has the cronTimezone "${zone}", of which the service only reads "${read}": ${remedy}`.replaceAll('+', '\\+'),
      ),
    ) as string

  it.each([
    ['GMT+2', 'GMT', 'write "+02:00" if the local time is that far ahead of UTC'],
    ['GMT-11', 'GMT', 'write "-11:00" if the local time is that far behind UTC'],
    ['Etc/GMT+15', 'Etc/GMT+1', 'write the name of a place'],
  ])('accepts %s, with a warning in the preview and the update', async (cronTimezone, read, remedy) => {
    const url = emulator.url
    const expected = [warning(cronTimezone, read, remedy)]
    expect(await warningsOfPreview('freeze-period', { url }, {}, { ...args, cronTimezone })).toEqual(expected)
    const stack = new Engine('freeze-period', { url })
    await stack.up({ ...args, cronTimezone })
    expect(stack.warnings).toEqual(expected)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, cronTimezone })).toEqual({ step: 'same', changed: [] })
  })
})

describe('a schedule with a shorthand', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const args = { ...at, freezeStart: '@daily', freezeEnd: '0 6 * * *' }

  it('keeps a shorthand as written and compares it with its expansion', async () => {
    const stack = new Engine('freeze-period', { url: emulator.url })
    await stack.up(args)
    const path = `/projects/1/freeze_periods/${String(stack.state?.outputs.freezePeriodId)}`
    expect((await emulator.get(path)).body).toMatchObject({ freeze_start: '@daily' })
    const other = new Engine('freeze-period', { url: emulator.url })
    await expect(other.up({ ...args, freezeStart: '0 0 * * *' })).rejects.toThrow(/already exists/)
    // The expansion is not a change.
    await emulator.put(path, { freeze_start: '0 0 * * *', freeze_end: '0 7 * * *' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['freezeEnd'] })
    await emulator.put(path, { freeze_end: '0 6 * * *' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['freezeEnd'] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(stack.state?.outputs).toMatchObject({ freezeStart: '@daily' })
  })

  it('adopts the expansion of a shorthand', async () => {
    const { body } = await emulator.post('/projects/1/freeze_periods', {
      freeze_start: '0 0 * * *',
      freeze_end: '0 6 * * *',
      cron_timezone: 'UTC',
    })
    const stack = new Engine('freeze-period', { url: emulator.url })
    await stack.up({ ...args, onConflict: 'adopt-if-equal' })
    expect(stack.state?.id).toBe(`1/${(body as { id: number }).id}`)
    expect(await stack.preview({ ...args, onConflict: 'adopt-if-equal' })).toEqual({ step: 'same', changed: [] })
  })
})

describe('a time zone that the server does not have', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const refusal = { status: 400, body: { message: { cron_timezone: ['syntax is invalid'] } } }

  it.each([
    ['US/Pacific', /does not have "US\/Pacific": use "America\/Los_Angeles", its current name\./],
    ['America/Coyhaique', /does not have "America\/Coyhaique": use another zone with the same time\./],
  ])('names the alternative to a time zone that the server does not have: %s', async (cronTimezone, hint) => {
    emulator.fault({ method: 'POST', ...refusal })
    const args = { ...at, freezeStart: '0 23 * * 5', cronTimezone }
    await expect(new Engine('freeze-period', { url: emulator.url }).up(args)).rejects.toThrow(hint)
  })
})

describe('equal freeze periods', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const args = { ...at, freezeStart: '0 23 * * 5' }
  const engine = () => new Engine('freeze-period', { url: emulator.url })

  it('rejects an equal freeze period in any spelling, unless the program declares that it wants several', async () => {
    await engine().up(args)
    const second = engine()
    await expect(second.up({ ...args, freezeStart: '00 23 * * fri' })).rejects.toThrow(/already exists \(id 1\/1\)/)
    await second.up({ ...args, onConflict: 'create' })
    expect(second.state?.id).toBe('1/2')
  })

  it('distinguishes equal freeze periods that are created concurrently when responses are lost', async () => {
    emulator.fault({ method: 'POST', drop: 'after', times: 3 })
    const stacks = [engine(), engine(), engine()]
    const host = stacks[0]!.process()
    await Promise.all(stacks.map((stack) => stack.up({ ...args, onConflict: 'create' }, host)))
    expect(new Set(stacks.map(({ state }) => state?.id)).size).toBe(3)
    expect((await emulator.get('/projects/1/freeze_periods')).body).toHaveLength(3)
  })

  it('adopts a freeze period by id with a warning of each change, after which there is no diff', async () => {
    await emulator.post('/projects/1/freeze_periods', { freeze_start: '0 1 * * *', freeze_end: '0 2 * * *' })
    const stack = engine()
    await stack.up({ ...args, adoptId: 1 })
    expect(stack.state).toMatchObject({ id: '1/1', outputs: { __trueup: { mark: expect.any(String) as string } } })
    expect(stack.warnings.join()).toMatch(/was adopted: freezeStart "0 1 \* \* \*" → "0 23 \* \* 5"/)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('creates nothing if the freeze period to adopt does not exist or belongs to another resource', async () => {
    await expect(engine().up({ ...args, adoptId: 99 })).rejects.toThrow(
      /does not have one with id 99.*Remove adoptId: 99/,
    )
    const first = engine()
    const host = first.process()
    await first.up(args, host)
    await expect(engine().up({ ...args, adoptId: 1 }, host)).rejects.toThrow(/declare it once/)
    expect((await emulator.get('/projects/1/freeze_periods')).body).toHaveLength(1)
  })

  it('reads freeze periods as a reporter, and names the required role when an update is refused', async () => {
    const stack = engine()
    await stack.up(args)
    const reporter = stack.as({ token: 'emulator-reporter' })
    expect(await reporter.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(reporter.up({ ...args, freezeStart: '0 1 * * 5' })).rejects.toThrow(
      /403 .*changing them the Maintainer role/,
    )
  })
})
