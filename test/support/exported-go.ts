import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Json } from '../../provider/core/schema/json'
import { builtOnce, sourceHash } from '../../tools/pulumi/go'
import { onPath } from '../../tools/pulumi/paths'

const folderOfReader = resolve(__dirname, '..', 'fixtures', 'go-reader')

/** Path of Go, unless it is not installed. */
export const go = onPath('go').at(0)

/** The resources of an exported program in Go, by reading its syntax. @throws Error if it has another one. */
export async function declaredInGo(folder: string): Promise<{ type: string; name: string; args: Json }[]> {
  const reader = await builtOnce(
    {
      title: 'reader of programs in Go',
      name: 'go-reader',
      module: folderOfReader,
      mainPackage: '.',
      cost: 'some seconds',
      missing: 'Programs in Go cannot be read.',
    },
    `go-reader-${sourceHash(folderOfReader)}`,
  )
  const { stdout } = await promisify(execFile)(reader, [folder])
  return JSON.parse(stdout) as { type: string; name: string; args: Json }[]
}
