import { styleText } from 'node:util'
import { jsonOf, visible } from '../shared/characters'
import { countOf, type Finding, type Level, type Purpose } from './finding'

/** JSON, for programs: names stay, new ones may come. */
export const json = (findings: readonly Finding[]): string =>
  jsonOf({
    ok: countOf(findings, 'error') === 0,
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    findings,
  })

const colours: Readonly<Record<Level, 'green' | 'yellow' | 'red'>> = { ok: 'green', warning: 'yellow', error: 'red' }

/** For a terminal: by what the findings are about, the sum last. */
export function text(
  findings: readonly Finding[],
  { coloured, purpose }: { coloured: boolean; purpose: Purpose | undefined },
): string {
  const paint = (colour: Parameters<typeof styleText>[0], plain: string): string =>
    coloured ? styleText(colour, plain, { validateStream: false }) : plain
  const headings = [...new Set(findings.map(headingOf))]
  const sections = headings.map((heading) => [
    paint('bold', visible(heading)),
    ...findings
      .filter((finding) => headingOf(finding) === heading)
      .flatMap(({ level, message, remedy }) => [
        `  ${paint(colours[level], level.padEnd(7))}  ${visible(message)}`,
        ...(remedy === undefined ? [] : [paint('dim', `           → ${visible(remedy)}`)]),
      ]),
    '',
  ])
  return `${sections.flat().join('\n')}\n${paint('bold', sumOf(findings, purpose))}\n`
}

function headingOf({ stack, provider }: Finding): string {
  if (stack === undefined) return 'Machine and project'
  return `Stack ${stack}${provider === undefined ? '' : `, provider ${provider}`}`
}

function sumOf(findings: readonly Finding[], purpose: Purpose | undefined): string {
  const [errors, warnings] = [countOf(findings, 'error'), countOf(findings, 'warning')]
  const counted = `${count(errors, 'error')}, ${count(warnings, 'warning')}`
  const readOnly = findings.some(({ check }) => check === 'token-read-only')
  const command = `"pulumi ${purpose ?? (readOnly ? 'preview' : 'up')}"`
  return errors > 0 ? `${counted}: ${command} would be refused.` : `${counted}: nothing is in the way of ${command}.`
}

const count = (many: number, noun: string): string => `${many || 'no'} ${noun}${many === 1 ? '' : 's'}`
