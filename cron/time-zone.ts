import { ianaAliases } from './iana-aliases'
import { railsZones } from './rails-zones'

const listed: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** A fixed offset from UTC in quarters of an hour, at most 11:45. */
const fixedOffset = /^([+-])(0\d|1[01]):?(00|15|30|45)$/

/**
 * Resolves the name of a time zone to an IANA name or an offset from UTC such as `+05:30`. Undefined if the service
 * does not know the name.
 *
 * Valid names are those of the IANA database (also old ones and links), the zone names of Rails (`Berlin`, `Eastern
 * Time (US & Canada)`), and offsets up to ±11:45. Names are case-sensitive, and blanks are not removed.
 */
export function resolveTimeZone(name: string): string | undefined {
  const [offset, sign, hours, minutes] = fixedOffset.exec(name) ?? []
  if (offset) return `${sign}${hours}:${minutes}`
  const zone = railsZones.get(name) ?? name
  // The runtime also accepts `europe/berlin`, the service does not.
  return listed.has(zone) || ianaAliases.has(zone) ? zone : undefined
}

/** Whether the service accepts the name of a time zone. See {@link resolveTimeZone}. */
export function isTimeZone(name: string): boolean {
  return resolveTimeZone(name) !== undefined
}
