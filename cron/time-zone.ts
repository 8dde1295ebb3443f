import { ianaAliases } from './iana-aliases'
import { railsZones } from './rails-zones'

let listed: ReadonlySet<string> | undefined

/** A fixed offset from UTC in quarters of an hour, at most 11:45. */
const fixedOffset = /^([+-])(0\d|1[01]):?(00|15|30|45)$/

/** An offset that is not in the IANA database, such as `GMT+2` or `Etc/GMT+15`. */
const offsetOfGmt = /^(?:Etc\/)?GMT[+-]\d\d?$/

/**
 * Resolves the name of a time zone to an IANA name or an offset from UTC such as `+05:30`. Undefined if the service
 * does not know the name.
 *
 * Valid names are those of the IANA database (also old ones and links), the zone names of Rails (`Berlin`, `Eastern
 * Time (US & Canada)`), and offsets up to ±11:45. Names are case-sensitive, and blanks are not removed. The service's parser
 * also accepts `GMT+2`, of which it only reads `GMT`: it removes characters at the end until it knows the name.
 */
export function resolveTimeZone(name: string): string | undefined {
  const [offset, sign, hours, minutes] = fixedOffset.exec(name) ?? []
  if (offset) return `${sign}${hours}:${minutes}`
  const zone = railsZones.get(name) ?? name
  if (isListed(zone)) return zone
  if (!offsetOfGmt.test(name)) return undefined
  const shorter = Array.from(name, (_, at) => name.slice(0, -at - 1))
  return shorter.find(isListed)
}

/** Whether a name is in the IANA database. The runtime also accepts `europe/berlin`, the service does not. */
function isListed(zone: string): boolean {
  // Listed on demand: most processes have no time zone.
  listed ??= new Set(Intl.supportedValuesOf('timeZone'))
  return listed.has(zone) || ianaAliases.has(zone)
}

/** The part of the name of a time zone that the service reads, if it ignores the rest: `GMT` of `GMT+2`. */
export function partOfZone(name: string): string | undefined {
  const zone = offsetOfGmt.test(name) ? resolveTimeZone(name) : undefined
  return zone === name ? undefined : zone
}

/** Whether the service accepts the name of a time zone. See {@link resolveTimeZone}. */
export function isTimeZone(name: string): boolean {
  return resolveTimeZone(name) !== undefined
}
