import { styleText } from 'node:util'
import { jsonOf, visible } from '../shared/characters'
import { countOf, type Finding, type Level, type Purpose } from './finding'

/** JSON for programs. Names are stable; later releases can add more. */
export const json = (findings: readonly Finding[]): string =>
  jsonOf({
    ok: countOf(findings, 'error') === 0,
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    findings,
  })

const colors: Readonly<Record<Level, 'green' | 'yellow' | 'red'>> = { ok: 'green', warning: 'yellow', error: 'red' }

/** Text for a terminal: the findings by stack and provider, and a summary at the end. */
export function text(
  findings: readonly Finding[],
  { colors: wanted, purpose }: { colors: boolean; purpose: Purpose | undefined },
): string {
  const paint = (color: Parameters<typeof styleText>[0], plain: string): string =>
    wanted ? styleText(color, plain, { validateStream: false }) : plain
  const headings = [...new Set(findings.map(headingOf))]
  const sections = headings.map((heading) => [
    paint('bold', visible(heading)),
    ...findings
      .filter((finding) => headingOf(finding) === heading)
      .flatMap(({ level, message, remedy }) => [
        `  ${paint(colors[level], level.padEnd(7))}  ${visible(message)}`,
        ...(remedy === undefined ? [] : [paint('dim', `           → ${visible(remedy)}`)]),
      ]),
    '',
  ])
  return `${sections.flat().join('\n')}\n${paint('bold', summaryOf(findings, purpose))}\n`
}

function headingOf({ stack, provider }: Finding): string {
  if (stack === undefined) return 'Machine and project'
  return `Stack ${stack}${provider === undefined ? '' : `, provider ${provider}`}`
}

function summaryOf(findings: readonly Finding[], purpose: Purpose | undefined): string {
  const [errors, warnings] = [countOf(findings, 'error'), countOf(findings, 'warning')]
  const counted = `${count(errors, 'error')}, ${count(warnings, 'warning')}`
  const readOnly = findings.some(({ check }) => check === 'token-read-only')
  const command = `"pulumi ${purpose ?? (readOnly ? 'preview' : 'up')}"`
  return errors > 0 ? `${counted}: ${command} would fail.` : `${counted}: nothing prevents ${command}.`
}

const count = (many: number, noun: string): string => `${many || 'no'} ${noun}${many === 1 ? '' : 's'}`
