import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { PreviewRecord } from '../../provider/command-line/objects'

/**
 * Reads the file that the last preview has written. Without a file, the preview has found no objects.
 *
 * @throws Error if the file is malformed.
 */
export async function readRecords(file: string | undefined): Promise<PreviewRecord[]> {
  if (file === undefined || file === '' || !existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const records = lines.map((line, at) => parsed(line, `${file}:${at + 1}`))
  const last = records.at(-1)?.operation
  return records.filter(({ operation }) => operation === last)
}

function parsed(line: string, place: string): PreviewRecord {
  try {
    return JSON.parse(line) as PreviewRecord
  } catch (error) {
    throw new Error(`${place} is malformed. Delete the file, and run the preview again.`, { cause: error })
  }
}
