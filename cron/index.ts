/**
 * The service's cron dialect and time zones.
 */
export { modernZoneOf } from './modern-zones'
export { nextOccurrences, occurrences } from './occurrences'
export { parseCron } from './parse'
export { strip } from './strip'
export { isTimeZone, partOfZone, resolveTimeZone } from './time-zone'
