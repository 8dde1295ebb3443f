import { basename, dirname, join, relative, resolve } from 'node:path'
import { testRun } from './test-run'

const repository = resolve(__dirname, '..', '..')

/**
 * Declares the tests of all files in a folder that this run has. Jest loads all modules again for each of its files, which
 * takes longer than the tests of many folders. The titles of the tests start with the name of the file. Mocks, environment
 * variables and time limits that a file leaves behind apply to the next ones.
 */
export function loadTogether(folder: string): void {
  for (const file of testRun.files.filter((file) => dirname(file) === relative(repository, folder))) {
    // The hooks of a file are for its own tests.
    describe(basename(file), () => void jest.requireActual(join(repository, file)))
  }
}
