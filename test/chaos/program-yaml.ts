import type { Json } from '../../provider/core/schema/json'
import { type Declared, type DeclaredOptions, here, type Program } from './program'

/** The end of a `Pulumi.yaml` that declares the resources of a program in the same order. JSON is valid YAML. */
export function yamlProgram(program: Program, reads: boolean): string {
  const keys = new Map(Object.keys(program).map((name, at) => [name, `r${at}`]))
  const declared = Object.entries(program).map(([name, one]): [key: string, declaration: object] => {
    return [keys.get(name) ?? '', resource(name, one, keys)]
  })
  const first = Object.values(program).findIndex(({ explicitProvider }) => explicitProvider)
  if (first >= 0) declared.splice(first, 0, ['same', provider])
  const sections = {
    resources: Object.fromEntries(declared),
    ...(reads && {
      variables: { found: { 'fn::invoke': { function: 'trueup:getLabels', arguments: { project: 'acme/web' } } } },
      outputs: { label: '${found.labels[0].name}' },
    }),
  }
  return Object.entries(sections)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

const provider = {
  type: 'pulumi:providers:trueup',
  properties: { baseUrl: here, tokenEnv: 'CHAOS_TOKEN', onConflict: 'adopt' },
}

const resource = (
  name: string,
  { type, args, explicitProvider, options }: Declared,
  keys: ReadonlyMap<string, string>,
) => ({
  type: type === 'Provider' ? provider.type : `trueup:${type}`,
  // Names have spaces and slashes, which expressions cannot refer to.
  name: escaped(name),
  properties: written(args, keys),
  ...(explicitProvider && { options: { provider: '${same}' } }),
  ...(options && { options: optionsOf(options, keys) }),
})

function optionsOf({ deletedWith, provider, ...others }: DeclaredOptions, keys: ReadonlyMap<string, string>) {
  const reference = (name: string) => `\${${keys.get(name)}}`
  return {
    ...others,
    ...(deletedWith && { deletedWith: reference(deletedWith) }),
    ...(provider && { provider: reference(provider) }),
  }
}

/** A value as Pulumi reads it in YAML. */
function written(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return escaped(value)
  if (Array.isArray(value)) return value.map((part) => written(part, keys))
  if (typeof value !== 'object' || value === null) return value
  const { $id, $output, $secret, ...rest } = value as Json
  if ($output !== undefined) {
    const [name = '', output] = $output as string[]
    return `\${${keys.get(name)}.${output}}`
  }
  if ($id !== undefined) return `\${${keys.get(String($id))}.id}`
  if ($secret !== undefined) return { 'fn::secret': written($secret, keys) }
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, written(part, keys)]))
}

/** YAML programs evaluate `${…}`, and read `$$` as `$`. */
const escaped = (text: string) => (/\$[${]/.test(text) ? text.replaceAll('$', '$$$$') : text)
