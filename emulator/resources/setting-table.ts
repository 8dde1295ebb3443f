import { invalid } from '../http/errors'
import { boolean, integer, string } from '../http/param-types'
import type { Param } from '../http/params'

/** A setting that is stored and returned, without an effect. */
export interface Setting {
  /** The declaration of its parameter. */
  param: Param<unknown, true>
  /** The default; undefined for a setting that responses do not have. */
  usual?: unknown
  /** Maximum length of a string. */
  longest?: number
}

/** Settings by parameter name. */
export type SettingTable = Record<string, Setting>

export const flag = (usual?: boolean | null): Setting => ({ param: boolean, usual })
export const text = (longest: number, usual?: string | null): Setting => ({ param: string, usual, longest })
export const word = (usual: string, ...others: string[]): Setting => ({ param: string.oneOf(usual, ...others), usual })
export const number = (usual?: number | null): Setting => ({ param: integer, usual })

export const paramsOf = (table: SettingTable): Record<string, Param<unknown, true>> =>
  Object.fromEntries(Object.entries(table).map(([name, { param }]) => [name, param]))

/** Picks the settings from the parameters. @throws HttpError 400 for strings that are too long. */
export function readTable(table: SettingTable, sent: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, { longest = Infinity, usual }] of Object.entries(table)) {
    const value = sent[name]
    // A setting that cannot be null keeps its value.
    if (value === undefined || (value === null && usual !== null && longest === Infinity)) continue
    if (typeof value === 'string' && value.length > longest) {
      throw invalid({ [name]: [`is too long (maximum is ${longest} characters)`] })
    }
    read[name] = value
  }
  return read
}

/** All settings of a response, with defaults. */
export function showTable(table: SettingTable, settings: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, { usual }] of Object.entries(table)) {
    if (usual !== undefined) shown[name] = settings[name] === undefined ? usual : settings[name]
  }
  return shown
}
