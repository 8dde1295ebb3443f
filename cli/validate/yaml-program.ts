import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml'
import { argumentFailures, unknownValue } from '../../provider/command-line/arguments'
import type { Findings } from '../doctor/finding'

/**
 * Checks the arguments of the resources of a program in YAML, like a preview. Pulumi's language host for YAML finds misspelled
 * arguments before it calls the plugin, and does not say which ones were meant.
 */
export function checkYamlProgram(findings: Findings, file: string, text: string): void {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' })
  const { contents } = document
  const resources = isMap(contents) && isRuntime(document.toJS()) && contents.get('resources')
  if (!isMap(resources)) return
  const lineOf = ({ key }: Pair): number => lines.linePos((isScalar(key) && key.range?.[0]) || 0).line
  for (const pair of resources.items) {
    const resource = pair.value
    if (!isMap(resource) || resource.has('get')) continue
    const properties = resource.get('properties')
    if (properties !== undefined && !isMap(properties)) continue
    const values = evaluated(properties?.toJS(document) ?? {}) as Record<string, unknown>
    for (const { property, reason } of argumentFailures(String(resource.get('type')), values) ?? []) {
      const argument = /^[^.[]*/.exec(property)?.[0]
      const written = properties?.items.find(({ key }) => String(key) === argument)
      const place = `${file}:${lineOf(written ?? pair)}: resources.${String(pair.key)}`
      findings.error(
        'program',
        `${place}: ${reason}`,
        'Correct the argument. The reference lists those of each resource.',
      )
    }
  }
}

const isRuntime = (content: unknown): boolean => {
  const { runtime } = content as { runtime?: string | { name?: string } }
  return (typeof runtime === 'object' ? runtime.name : runtime) === 'yaml'
}

/** The values as the plugin receives them in a preview. Those of expressions and functions are not known. */
function evaluated(value: unknown): unknown {
  if (typeof value === 'string')
    return /\$\{/.test(value.replaceAll('$$', '')) ? unknownValue : value.replaceAll('$$', '$')
  if (Array.isArray(value)) return value.map(evaluated)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.some(([name]) => name.startsWith('fn::'))) return unknownValue
  return Object.fromEntries(entries.map(([name, one]) => [name, evaluated(one)]))
}
