import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Emulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/plain'
import { testNow } from './emulator'
import { decrypt, keyOf } from './passphrase'
import type { State, StateResource } from './pulumi'

const folder = resolve(__dirname, '..', 'fixtures', 'state')

/** Stands in stored states for the URL of the service, which is another one in each run; nobody listens there. */
export const frozenUrl = 'http://127.0.0.1:1'

/** A state that a release wrote, and how it came about. */
export interface FrozenState {
  /** The folder's name, which begins with the release. */
  readonly release: string
  /** Where the state is stored. */
  readonly file: string
  readonly program: string
  /** What had been there before the program ran, made by `root`. */
  readonly requests: readonly (readonly [path: string, body: object])[]
  /** When the program ran. */
  readonly updates: readonly string[]
  /** Configuration of the stack beyond that of all programs. */
  readonly secrets: Readonly<Record<string, string>>
}

/** All that there are, by folder. */
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

/** Makes what had been there before the program ran. */
export async function makePast({ requests }: FrozenState, { url }: Emulator): Promise<void> {
  for (const [path, body] of requests) {
    const answer = await fetch(`${url}/api/v4${path}`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': 'emulator-root', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
  }
}

/** A resource of Trueup's as a release stored it, with its secrets as a provider is handed them. */
export interface FrozenResource {
  readonly name: string
  readonly kind: string
  readonly id: string
  /** The provider's text. */
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

/** The resources of a state, in the order in which they came to be. */
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

/** What marks a secret in Pulumi's states. */
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
