import { exportedDefinitions, joinedKey, type TerraformResource } from '../../provider/command-line/objects'
import type { Parents } from '../../provider/command-line/service'
import type { StateResource } from './state'

/** An object of a state, as far as it says which object of the service it is. */
export interface StateObject extends Pick<StateResource, 'address' | 'block' | 'names'> {
  kind: string
  parentKind: keyof Parents
  /** The id or path of the project or group. */
  parent: string
  /** The name or the id of the object on the service. */
  key: { name: string } | { id: number }
  /** The parts of credentials in the URL of a mirror. */
  credentials: ('username' | 'password')[]
}

/** Resources of a type that are not exported. */
export interface Skipped {
  type: string
  isData: boolean
  count: number
}

/** The objects of a state that Trueup can manage, and the numbers of its other resources. */
export interface StateObjects {
  objects: StateObject[]
  skipped: Skipped[]
}

/** A resource of Terraform and the kind of its objects. */
interface Source extends TerraformResource {
  kind: string
  parentKind: keyof Parents
}

/** The resources of the provider gitlabhq/gitlab that are kinds of Trueup, by type. */
const sources: ReadonlyMap<string, Source> = new Map(
  exportedDefinitions().flatMap(({ kind, identity, otherTools: { terraform } }) =>
    typeof terraform === 'string'
      ? []
      : terraform.types.map((type) => [type, { ...terraform, kind, parentKind: identity.parent }] as const),
  ),
)

/** The types of resources that are exported from a state. */
const knownTypes = [...sources.keys()]

/**
 * The objects of a state that Trueup can manage, and the numbers of the others by type.
 *
 * @throws Error if there is no such object, or if one does not say which object it is.
 */
export function objectsOf(state: readonly StateResource[], file: string): StateObjects {
  const objects: StateObject[] = []
  const skipped = new Map<string, Skipped>()
  for (const resource of state) {
    const { type, isData } = resource
    const source = isData ? undefined : sources.get(type)
    if (source) objects.push(objectOf(resource, source))
    else {
      const key = `${isData ? 'data.' : ''}${type}`
      const known = skipped.get(key) ?? { type, isData, count: 0 }
      skipped.set(key, { ...known, count: known.count + 1 })
    }
  }
  if (objects.length > 0) return { objects, skipped: [...skipped.values()] }
  throw new Error(
    `${file} contains no resource that trueup can export. It exports ${new Intl.ListFormat('en-US').format(knownTypes)}.`,
  )
}

function objectOf({ address, block, names, attributes }: StateResource, source: Source): StateObject {
  const { kind, parentKind, parent: parents = [parentKind] } = source
  const text = (name: string) => {
    const value = attributes[name]
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined
  }
  const id = text('id')
  const at = id?.lastIndexOf(':') ?? -1
  const parent = parents.map(text).find((value) => value !== undefined) ?? (at > 0 ? id!.slice(0, at) : undefined)
  const numbers = [
    ...(source.id === undefined ? [] : [text(source.id)]),
    source.name === undefined ? id?.slice(at + 1) : undefined,
  ]
  const number = numbers.map(Number).find((value) => Number.isSafeInteger(value) && value > 0)
  const name = source.name === undefined ? undefined : joinedKey([source.name].flat().map(text))
  const key = number !== undefined ? { id: number } : name !== undefined ? { name } : undefined
  if (parent === undefined || key === undefined) {
    throw new Error(`${address} does not contain the ${parentKind} and the id of its object. Run "terraform refresh".`)
  }
  return { address, block, names, kind, parentKind, parent, key, credentials: credentialsIn(text('url')) }
}

/** Returns which parts of credentials a URL has. Masked ones, which the service returns, do not count. */
function credentialsIn(url: string | undefined): ('username' | 'password')[] {
  if (url === undefined || !URL.canParse(url)) return []
  const parts = new URL(url)
  const isReal = (part: string) => part !== '' && !/^(?:\*|%2A)+$/i.test(part)
  return (['username', 'password'] as const).filter((part) => isReal(parts[part]))
}
