import { styleText } from 'node:util'
import type { Finding } from '../doctor/finding'
import { linesOf } from '../shared/characters'

const colorOf = { error: 'red', warning: 'yellow' } as const

/** Text for a terminal: the errors and warnings, then the valid files. */
export function text(findings: readonly Finding[], { colors }: { colors: boolean }): string {
  const label = (level: 'error' | 'warning') =>
    colors ? styleText(colorOf[level], level, { validateStream: false }) : level
  const wrong = findings.flatMap(({ level, message, remedy }) =>
    level === 'ok'
      ? []
      : [
          `${label(level)}: ${linesOf(message).join('\n')}`,
          ...(remedy === undefined ? [] : [`  → ${linesOf(remedy).join('\n')}`]),
        ],
  )
  const right = findings.filter(({ level }) => level === 'ok').map(({ message }) => message)
  return [...wrong, ...right, ''].join('\n')
}
