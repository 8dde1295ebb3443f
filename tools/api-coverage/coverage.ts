import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { keyset, nouns, unlistable } from './endpoints'
import { pageOf } from './page'
import { survey } from './survey'

/** Where the page belongs. */
export const pageFile = join(repositoryRoot, 'docs', 'coverage.md')

/** The page, and what is wrong with what it says. */
export async function coverage(): Promise<{ page: string; problems: string[] }> {
  const all = await survey(nouns)
  const lists = await survey([keyset])
  return { page: pageOf(all.nouns, lists.nouns, unlistable), problems: [...all.problems, ...lists.problems] }
}
