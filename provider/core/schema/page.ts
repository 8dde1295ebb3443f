import type { Json } from './json'

/**
 * The page of the service on which a user finds an object: its path below the page of the project or group, from the
 * object's arguments and outputs. Values that are unknown or secret are missing. A string is the reason why there is no
 * page.
 */
export type Page = ((values: Json) => string) | string

/** A value as a part of a web address. Also encodes the characters that have a meaning in Markdown. */
export const inAddress = (value: unknown): string =>
  encodeURIComponent(String(value)).replace(/[!'()*_~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
