import { isTimeZone, modernZoneOf, partOfZone, resolveTimeZone } from '../../cron'
import { zones as railsZones } from '../fixtures/rails-time-zones.json'

it.each(Object.entries(railsZones))('reads the Rails name %s as %s', (name, zone) => {
  expect(resolveTimeZone(name)).toBe(zone)
  expect(new Intl.DateTimeFormat('en', { timeZone: zone }).format(0)).toMatch(/19(69|70)$/)
})

it('accepts all time zones that the runtime lists', () => {
  const listed = Intl.supportedValuesOf('timeZone')
  expect(listed.length).toBeGreaterThan(400)
  expect(listed.filter((zone) => resolveTimeZone(zone) !== zone)).toEqual([])
})

it.each([
  'GMT',
  'EST',
  'EST5EDT',
  'CET',
  'Zulu',
  'W-SU',
  'GB-Eire',
  'Etc/UTC',
  'Etc/GMT+5',
  'US/Eastern',
  'Asia/Calcutta',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Kiev',
  'Europe/Kyiv',
  'America/Port-au-Prince',
  'America/Argentina/Buenos_Aires',
  'America/North_Dakota/New_Salem',
])('accepts the IANA name %s unchanged', (zone) => {
  expect(resolveTimeZone(zone)).toBe(zone)
})

it('reads UTC like Rails', () => {
  expect(resolveTimeZone('UTC')).toBe('Etc/UTC')
})

it.each([
  ['+05:30', '+05:30'],
  ['-0315', '-03:15'],
  ['+00:00', '+00:00'],
  ['-11:45', '-11:45'],
])('reads the offset %s as %s', (offset, zone) => {
  expect(resolveTimeZone(offset)).toBe(zone)
})

it.each([
  ['GMT+2', 'GMT'],
  ['GMT-11', 'GMT'],
  ['GMT+05', 'GMT+0'],
  ['Etc/GMT+15', 'Etc/GMT+1'],
])('reads only a part of %s, like the service', (name, zone) => {
  expect(resolveTimeZone(name)).toBe(zone)
  expect(partOfZone(name)).toBe(zone)
})

it.each(['GMT', 'GMT+0', 'Etc/GMT+2', 'Etc/GMT-14', 'Berlin', '+02:00', 'GMT+123', 'nowhere'])(
  'does not shorten %s',
  (name) => {
    expect(partOfZone(name)).toBeUndefined()
  },
)

it.each([
  '',
  'utc',
  'Utc',
  'Z',
  'PST',
  'EDT',
  'berlin',
  'europe/berlin',
  'Europe/BERLIN',
  'Asia/kolkata',
  'US/EASTERN',
  'Europe/Berlin ',
  ' Berlin',
  'Europe/Bielefeld',
  'Eastern Time',
  'eastern time (US & Canada)',
  '+2:00',
  '+02:10',
  '+12:00',
  'UTC+2',
  '+02:00\n',
  'constructor',
])('refuses %j', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

it.each([
  ['US/Pacific', 'America/Los_Angeles'],
  ['EST', 'America/Panama'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Singapore', 'Asia/Singapore'],
])('maps the old name %s to %s', (name, modern) => {
  expect(modernZoneOf(name)).toBe(modern)
  expect(isTimeZone(modern)).toBe(true)
})

it.each(['Europe/Berlin', 'America/Los_Angeles', 'UTC', 'Asia/Kolkata'])('does not rename %s', (name) => {
  expect(modernZoneOf(name)).toBeUndefined()
})
