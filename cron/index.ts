/**
 * The service's cron dialect and time zones.
 */
export { modernZoneOf } from './modern-zones'
export { nextOccurrences, occurrences } from './occurrences'
export { type Cron, parseCron, type ParsedCron } from './parse'
export { strip } from './strip'
export { isTimeZone, resolveTimeZone } from './time-zone'
export { type WeekdayRule } from './weekday-field'
