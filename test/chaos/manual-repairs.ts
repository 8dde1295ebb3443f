import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Emulator } from '../../emulator'
import type { PulumiStack } from '../support/pulumi'
import { locations } from './leftovers'
import { remove } from './service'
import type { StackState } from './state'

/** Whether an error reports an existing object that no resource holds. */
export const namesExisting = (output: string): boolean =>
  /already exists? \(id|already attached|already exists?, as/.test(output)

/**
 * Repairs the empty state files that a killed CLI can leave, as a user would. Returns the number of empty files.
 */
export async function repairFiles(stack: PulumiStack): Promise<number> {
  const folder = join(stack.folder, '.state', '.pulumi', 'stacks', 'test')
  let empty = 0
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if ((await readFile(file, 'utf8')) !== '') continue
    empty++
    if (name.endsWith('.attrs')) await rm(file)
    else await copyFile(`${file}.bak`, file)
  }
  return empty
}

const nouns: Record<string, string> = {
  'freeze period': 'FreezePeriod',
  'group access token': 'GroupAccessToken',
  'project access token': 'ProjectAccessToken',
  'remote mirror': 'RemoteMirror',
}

/**
 * Deletes the objects that errors name and no resource holds, as a user would: excess duplicates, tokens that already
 * succeed another one, and mirrors that cannot be adopted. Returns the number of deleted objects.
 */
export function deleteNamed(output: string, emulator: Emulator, { held }: StackState): number {
  const found = [
    ...output.matchAll(
      /(freeze period|(?:project|group) access token) .*(?:successor already exists|as many as the program declares) \(id ([\d, ]+)\)/g,
    ),
    ...output.matchAll(/(remote mirror) .* already exists \(id \d+\/(\d+)\) and cannot be adopted/g),
  ]
  let deleted = 0
  for (const [, noun = '', ids = ''] of found) {
    const type = nouns[noun] ?? ''
    const [collection = '', ...outputs] = locations[type] ?? []
    for (const id of new Set(ids.split(', ').map(Number))) {
      if (held.some((one) => one.type === type && outputs.some((output) => one.outputs[output] === id))) continue
      remove(emulator, collection, id)
      deleted++
    }
  }
  return deleted
}
