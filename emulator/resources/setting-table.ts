import { invalid } from '../http/errors'
import type { Release } from '../http/instance'
import { boolean, integer, string } from '../http/param-types'
import type { Param } from '../http/params'
import { type InstanceRelease, isAtLeast } from '../http/release'

/** A setting that is stored and returned, without an effect. */
export interface Setting {
  /** The declaration of its parameter. */
  param: Param<unknown, true>
  /** The default; undefined for a setting that responses do not have. */
  usual?: unknown
  /** Maximum length of a string. */
  longest?: number
  /** The attribute in complaints about the length. Default: the name of the parameter. */
  attribute?: string
  /** The release that brought the setting. Default: all releases have it. */
  since?: Release
  /** What null does: keep the value (the default for projects), clear it, or fail in the database (for groups). */
  null?: 'keeps' | 'clears' | 'fails'
}

/** Settings by parameter name. */
export type SettingTable = Record<string, Setting>

export const flag = (usual?: boolean | null): Setting => ({ param: boolean, usual })
export const text = (longest: number, usual?: string | null): Setting => ({ param: string, usual, longest })
export const word = (usual: string, ...others: string[]): Setting => ({ param: string.oneOf(usual, ...others), usual })
export const number = (usual?: number | null): Setting => ({ param: integer, usual })

/** A setting that a release has brought. */
export const since = (release: Release, setting: Setting): Setting => ({ ...setting, since: release })

/** The settings of a release. */
export const ofRelease = (table: SettingTable, instance: InstanceRelease): SettingTable =>
  Object.fromEntries(Object.entries(table).filter(([, { since }]) => since === undefined || isAtLeast(instance, since)))

export const paramsOf = (table: SettingTable): Record<string, Param<unknown, true>> =>
  Object.fromEntries(Object.entries(table).map(([name, { param }]) => [name, param]))

/** Picks the settings from the parameters. @throws HttpError 400 for strings that are too long. */
export function readTable(table: SettingTable, sent: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, { longest = Infinity, usual, attribute = name, ...setting }] of Object.entries(table)) {
    const value = sent[name]
    const clears = setting.null === 'clears' || usual === null || longest < Infinity
    if (value === undefined || (value === null && !clears)) continue
    if (typeof value === 'string' && value.length > longest) {
      throw invalid({ [attribute]: [`is too long (maximum is ${longest} characters)`] })
    }
    read[name] = value
  }
  return read
}

/** Whether a sent null fails in the database of the service. */
export const failsInDatabase = (table: SettingTable, sent: Record<string, unknown>): boolean =>
  Object.entries(table).some(([name, setting]) => sent[name] === null && setting.null === 'fails')

/** All settings of a response, with defaults. */
export function showTable(table: SettingTable, settings: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, { usual }] of Object.entries(table)) {
    if (usual !== undefined) shown[name] = settings[name] === undefined ? usual : settings[name]
  }
  return shown
}
