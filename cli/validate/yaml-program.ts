import { isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { type ArgumentFailure, argumentFailures } from '../../provider/command-line/arguments'
import { secretSettings, UNKNOWN } from '../../provider/command-line/basics'
import type { Findings } from '../doctor/finding'
import { warnOfStoredSecret } from '../doctor/stored-secret'

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
    const type = String(resource.get('type'))
    const written = (name: unknown) => properties?.items.find(({ key }) => String(key) === name)
    const placeOf = (at: Pair) => `${file}:${lineOf(at)}: resources.${String(pair.key)}`
    for (const name of type === 'pulumi:providers:trueup' ? secretSettings : []) {
      const setting = written(name)
      if (setting) warnOfStoredSecret(findings, placeOf(setting), name)
    }
    const values = evaluated(properties?.toJS(document) ?? {}) as Record<string, unknown>
    for (const failure of argumentFailures(type, values) ?? []) {
      const { property } = failure
      const text = properties && textAt(properties, failure)
      const reason = (text !== undefined && failure.reasonFor?.(text)) || failure.reason
      const argument = /^[^.[]*/.exec(property)?.[0]
      findings.error(
        'program',
        `${placeOf(written(argument) ?? pair)}: ${reason}`,
        'Correct the argument. The reference lists those of each resource.',
      )
    }
  }
}

/** The text of an invalid value in the file, if YAML reads it as a number or a Boolean. */
function textAt(properties: YAMLMap, { property, key, within }: ArgumentFailure): string | undefined {
  const steps = (within ?? { property }).property.match(/[^.[\]]+/g) ?? []
  const node = properties.getIn(key === undefined ? steps : ['items', key, ...steps], true)
  return isScalar(node) && typeof node.value !== 'string' ? node.source : undefined
}

const isRuntime = (content: unknown): boolean => {
  const { runtime } = content as { runtime?: string | { name?: string } }
  return (typeof runtime === 'object' ? runtime.name : runtime) === 'yaml'
}

/** The values as the plugin receives them in a preview. Those of expressions and functions are not known. */
function evaluated(value: unknown): unknown {
  if (typeof value === 'string') return /\$\{/.test(value.replaceAll('$$', '')) ? UNKNOWN : value.replaceAll('$$', '$')
  if (Array.isArray(value)) return value.map(evaluated)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.some(([name]) => name.startsWith('fn::'))) return UNKNOWN
  return Object.fromEntries(entries.map(([name, one]) => [name, evaluated(one)]))
}
