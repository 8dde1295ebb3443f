import type { Terminal } from '../shared/report-options'
import { json } from './format-json'
import { markdown } from './format-markdown'
import type { FormatName } from './format-names'
import { text } from './format-text'
import type { Plan } from './plan'

/** The maximum size of a summary in Markdown, and the terminal that it is written to. */
export interface FormatOptions extends Terminal {
  maxCharacters: number
}

/** The formats of `trueup summary`, by name. */
export const formats: Record<FormatName, (plan: Plan, options: FormatOptions) => string> = {
  text,
  markdown: (plan, { maxCharacters }) => markdown(plan, maxCharacters),
  json,
}
