import { ianaAliases } from './iana-aliases'
import { railsZones } from './rails-zones'

const listed: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** A fixed distance from UTC in whole quarters of an hour, at most 11:45. */
const fixedOffset = /^([+-])(0\d|1[01]):?(00|15|30|45)$/

/**
 * The zone that a name stands for: an IANA name or an offset from UTC such as `+05:30`. Undefined where the service knows
 * no such zone.
 *
 * Taken are, in their very spelling, the names of the IANA database (also old ones and links), the zone names of Rails
 * (`Berlin`, `Eastern Time (US & Canada)`), and offsets up to ±11:45. Blanks are not stripped.
 */
export function resolveTimeZone(name: string): string | undefined {
  const [offset, sign, hours, minutes] = fixedOffset.exec(name) ?? []
  if (offset) return `${sign}${hours}:${minutes}`
  const zone = railsZones.get(name) ?? name
  // The runtime itself would also take `europe/berlin`; the service does not.
  return listed.has(zone) || ianaAliases.has(zone) ? zone : undefined
}

/** Whether the service takes the name as a time zone; see {@link resolveTimeZone}. */
export function isTimeZone(name: string): boolean {
  return resolveTimeZone(name) !== undefined
}
