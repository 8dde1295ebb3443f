import type { Terminal } from '../shared/report-options'
import type { DriftReport } from './finding'

export type FormatOptions = Pick<Terminal, 'colors'>

/** Writes a report. */
export type Format = (report: DriftReport, options: FormatOptions) => string
