import { invalid } from './http-errors'
import { boolean, integer, string } from './param-types'
import { type Param } from './params'

/** A setting that is remembered and shown, and on which nothing else depends. */
export interface Setting {
  /** Its type. */
  param: Param<unknown, true>
  /** What a new project or group has; undefined for a setting that is never shown. */
  usual?: unknown
  /** The longest text. */
  longest?: number
}

/** Settings by the names of their parameters. */
export type SettingTable = Record<string, Setting>

export const flag = (usual?: boolean | null): Setting => ({ param: boolean, usual })
export const text = (longest: number, usual?: string | null): Setting => ({ param: string, usual, longest })
export const word = (usual: string, ...others: string[]): Setting => ({ param: string.oneOf(usual, ...others), usual })
export const number = (usual?: number | null): Setting => ({ param: integer, usual })

export const paramsOf = (table: SettingTable): Record<string, Param<unknown, true>> =>
  Object.fromEntries(Object.entries(table).map(([name, { param }]) => [name, param]))

/** The settings among what was sent. @throws HttpError 400 for texts that are too long. */
export function readTable(table: SettingTable, sent: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, { longest = Infinity, usual }] of Object.entries(table)) {
    const value = sent[name]
    // What cannot be null stays as it is.
    if (value === undefined || (value === null && usual !== null && longest === Infinity)) continue
    if (typeof value === 'string' && value.length > longest) {
      throw invalid({ [name]: [`is too long (maximum is ${longest} characters)`] })
    }
    read[name] = value
  }
  return read
}

/** All settings that are shown, whether they were ever set or not. */
export function showTable(table: SettingTable, settings: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, { usual }] of Object.entries(table)) {
    if (usual !== undefined) shown[name] = settings[name] === undefined ? usual : settings[name]
  }
  return shown
}
