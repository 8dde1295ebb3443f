import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'

/** Fails with one line, and not with a difference of hundreds of lines, if `npm run docs` would write another text. */
export function expectUpToDate(file: string, text: string): void {
  const isUpToDate = existsSync(file) && readFileSync(file, 'utf8') === text
  expect(isUpToDate ? '' : `${relative(repositoryRoot, file)} is out of date: run "npm run docs"`).toBe('')
}
