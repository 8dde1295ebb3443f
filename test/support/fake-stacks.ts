import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Json } from '../../provider/core/schema/json'
import { providerText, typeOf } from '../../provider/core/schema/provider-text'

/** A resource for the output of `pulumi stack export`. */
export interface StackResource {
  kind: string
  name: string
  id: string
  inputs: Json
  outputs: Json
  ignoreChanges?: string[]
}

/** Stacks of a project, served from files by a fake `pulumi` that starts faster than the real one. */
export interface FakeStacks {
  readonly folder: string
  /** A `PATH` with the fake `pulumi`. */
  readonly path: string
  add(stack: string, resources: readonly StackResource[]): void
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
  'config --json') echo '{}' ;;
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
    path: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    add: (stack, resources) => {
      const exported = { version: 3, deployment: { resources: resources.map((one) => exportedOf(stack, one)) } }
      writeFileSync(join(stacks, `${stack}.json`), JSON.stringify(exported))
    },
  }
}

function exportedOf(stack: string, { kind, name, id, inputs, outputs, ignoreChanges }: StackResource): object {
  const type = typeOf(kind)
  const __provider = providerText(kind)
  return {
    urn: `urn:pulumi:${stack}::shop::${type}::${name}`,
    type,
    custom: true,
    id,
    inputs: { ...inputs, __provider },
    outputs: { ...outputs, __provider },
    ...(ignoreChanges && { ignoreChanges }),
  }
}
