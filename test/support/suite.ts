import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Declares the tests of all files in a folder. Jest loads all modules again for each of its files, which takes longer
 * than the tests of many folders. The titles of the tests start with the name of the file. Mocks, environment variables
 * and time limits that a file leaves behind apply to the next ones.
 */
export function loadTogether(folder: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && file !== 'suite.test.ts')
  for (const file of files.sort()) {
    // The hooks of a file are for its own tests.
    describe(file, () => void jest.requireActual(join(folder, file)))
  }
}
