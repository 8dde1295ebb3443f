import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf, providerText, typeOf } from '../../provider/core/schema/provider-text'

/** A resource for the output of `pulumi stack export`. */
export interface StackResource {
  kind: string
  name: string
  id: string
  inputs: Json
  outputs: Json
  ignoreChanges?: string[]
  /** Its provider, of the plugin. Default: the resource is dynamic, and its provider is missing. */
  provider?: StackProvider
  /** Other keys of the state, such as `parent`. */
  state?: object
}

/** A provider of the plugin. */
export interface StackProvider {
  name: string
  /** As the engine stores them: inputs of a default provider are strings. */
  inputs: Json
}

/** Stacks of a project, served from files by a fake `pulumi` that starts faster than the real one. */
export interface FakeStacks {
  readonly folder: string
  /** A `PATH` with the fake `pulumi`. */
  readonly path: string
  /** @param config The configuration of the stack, by full key. Default: none. */
  add(stack: string, resources: readonly StackResource[], config?: Record<string, string>): void
  /** Sets the last operations of a stack, newest first, as `pulumi stack history --json` prints them. Default: none. */
  setHistory(stack: string, operations: readonly object[]): void
}

const script = (folder: string) => `#!/bin/sh
stack=test
for word; do
  [ "$last" = --stack ] && stack=$word
  last=$word
done
case "$1 $2" in
  'stack export')
    cat '${folder}'/"$stack".json 2>/dev/null || { echo "error: no stack named '$stack' found" >&2; exit 1; } ;;
  'config --json') cat '${folder}'/"$stack".config.json ;;
  'stack history') cat '${folder}'/"$stack".history.json 2>/dev/null || echo '[]' ;;
  'version ') echo v3.259.0 ;;
  'stack --show-name') echo test ;;
  *) echo "error: unexpected $*" >&2; exit 1 ;;
esac
`

/** Sets up stacks for the tests of a file. Each test begins without stacks. */
export function useFakeStacks(): FakeStacks {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-stacks-'))
  const stacks = join(folder, 'stacks')
  writeFileSync(join(folder, 'pulumi'), script(stacks), { mode: 0o755 })
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: shop\nruntime: nodejs\n')

  beforeEach(() => {
    rmSync(stacks, { recursive: true, force: true })
    mkdirSync(stacks)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  return {
    folder,
    setHistory: (stack, operations) => writeFileSync(join(stacks, `${stack}.history.json`), JSON.stringify(operations)),
    path: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    add: (stack, resources, config = {}) => {
      const providers = new Set(resources.flatMap(({ provider }) => provider ?? []))
      const exported = [
        ...[...providers].map((one) => providerOf(stack, one)),
        ...resources.map((one) => exportedOf(stack, one)),
      ]
      writeFileSync(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, deployment: { resources: exported } }))
      const values = Object.entries(config).map(([key, value]) => [key, { value, secret: key === 'trueup:token' }])
      writeFileSync(join(stacks, `${stack}.config.json`), JSON.stringify(Object.fromEntries(values)))
    },
  }
}

function exportedOf(stack: string, resource: StackResource): object {
  const { kind, name, id, inputs, outputs, ignoreChanges, provider, state } = resource
  const type = provider ? nativeTypeOf(kind) : typeOf(kind)
  const __provider = providerText(kind)
  return {
    urn: `urn:pulumi:${stack}::shop::${type}::${name}`,
    type,
    custom: true,
    id,
    inputs: { ...inputs, ...(!provider && { __provider }) },
    outputs: { __provider, ...outputs },
    ...(ignoreChanges && { ignoreChanges }),
    ...state,
    ...(provider && { provider: `${providerUrn(stack, provider)}::${providerId}` }),
  }
}

const providerType = 'pulumi:providers:trueup'
const providerId = 'd559c8b8-2c1a-4fe9-ae2a-889c280f484b'

const providerUrn = (stack: string, { name }: StackProvider): string =>
  `urn:pulumi:${stack}::shop::${providerType}::${name}`

const providerOf = (stack: string, provider: StackProvider): object => ({
  urn: providerUrn(stack, provider),
  type: providerType,
  custom: true,
  id: providerId,
  inputs: provider.inputs,
  outputs: provider.inputs,
})
