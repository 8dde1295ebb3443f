import { readFile } from 'node:fs/promises'
import { text as textOfStream } from 'node:stream/consumers'

/** A resource or data source in a state of Terraform or OpenTofu. */
export interface StateResource {
  /** Such as `gitlab_label`. */
  type: string
  isData: boolean
  /** Such as `module.team["web"].gitlab_label.bug[0]`. */
  address: string
  /** The address without the index of the resource. */
  block: string
  /** The names of its modules and its own name, each with its index: `['team-web', 'bug-0']`. */
  names: string[]
  attributes: Readonly<Record<string, unknown>>
}

interface StoredResource {
  module?: string
  mode?: string
  type: string
  name: string
  instances?: { index_key?: string | number; deposed?: string; attributes?: Record<string, unknown> }[]
}

/**
 * Reads the resources of a state, from a file or, for `-`, from standard input.
 *
 * @throws Error with the remedy if it is not a state of version 4. Errors do not contain values of the state.
 */
export async function readState(file: string): Promise<StateResource[]> {
  const name = file === '-' ? 'standard input' : file
  const state = parsed(await textOf(file, name), name)
  const pull = 'Run "terraform state pull > state.tfstate", and pass that file.'
  if ('encrypted_data' in state || 'encryption_version' in state) {
    throw new Error(
      `${name} is an encrypted state of OpenTofu. Run "tofu state pull > state.tfstate", which decrypts it.`,
    )
  }
  if ('format_version' in state) throw new Error(`${name} is output of "terraform show". ${pull}`)
  const { version, resources } = state
  if (typeof version !== 'number') throw new Error(`${name} is not a state of Terraform: it has no version. ${pull}`)
  if (version !== 4) {
    throw new Error(
      `${name} is a state of version ${version}, and trueup reads version 4. ` +
        (version < 4 ? 'Run "terraform apply" with Terraform 0.13 or later, which upgrades it.' : 'Upgrade trueup.'),
    )
  }
  if (!Array.isArray(resources) || !resources.every(isStored)) {
    throw new Error(`${name} is not a state of Terraform: its resources are invalid. ${pull}`)
  }
  return resources.flatMap(instancesOf)
}

async function textOf(file: string, name: string): Promise<string> {
  try {
    return await (file === '-' ? textOfStream(process.stdin) : readFile(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? 'it is a folder' : code
    throw new Error(`${name} cannot be read: ${reason ?? 'unknown error'}.`, { cause: error })
  }
}

function parsed(text: string, name: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message would quote the state, which contains secrets.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Error(
    `${name} is not a state of Terraform: it is not a JSON object. Run "terraform state pull > state.tfstate", and pass that file.`,
  )
}

function isStored(value: unknown): value is StoredResource {
  if (typeof value !== 'object' || value === null) return false
  const { type, name, instances = [] } = value as Partial<StoredResource>
  return typeof type === 'string' && typeof name === 'string' && Array.isArray(instances)
}

function instancesOf({ module, mode, type, name, instances = [] }: StoredResource): StateResource[] {
  const isData = mode === 'data'
  const block = [...(module === undefined ? [] : [module]), ...(isData ? ['data'] : []), type, name].join('.')
  // A deposed object is one that Terraform still has to delete.
  return instances
    .filter(({ deposed }) => deposed === undefined)
    .map(({ index_key: index, attributes = {} }) => ({
      type,
      isData,
      block,
      address: index === undefined ? block : `${block}[${JSON.stringify(index)}]`,
      names: [...modulesOf(module ?? ''), index === undefined ? name : `${name}-${index}`],
      attributes,
    }))
}

/** `module.team["web"].module.labels` → `['team-web', 'labels']`. */
const modulesOf = (module: string): string[] =>
  [...module.matchAll(/module\.([\w-]+)(?:\[("(?:[^"\\]|\\.)*"|\d+)\])?/g)].map(([, name = '', index]) =>
    index === undefined ? name : `${name}-${String(JSON.parse(index))}`,
  )
