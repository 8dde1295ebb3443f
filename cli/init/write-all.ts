import { lstatSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeOut } from '../shared/output'

/**
 * Writes all files into a folder, or none. Files in `completed` may exist, because their text includes the old content.
 *
 * @throws Error that lists existing files, unless `force`.
 */
export async function writeAll(
  folder: string,
  files: ReadonlyMap<string, string>,
  { force, completed = [] }: { force: boolean; completed?: readonly string[] },
): Promise<void> {
  const existing = [...files.keys()]
    .filter((file) => !completed.includes(file))
    .filter((file) => lstatSync(join(folder, file), { throwIfNoEntry: false }))
  if (existing.length > 0 && !force) {
    const exist = existing.length === 1 ? 'exists' : 'exist'
    throw new Error(
      `${existing.join(', ')} already ${exist} in ${folder}. Nothing was written. Use --force to overwrite, or another folder.`,
    )
  }
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeOut(text, join(folder, file))
  }
}
