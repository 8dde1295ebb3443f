import { styleText } from 'node:util'
import type { Finding } from '../doctor/finding'
import { linesOf } from '../shared/characters'

/** Text for a terminal: the errors, then the valid files. */
export function text(findings: readonly Finding[], { colors }: { colors: boolean }): string {
  const label = colors ? styleText('red', 'error', { validateStream: false }) : 'error'
  const wrong = findings.flatMap(({ level, message, remedy }) =>
    level === 'ok'
      ? []
      : [
          `${label}: ${linesOf(message).join('\n')}`,
          ...(remedy === undefined ? [] : [`  → ${linesOf(remedy).join('\n')}`]),
        ],
  )
  const right = findings.filter(({ level }) => level === 'ok').map(({ message }) => message)
  return [...wrong, ...right, ''].join('\n')
}
