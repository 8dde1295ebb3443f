import { text as calendarText } from '../../cli/calendar/format-text'
import { LocalTime } from '../../cli/calendar/local-time'
import { ResourceError } from '../../provider/core/service/resource-error'
import { provider } from '../../provider/runtime'

const name = '\x1b[2J\u202eevil\x9b'
const controlCharacters = /[\p{Cc}\u202e]/u

it('escapes control characters in an error of a resource', () => {
  expect(new ResourceError(`label ${name} is odd`).message).toBe('label \\u001b[2J\\u202eevil\\u009b is odd')
})

it('escapes control characters in a failure of an argument', async () => {
  const { failures = [] } = await provider('label').check!({}, { project: name, name: 1, color: 'red', [name]: 1 })
  expect(failures).toHaveLength(3)
  failures.forEach(({ reason }) => expect(reason).not.toMatch(controlCharacters))
})

it('escapes control characters in a freeze calendar', () => {
  const time = new LocalTime('UTC')
  const at = new Date('2026-06-15T12:00:00Z')
  const rows = [{ project: name, windows: [], notes: [name] }]
  const calendar = { service: 'https://example.com', at, days: time.days('2026-06-15', 2), time, rows, free: [name] }
  const shown = calendarText(calendar, { colors: false, columns: 80 })
  expect(shown).toContain('evil')
  expect(shown.replaceAll('\n', '')).not.toMatch(controlCharacters)
})
