import type { Format } from './calendar'
import { html } from './format-html'
import { ics } from './format-ics'
import { json } from './format-json'
import type { FormatName } from './format-names'
import { svg } from './format-svg'
import { text } from './format-text'

/** The formats of `trueup calendar`, by name. */
export const formats = { text, svg, html, ics, json } satisfies Record<FormatName, Format>
