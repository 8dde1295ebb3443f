import { isMap, type Pair, type Scalar, type YAMLMap } from 'yaml'
import { nativeTypeOf } from '../../provider/command-line/objects'
import { oneLine } from '../shared/one-line'
import { ConfigSecret, secretKeysIn } from './literal'
import { camelCase, Slugs } from './slugs'
import type { Declared } from './syntax'
import { yamlDocument, yamlText } from './yaml-text'

/** A resource of a program in YAML, with the comments above it. */
export interface YamlResource extends Declared {
  comments: readonly string[]
}

/** The Pulumi.yaml of a program in YAML, which is the whole program. `head` are its other keys. */
export function pulumiYaml(head: object, comments: readonly string[], resources: readonly YamlResource[]): string {
  const slugs = new Slugs(camelCase, new Set(['pulumi']))
  const named = resources.map((one) => ({ ...one, key: slugs.of(one.name) }))
  const secrets = [...new Set(resources.flatMap(({ args }) => secretKeysIn(args)))]
  const document = yamlDocument({
    ...head,
    ...(secrets.length > 0 && {
      config: Object.fromEntries(secrets.map((key) => [key, { type: 'string', secret: true }])),
    }),
    resources: Object.fromEntries(
      named.map(({ kind, key, name, args }) => [
        key,
        { type: nativeTypeOf(kind), ...(name !== key && { name: escaped(name) }), properties: written(args) },
      ]),
    ),
  })
  document.commentBefore = comments.map(commentLine).join('\n')
  const all = document.get('resources')
  if (isMap(all)) for (const [at, { comments: own }] of named.entries()) commentOn(all, at, own)
  return yamlText(document)
}

function commentOn(map: YAMLMap, at: number, lines: readonly string[]): void {
  if (lines.length === 0) return
  const { key } = map.items[at] as Pair<Scalar>
  key.commentBefore = lines.map(commentLine).join('\n')
  key.spaceBefore = at > 0
}

const commentLine = (line: string): string => ` ${oneLine(line)}`

/** A value as Pulumi YAML reads it. */
function written(value: unknown): unknown {
  if (value instanceof ConfigSecret) return `\${${value.key}}`
  if (typeof value === 'string') return escaped(value)
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [escaped(key), written(entry)]))
}

/** Pulumi YAML evaluates `${…}`, and reads `$$` as `$`. */
const escaped = (text: string): string => (/\$[${]/.test(text) ? text.replaceAll('$', '$$$$') : text)
