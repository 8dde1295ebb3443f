import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { deviations } from './deviations'
import { keyset, nouns, unlistable } from './endpoints'
import { lists } from './lists'
import { pageOf } from './page'
import { reasons } from './reasons'
import { newestRelease, uselessReasons } from './release'
import { survey, untested } from './survey'

/** Where the page belongs. */
export const pageFile = join(repositoryRoot, 'docs', 'coverage.md')

/** The page, and its errors. */
export async function coverage(): Promise<{ page: string; problems: string[] }> {
  const { nouns: covered, problems } = await survey([...nouns, keyset, lists])
  const all = covered.flatMap(({ endpoints }) => endpoints)
  const release = newestRelease()
  const [alongAnOrder, further] = [covered.slice(-2, -1), covered.slice(-1)]
  const page = pageOf({
    nouns: covered.slice(0, -2),
    keyset: alongAnOrder,
    unlistable,
    lists: further,
    deviations,
    release: release.name,
    reasons,
  })
  return { page, problems: [...problems, ...uselessReasons(release, reasons, all), ...untested(deviations)] }
}
