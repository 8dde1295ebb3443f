import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Json } from '../../provider/core/schema/json'
import type { PulumiStack } from '../support/pulumi'
import type { Front } from './front'
import { locations } from './leftovers'
import { identityOf, isSingle } from './objects'
import { type Declared, type Program, secrets } from './program'
import type { Held } from './state'

/** How the objects of a stack are imported into the same stack as further resources. */
export interface Import {
  /** Whether each kind of a project is imported as one set. */
  sets: boolean
  /** Whether the next program declares the imported resources instead of the original ones. */
  kept: boolean
}

interface Imported {
  type: string
  name: string
  outputs: Json
}

const cli = resolve(__dirname, '..', '..', 'dist', 'cli', 'index.js')
const typeOf = ({ type }: Imported) => type.replace(/.*:/, '')
/** The kinds without secrets: an import of other kinds lacks values such as passwords. */
const complete = ['Label', 'FreezePeriod', 'ProtectedEnvironment']

/**
 * Exports the projects and writes `import.json` into the folder of the stack. It holds only resources whose objects are
 * all in the stack: imported resources that the program does not declare are deleted, and other objects belong to
 * others.
 */
export async function exportHeld(
  stack: PulumiStack,
  baseUrl: string,
  { sets }: Import,
  held: readonly Held[],
  front: Front,
): Promise<Imported[]> {
  const out = join(stack.folder, 'exported')
  const args = ['export', '--project', 'acme/web', 'acme/api', '--out', out, '--force', ...(sets ? ['--sets'] : [])]
  // With trueup/native, resources take over the state of dynamic ones.
  if (front === 'yaml') args.push('--language', 'yaml')
  const { cwd, env } = stack.place
  await promisify(execFile)(process.execPath, [cli, ...args, '--base-url', baseUrl], {
    cwd,
    env: { ...env, TRUEUP_TOKEN: secrets.token },
  })
  const { resources } = JSON.parse(await readFile(join(out, 'import.json'), 'utf8')) as { resources: Imported[] }
  const has = objectsOf(held)
  const chosen = resources.filter((one) => objectsOf([one]).every((object) => has.includes(object)))
  await stack.write('import.json', JSON.stringify({ resources: chosen }))
  return chosen
}

/** Identifies the objects of resources. */
function objectsOf(resources: readonly Imported[]): string[] {
  return resources.flatMap((one) => {
    const type = typeOf(one)
    const [collection, output = ''] = locations[type] ?? ['']
    const value = one.outputs[output]
    const ids = typeof value === 'object' ? Object.values(value ?? {}) : [value]
    const what = isSingle(type) ? type : collection
    return ids.map((id) => `${what} ${String(one.outputs.projectId)} ${String(id)}`)
  })
}

/** Returns a program in which imported single resources replace the resources of the same objects. */
export function withImported(program: Program, imported: readonly Imported[]): Program {
  const names = new Map(
    imported
      .filter((one) => complete.includes(typeOf(one)))
      .map((one) => [identityOf({ type: typeOf(one), args: argsOf(one), resource: one.name }), one.name]),
  )
  const nameOf = ([name, { type, args }]: [string, Declared]) =>
    names.get(identityOf({ type, args, resource: name })) ?? name
  const renamed = new Map(Object.entries(program).map((entry) => [entry[0], nameOf(entry)]))
  const follow = (_key: string, value: Json | null) =>
    typeof value?.$id === 'string' ? { $id: renamed.get(value.$id) ?? value.$id } : value
  return Object.fromEntries(
    Object.entries(program).map(([name, declared]) => [
      renamed.get(name) ?? name,
      JSON.parse(JSON.stringify(declared), follow) as Declared,
    ]),
  )
}

const argsOf = ({ outputs }: Imported): Json => ({ cronTimezone: 'UTC', ...outputs })
