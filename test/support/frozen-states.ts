import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Emulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { testNow } from './emulator'
import { decrypt, keyOf } from './passphrase'
import type { State, StateResource } from './pulumi'

const folder = resolve(__dirname, '..', 'fixtures', 'state')

/** The placeholder in stored states for the URL of the service, which differs in each run. No server listens there. */
export const frozenUrl = 'http://127.0.0.1:1'

/** A state that a release wrote, and its origin. */
export interface FrozenState {
  /** The name of the folder, which starts with the release. */
  readonly release: string
  /** Where the state is stored. */
  readonly file: string
  readonly program: string
  /** Requests of `root` before the program ran. */
  readonly requests: readonly (readonly [path: string, body: object])[]
  /** When the program ran. */
  readonly updates: readonly string[]
  /** Configuration of the stack beyond that of all programs. */
  readonly secrets: Readonly<Record<string, string>>
}

/** All state fixtures. */
export const frozenStates: readonly FrozenState[] = readdirSync(folder).map((release) => {
  const past = join(folder, release, 'past.json')
  return {
    release,
    file: join(folder, release, 'stack.json'),
    program: readFileSync(join(folder, release, 'program.js'), 'utf8'),
    requests: [],
    updates: [testNow],
    secrets: {},
    ...(existsSync(past) && (JSON.parse(readFileSync(past, 'utf8')) as Partial<FrozenState>)),
  }
})

/** Sends the requests from before the program ran. */
export async function makePast({ requests }: FrozenState, { url }: Emulator): Promise<void> {
  for (const [path, body] of requests) {
    const response = await fetch(`${url}/api/v4${path}`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': 'emulator-root', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  }
}

/** A resource of Trueup in a state of a release, with decrypted secrets. */
export interface FrozenResource {
  readonly name: string
  readonly kind: string
  readonly id: string
  /** The code of the provider in state. */
  readonly text: string
  readonly inputs: Json
  readonly outputs: Json
}

/** The kind of a resource by its Pulumi type, if it is one of Trueup's. */
export const kindOf = (type: string): string | undefined =>
  /^pulumi-nodejs:dynamic\/trueup:(\w+)$/
    .exec(type)?.[1]
    ?.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()

/** The resources of a state, in the order of creation. */
export function frozenResources({ file }: FrozenState): FrozenResource[] {
  const { deployment } = JSON.parse(readFileSync(file, 'utf8')) as State & {
    deployment: { secrets_providers: { state: { salt: string } } }
  }
  const open = opener(deployment.secrets_providers.state.salt)
  return (deployment.resources ?? []).flatMap(({ type, urn, id = '', inputs, outputs }: StateResource) => {
    const kind = kindOf(type)
    if (kind === undefined) return []
    const { __provider: text, ...stored } = open(outputs) as Json
    const { __provider: _, ...declared } = open(inputs) as Json
    return [{ name: urn.split('::').pop() ?? '', kind, id, text: String(text), inputs: declared, outputs: stored }]
  })
}

/** The key that marks a secret in states of Pulumi. */
const mark = '4dabf18193072939515e22adb298388d'

/** Opens the secrets of a state. */
function opener(salt: string): (value: unknown) => unknown {
  const key = keyOf(salt)
  const open = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(open)
    const values = value as Json
    if (mark in values) return JSON.parse(decrypt(key, String(values.ciphertext)))
    return Object.fromEntries(Object.entries(values).map(([name, inner]) => [name, open(inner)]))
  }
  return open
}
