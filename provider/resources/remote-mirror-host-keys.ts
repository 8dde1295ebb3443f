import { createHash } from 'node:crypto'
import { inOrderOf } from '../core/schema/canonical'
import { counted } from '../core/schema/counted'
import { required } from '../core/schema/field'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Json } from '../core/schema/json'
import { setting } from '../core/schema/managed-setting'
import { Type } from '../core/schema/type'

/** How many host keys GitLab stores for a mirror. */
const MOST_KEYS = 10

/** A line of a file `known_hosts`: hosts, which can be missing, the type, and the Base64 encoding of the key. */
const line = /^(?:(?<hosts>\S+) )?(?<type>(?:ssh|ecdsa)-\S+) (?<key>[\w+/]+={0,2})(?: .*)?$/

const fingerprint = /^SHA256:[\w+/]{43}$/

/** The parts of a host key in one line with single spaces; undefined for another text. */
function partsOf(text: string): { hosts: string | undefined; type: string; bytes: Buffer; key: string } | undefined {
  const { hosts, type = '', key = '' } = line.exec(text.trim().replace(/[^\S\r\n]+/g, ' '))?.groups ?? {}
  const bytes = Buffer.from(key, 'base64')
  // A key starts with the length and the name of its type.
  const isOfType = bytes.length > 4 + type.length && bytes.readUInt32BE(0) === type.length
  return isOfType && bytes.toString('latin1', 4, 4 + type.length) === type ? { hosts, type, bytes, key } : undefined
}

/** A host key in one spelling, without a comment, which the service would take for a part of the key. */
function canonicalKey(text: string): string {
  const parts = partsOf(text)
  return parts ? [parts.hosts, parts.type, parts.key].filter(Boolean).join(' ') : text
}

/** The fingerprint of a host key: `SHA256:…`. That of a key which a refresh has found is known already. */
function fingerprintOf(key: string): string {
  const parts = partsOf(key)
  return parts ? `SHA256:${createHash('sha256').update(parts.bytes).digest('base64').replaceAll('=', '')}` : key
}

function problemOfKey(key: string): string | undefined {
  if (fingerprint.test(key)) return 'is a fingerprint: write the key itself, such as a line of ssh-keyscan'
  if (/[\r\n]/.test(key.trim())) return 'has several lines: write each key as an entry of its own'
  if (!partsOf(key)) return 'is not a key'
  return partsOf(key)?.hosts?.startsWith('@') ? 'has a marker, which the service does not support' : undefined
}

const format = 'must contain host keys such as "ssh-ed25519 AAAA…" or "git.example.com ssh-ed25519 AAAA…"'

/** The fingerprints in a response. */
function fingerprintsIn(value: unknown): string[] {
  return (value as { fingerprint_sha256?: unknown }[]).map(({ fingerprint_sha256 }) => {
    if (typeof fingerprint_sha256 !== 'string') throw new InvalidResponse()
    return fingerprint_sha256
  })
}

/**
 * Host keys, which only responses of newer services contain, and only as fingerprints. A live key is shown as the declared
 * one with its fingerprint, and any other as the fingerprint.
 */
export const hostKeys = () =>
  setting(
    required<string[]>(Type.Array(Type.String()), {
      wire: 'host_keys',
      wireSchema: Type.Array(Type.Object({ fingerprint_sha256: Type.String() })),
      // A pasted private key must not be shown.
      mayHoldSecret: true,
      canonical: (keys, like) => inOrderOf(like, keys.map(canonicalKey), String),
      problem: (keys) => {
        if (keys.length > MOST_KEYS) return `must have at most ${MOST_KEYS} keys, not ${keys.length}`
        const canonical = keys.map(canonicalKey)
        const repeated = canonical.find((key, at) => canonical.indexOf(key) !== at)
        return repeated === undefined ? undefined : 'must contain each key once'
      },
      // A refresh writes the fingerprint of an unknown key, which `ignoreChanges` keeps.
      problemWhenNew: (keys) => {
        const at = keys.findIndex((key) => problemOfKey(key) !== undefined)
        return at < 0 ? undefined : { problem: format, detail: `entry ${at} ${problemOfKey(keys[at]!)}` }
      },
      fromWire: (value, like) => {
        if (!Array.isArray(like)) return null
        const live = new Set(fingerprintsIn(value))
        const declared = like as string[]
        const known = declared.filter((key) => live.has(fingerprintOf(key)))
        for (const key of declared) live.delete(fingerprintOf(key))
        return [...known, ...live]
      },
    }),
  )

/** Why a service may not have applied them. */
export const hostKeysNotApplied = 'this service cannot set host keys; GitLab 19.3 can'

interface Shown {
  readonly host_keys?: readonly unknown[]
}

/** What a mirror without declared host keys does not get from the mirror that it replaces. */
export const lostHostKeys = ({ host_keys = [] }: Shown, { hostKeys }: { hostKeys: readonly string[] | null }) =>
  host_keys.length > 0 && hostKeys === null ? `its ${counted(host_keys.length, 'host key')}: ${ENTER}` : undefined

/** Says of a mirror that was created or changed that it does not push, because it has no host keys. */
export const warningsOfHostKeys = ({ host_keys = [] }: Shown, values: Json): string[] =>
  host_keys.length === 0 && values.mirrorId === undefined && isWithoutKeys(values) ? [DOES_NOT_PUSH] : []

/** The same for previews, and host keys that no push uses. */
export function mistakesInHostKeys({ url, hostKeys, ...values }: Json, changed: ReadonlySet<string>): string[] {
  if (isWithoutKeys({ hostKeys, ...values })) return changed.has('authMethod') ? [DOES_NOT_PUSH] : []
  const isUnused = Array.isArray(hostKeys) && hostKeys.length > 0 && typeof url === 'string' && !url.startsWith('ssh:')
  return isUnused && changed.has('hostKeys') ? ['has hostKeys, which only a url that starts with ssh:// needs.'] : []
}

const isWithoutKeys = ({ authMethod, hostKeys }: Json): boolean => authMethod === 'ssh_public_key' && hostKeys === null

const ENTER = 'declare hostKeys, or enter them in the settings of the project (Repository > Mirroring repositories)'

const DOES_NOT_PUSH = `does not push, because the service does not know the host keys of its target: ${ENTER}.`
