import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { repositoryRoot } from '../pulumi/paths'

/** Whether the packages are on npm: `private` in package.json, which keeps npm from publishing them, says that they are not. */
const isPublished = !(JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { private?: boolean })
  .private

/** The paths of all pages with commands. */
export const pagesWithCommands = (): string[] => globSync(['README.md', 'docs/*.md'], { cwd: repositoryRoot }).sort()

/** What stands between the marks until the packages are on npm. */
const notice = `**Trueup is not on npm yet.** Until its first release, a clone packs it into the folder of your project:

\`\`\`console
git clone <this repository> trueup
cd trueup && npm ci && npm run pack -- ../config/packages
\`\`\`

Run the commands of these pages in \`config\`, and commit the two archives, so that pipelines can install them. Do not run
\`npx trueup\` before, because npm would look for a package of this name.
`

/** A page whose commands install the packages from npm, or from archives until they are there. */
export function withInstallCommands(text: string): string {
  const names = text.replaceAll(/^npm install .*$/gm, (command) =>
    command
      .split(' ')
      .map((word) => {
        const [, name] = /^(?:\.\/packages\/)?(trueup(?:-plugin)?)(?:\.tgz)?$/.exec(word) ?? []
        if (name === undefined) return word
        return isPublished ? name : `./packages/${name}.tgz`
      })
      .join(' '),
  )
  return names.replace(
    /(<!-- not on npm -->\n)[^]*?(<!-- \/not on npm -->)/,
    (_, start: string, end: string) => start + (isPublished ? '' : `\n${notice}\n`) + end,
  )
}
