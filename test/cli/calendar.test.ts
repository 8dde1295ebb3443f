import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNow, useEmulator } from '../support/emulator'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'spec' })
const cli = useWarmCli()

const weekend = { freeze_start: '0 23 * * fri', freeze_end: '0 7 * * mon', cron_timezone: 'Europe/Berlin' }
const night = { freeze_start: '0 22 * * *', freeze_end: '0 6 * * *', cron_timezone: 'UTC' }
/** A time that the clocks of Berlin skip every year. */
const skipped = '30 2 * 3 sun#-1'

/** Runs `trueup calendar` to its end. */
async function calendar(args: string[], user = 'maintainer', env: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env
  const settings = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: `emulator-${user}` }
  const run = cli.in({ env: { PATH, TZ: 'UTC', TRUEUP_TEST_NOW: testNow, ...settings, ...env } })('calendar', ...args)
  const code = await run.ended
  const stderr = run.output.stderr.replace(/^warning: TRUEUP_TEST_NOW .*\n/, '')
  return { code, stdout: run.output.stdout, stderr }
}

const freeze = async (project: string, period: Record<string, string>) => {
  const response = await emulator.post(`/projects/${encodeURIComponent(project)}/freeze_periods`, period)
  expect(response.status).toBe(201)
}

describe('the text format of trueup calendar', () => {
  it('shows a strip of days for each project, a line for each window, and the projects without freezes', async () => {
    await freeze('acme/web', weekend)
    await freeze('acme/api', { freeze_start: '0 0 20 6 *', freeze_end: '59 23 20 6 *', cron_timezone: 'UTC' })
    const days = ['--days', '14', '--timezone', 'UTC']
    const run = await calendar(['--project', 'acme/web', '2', '--project', 'acme/platform/infra', ...days])
    expect(run).toEqual({
      code: 0,
      stderr: '',
      stdout: `Freeze periods, 14 days from Mon 2026-06-15, times in UTC

          15 Jun 22 Jun
acme/api  ·····█········
acme/web  ▄···▄██▄···▄██

· open   ▄ partly frozen   █ frozen all day

Project   Frozen from           Until                 For          Freeze
acme/web  Fri 2026-06-12 21:00  Mon 2026-06-15 05:00  2 d 8 h      0 23 * * fri → 0 7 * * mon Europe/Berlin
acme/web  Fri 2026-06-19 21:00  Mon 2026-06-22 05:00  2 d 8 h      0 23 * * fri → 0 7 * * mon Europe/Berlin
acme/api  Sat 2026-06-20 00:00  Sat 2026-06-20 23:59  23 h 59 min  0 0 20 6 * → 59 23 20 6 * UTC
acme/web  Fri 2026-06-26 21:00  Mon 2026-06-29 05:00  2 d 8 h      0 23 * * fri → 0 7 * * mon Europe/Berlin

Without freeze periods: acme/platform/infra.

Time zone data: ${process.versions.tz}.
`,
    })
  })

  it('shows a time zone whose offset the service ignores in the time that the service uses', async () => {
    await freeze('acme/web', { ...night, cron_timezone: 'GMT+2' })
    const { stdout } = await calendar(['--project', 'acme/web', '--days', '2', '--timezone', 'UTC'])
    expect(stdout).toMatch(/Mon 2026-06-15 22:00 +Tue 2026-06-16 06:00 .* GMT\+2\n/)
  })

  it('marks overlaps and a freeze without end in the picture and in notes', async () => {
    await freeze('acme/web', weekend)
    await freeze('acme/web', { freeze_start: '0 0 19 6 *', freeze_end: skipped, cron_timezone: 'Europe/Berlin' })
    const { code, stdout } = await calendar(['--project', 'acme/web', '--days', '7'])
    expect(code).toBe(0)
    expect(stdout).toContain('acme/web  ▚███▚▚▚\n')
    expect(stdout).toMatch(/^acme\/web {2}Wed 2025-06-18 22:00 {2}never .* overlaps$/m)
    expect(stdout).toMatch(/^! acme\/web: .* overlap\.$/m)
    expect(stdout).toMatch(/^! acme\/web: .* never ends: it has no end within 50 years\.$/m)
  })

  it('shows one row for projects with the same freezes, and lists the projects', async () => {
    for (const project of ['acme/web', 'acme/platform/infra']) {
      await freeze(project, night)
      await freeze(project, weekend)
    }
    await freeze('acme/api', weekend)
    const { code, stdout } = await calendar(['--group', 'acme', '--days', '7', '--from', '2026-06-16'])
    expect(code).toBe(0)
    expect(stdout).toContain('\nacme/api        ···▄██▄\n2 projects (1)  ▄▄▄▚▚▚▚\n')
    expect(stdout.match(/^2 projects \(1\) {2}Tue 2026-06-16 22:00 {2}Wed 2026-06-17 06:00 /gm)).toHaveLength(1)
    expect(stdout).toMatch(/^2 projects \(1\): acme\/platform\/infra, acme\/web$/m)
    expect(stdout).toMatch(/^! acme\/platform\/infra, acme\/web: .* overlap\.$/m)
    const json = JSON.parse((await calendar(['--group', 'acme', '--format', 'json'])).stdout) as object
    expect(json).toMatchObject({
      schedules: [{ projects: ['acme/api'] }, { projects: ['acme/platform/infra', 'acme/web'] }],
    })
  })

  it('shows another time zone and range of days across a change of the clocks', async () => {
    await freeze('acme/web', night)
    const { stdout } = await calendar(
      ['--project', 'acme/web', '--from', '2026-10-24', '--days', '2', '--timezone', 'Europe/Berlin'],
      'reporter',
    )
    expect(stdout).toContain('2 days from Sat 2026-10-24, times in Europe/Berlin')
    expect(stdout).toContain('acme/web  Sun 2026-10-25 00:00  Sun 2026-10-25 07:00  8 h ')
  })

  it('prints that no project is frozen', async () => {
    await freeze('acme/web', { freeze_start: '0 0 24 12 *', freeze_end: '0 0 27 12 *' })
    const { stdout } = await calendar(['--project', 'acme/web'])
    expect(stdout).toContain('No project is frozen in these days.')
  })
})

describe('trueup calendar --group', () => {
  it('shows the projects of a group and its subgroups', async () => {
    for (const project of ['acme/web', 'acme/api', 'acme/platform/infra']) await freeze(project, night)
    const projects = async (group: string, user?: string) => {
      const { stdout } = await calendar(['--group', group, '--format', 'json'], user)
      return (JSON.parse(stdout) as { schedules: { projects: string[] }[] }).schedules.flatMap((one) => one.projects)
    }
    // Guests can read none.
    const asked = [projects('acme'), projects('11'), projects('acme', 'root'), projects('acme', 'guest')]
    const all = ['acme/api', 'acme/platform/infra', 'acme/web']
    expect(await Promise.all(asked)).toEqual([all, ['acme/platform/infra'], all, []])
  })

  it('sends one request for each project, regardless of the number of freezes', async () => {
    await calendar(['--group', 'acme', '--format', 'json'])
    const paths = emulator
      .requests()
      .map(({ path }) => path.replace('/api/v4', '').split('?')[0])
      .sort()
    expect(paths).toEqual([
      '/groups/acme',
      '/projects',
      '/projects/1/freeze_periods',
      '/projects/2/freeze_periods',
      '/projects/3/freeze_periods',
      '/user',
    ])
  })
})

describe('the other formats of trueup calendar', () => {
  it('prints JSON with times in UTC', async () => {
    await freeze('acme/web', weekend)
    const { code, stdout } = await calendar([
      ...['--project', 'acme/web', 'acme/api', '--format', 'json'],
      ...['--from', '2026-06-16', '--days', '6', '--timezone', 'Europe/Berlin'],
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      service: emulator.url,
      at: testNow,
      from: '2026-06-15T22:00:00.000Z',
      until: '2026-06-21T22:00:00.000Z',
      timezone: 'Europe/Berlin',
      timeZoneData: process.versions.tz,
      schedules: [
        {
          projects: ['acme/web'],
          windows: [
            {
              start: '2026-06-19T21:00:00.000Z',
              end: '2026-06-22T05:00:00.000Z',
              overlaps: false,
              freezeStart: '0 23 * * fri',
              freezeEnd: '0 7 * * mon',
              cronTimezone: 'Europe/Berlin',
            },
          ],
          notes: [],
        },
      ],
      withoutFreezes: ['acme/api'],
    })
  })

  it('prints iCalendar files with recurring events in UTC, whose ids are the same each day', async () => {
    await freeze('acme/web', weekend)
    const events = async (now: string) => {
      const { stdout } = await calendar(['--project', 'acme/web', '--format', 'ics', '--days', '7'], 'maintainer', {
        TRUEUP_TEST_NOW: now,
      })
      expect(stdout).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/)
      return stdout.split('BEGIN:VEVENT').slice(1)
    }
    const [first = ''] = await events('2026-06-16T12:00:00Z')
    expect(first).toContain('DTSTART:20260619T210000Z\r\n')
    expect(first).toContain('DTEND:20260622T050000Z\r\n')
    expect(first).toContain('RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20260619T210000Z\r\n')
    expect(first).toContain('SUMMARY:acme/web: deploy freeze\r\n')
    expect(first).toContain('TRANSP:TRANSPARENT\r\n')
    const [again = '', next = ''] = await events('2026-06-20T12:00:00Z')
    const uid = (event: string) => /UID:(.*)\r\n/.exec(event)?.[1]
    expect(uid(first)).toMatch(/^[0-9a-f]{32}@127\.0\.0\.1$/)
    expect(uid(again)).toBe(uid(first))
    expect(again).toContain('UNTIL=20260626T210000Z')
    expect(next).toBe('')
  })

  it('prints a picture, and a page that loads nothing', async () => {
    await freeze('acme/web', weekend)
    const page = await calendar(['--project', 'acme/web', '--format', 'html'])
    expect(page.stdout).toMatch(/^<!doctype html>/)
    expect(page.stdout).toContain('<svg ')
    expect(page.stdout).toMatch(/\.trueup-timeline \.names \{ position: sticky; left: 0; /)
    expect(page.stdout).toContain('<time datetime="2026-06-19T21:00:00.000Z">Fri 2026-06-19 21:00</time>')
    expect(page.stdout).not.toMatch(/(?:src|href)=|@import|url\((?!#)/)
    const picture = await calendar(['--project', 'acme/web', '--format', 'svg'])
    expect(picture.stdout).toMatch(/^<svg style="[^"]*" xmlns="http:\/\/www.w3.org\/2000\/svg" [^]*<\/svg>\n$/)
  })

  it('writes a file completely, or keeps the old one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-calendar-'))
    const file = join(folder, 'freezes.svg')
    const run = await calendar(['--project', 'acme/web', '--format', 'svg', '--out', file])
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toMatch(/<\/svg>\n$/)
    expect(readdirSync(folder)).toEqual(['freezes.svg'])
    const missing = join(folder, 'missing', 'freezes.svg')
    const failed = await calendar(['--project', 'acme/web', '--out', missing])
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain(`trueup: ${missing} cannot be written: ENOENT`)
    rmSync(folder, { recursive: true })
  })
})

describe('errors of trueup calendar', () => {
  it('shows a note for a project that cannot be read, and the other projects', async () => {
    await freeze('acme/web', weekend)
    const run = await calendar(['--project', 'acme/web', 'acme/api'], 'guest')
    expect(run.code).toBe(1)
    expect(run.stderr).toBe(
      'trueup: The freeze periods of 2 projects could not be read: see the notes. Reading them requires the role Reporter.\n',
    )
    expect(run.stdout).toMatch(/^! acme\/api, acme\/web: Could not be read: .*Forbidden\.$/m)
    expect(run.stdout).toMatch(/^2 projects \(1\) +·+$/m)
  })

  it('shows a note for a freeze with an unsupported schedule', async () => {
    await freeze('acme/web', weekend)
    const state = emulator.state()
    const id = state.collections.freeze_periods?.records[0]?.id as number
    emulator.patch('freeze_periods', id, { freeze_start: '@reboot' })
    const run = await calendar(['--project', 'acme/web'])
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(
      /^! acme\/web: "@reboot" to .* is not shown because its start is invalid: a schedule keyword must be/m,
    )
  })

  it.each([
    [['--project', 'acme/nope'], 'The project acme/nope does not exist on '],
    [['--group', 'nope'], 'The group nope does not exist on '],
  ])('prints one sentence for a project or group that does not exist: %j', async (args, message) => {
    const run = await calendar(args)
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^trueup: [^\n]+\n$/)
    expect(run.stderr).toContain(message)
  })

  it('prints the variables for the access token if it is missing', async () => {
    const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
      calendar(['--project', 'acme/web', ...args], 'maintainer', {
        TRUEUP_TOKEN: undefined,
        TRUEUP_BASE_URL: undefined,
        ...env,
      })
    const { code, stderr } = await run({})
    expect(code).toBe(1)
    expect(stderr).toBe(
      'trueup: No access token for https://gitlab.com (base URL from the default). Set the environment variable TRUEUP_TOKEN or GITLAB_TOKEN.\n',
    )
    // A token for one service never travels to another.
    const other = await run({ GITLAB_TOKEN: 'emulator-maintainer' }, '--base-url', emulator.url)
    expect(other.stderr).toBe(
      `trueup: No access token for ${emulator.url} (base URL from --base-url). Set the environment variable TRUEUP_TOKEN.\n`,
    )
    expect(emulator.requests()).toEqual([])
    const own = await run({ GITLAB_TOKEN: 'emulator-maintainer', CI_SERVER_URL: emulator.url })
    expect(own.code).toBe(0)
  })

  it('prints the source of an access token that the service rejects', async () => {
    const { code, stderr } = await calendar(['--group', 'acme'], 'nobody')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^trueup: http:\S+ rejected the access token from TRUEUP_TOKEN \(GET .*401.*\)\. Check whether it is correct, revoked or expired\.\n$/,
    )
    expect(stderr).not.toContain('emulator-nobody')
    const other = await calendar(['--group', 'acme'], 'nobody', { TRUEUP_TOKEN: 'gldt-Xq52Lr9wTb7nKc3v' })
    expect(other.stderr).toContain('The token from TRUEUP_TOKEN is a deploy token, which cannot use this API')
    expect(other.stderr).not.toMatch(/gldt|Xq52/)
  })

  it.each([
    [[], 'at least one of --project and --group is required'],
    [['--project', 'a/b', '--days', '367'], 'It must be an integer from 1 to 366.'],
    [['--project', 'a/b', '--from', '2026-02-31'], 'It must be a date such as 2026-12-01.'],
    [['--project', 'a/b', '--timezone', 'Mars/Base'], 'Unknown time zone Mars/Base.'],
    [['--project', 'a/b', '--format', 'pdf'], 'Allowed choices are text, svg, html, ics, json.'],
  ])('rejects invalid arguments of trueup calendar: %j', async (args, message) => {
    const run = await calendar(args)
    expect(run.code).toBe(64)
    expect(run.stderr).toContain(message)
  })
})

it('prints help with examples for trueup calendar', async () => {
  const { code, stdout } = await calendar(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('$ trueup calendar --group acme --from 2026-12-01 --days 31 --timezone Europe/Berlin')
  expect(stdout).toContain('Exit codes:')
})
