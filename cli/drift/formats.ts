import type { Format } from './format'
import { codequality } from './format-codequality'
import { html } from './format-html'
import { json } from './format-json'
import { junit } from './format-junit'
import { markdown } from './format-markdown'
import type { FormatName } from './format-names'
import { sarif } from './format-sarif'
import { text } from './format-text'

/** The formats of `trueup drift`, by name. */
export const formats: Readonly<Record<FormatName, Format>> = { text, json, markdown, junit, sarif, codequality, html }
