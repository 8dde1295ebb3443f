import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { deviations } from './deviations'
import { keyset, nouns, unlistable } from './endpoints'
import { lists } from './lists'
import { pageOf } from './page'
import { survey, untested } from './survey'

/** Where the page belongs. */
export const pageFile = join(repositoryRoot, 'docs', 'coverage.md')

/** The page, and its errors. */
export async function coverage(): Promise<{ page: string; problems: string[] }> {
  const { nouns: covered, problems } = await survey([...nouns, keyset, lists])
  const [alongAnOrder, further] = [covered.slice(-2, -1), covered.slice(-1)]
  const page = pageOf({
    nouns: covered.slice(0, -2),
    keyset: alongAnOrder,
    unlistable,
    lists: further,
    deviations,
  })
  return { page, problems: [...problems, ...untested(deviations)] }
}
