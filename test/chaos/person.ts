import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Emulator } from '../../emulator'
import type { PulumiStack } from '../support/pulumi'
import type { StackState } from './state'
import { places } from './strays'
import { remove } from './world'

/** Whether an error says that something is there of which no resource knows. */
export const namesExisting = (output: string): boolean =>
  /exists? already \(id|already attached|exist already, as/.test(output)

/**
 * What a person does whose CLI was killed: it may leave a file that it had just begun. Answers how many there were.
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

const nouns: Record<string, string> = { 'freeze period': 'FreezePeriod', 'group access token': 'GroupAccessToken' }

/**
 * What a person does who reads that there are more twins than declared, or that what is to follow a token is there
 * already: deletes those that no resource has. Answers how many there were.
 */
export function deleteNamed(output: string, emulator: Emulator, { held }: StackState): number {
  const found = output.matchAll(
    /(freeze period|group access token) .*(?:to follow exists already|as many as the program declares) \(id ([\d, ]+)\)/g,
  )
  let deleted = 0
  for (const [, noun = '', ids = ''] of found) {
    const type = nouns[noun] ?? ''
    const [collection = '', ...outputs] = places[type] ?? []
    for (const id of new Set(ids.split(', ').map(Number))) {
      if (held.some((one) => one.type === type && outputs.some((output) => one.outputs[output] === id))) continue
      remove(emulator, collection, id)
      deleted++
    }
  }
  return deleted
}
