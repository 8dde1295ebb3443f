import { type Terminal } from '../report-options'
import { type DriftReport } from './finding'
import { codequality } from './format-codequality'
import { html } from './format-html'
import { json } from './format-json'
import { junit } from './format-junit'
import { markdown } from './format-markdown'
import { type FormatName } from './format-names'
import { sarif } from './format-sarif'
import { text } from './format-text'

export type FormatOptions = Pick<Terminal, 'colours'>

/** Writes a report. */
export type Format = (report: DriftReport, options: FormatOptions) => string

export { type FormatName }

/** The formats of `trueup drift`, by name. */
export const formats: Readonly<Record<FormatName, Format>> = { text, json, markdown, junit, sarif, codequality, html }
