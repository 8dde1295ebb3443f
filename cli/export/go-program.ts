import { goComment, goFile, type GoFunction, goMain, goNames, goResource } from '../languages/go'
import { Code } from '../languages/literal'
import { kebabCase, Slugs } from '../languages/slugs'
import type { Estate } from './estate'
import { headline, maxParentsInOneFile, ownOf, secretsOf, type Source } from './program'
import { kindBlocks } from './resource-text'

/** The files of a program in Go: a function for each project and group, in files of their own if there are many. */
export function goProgram(estate: Estate, { service, username }: Source): Record<string, string> {
  const own = ownOf(estate.resources)
  const names = goNames()
  const files = new Slugs(kebabCase)
  const functions = estate.parents
    .filter((parent) => own(parent).length > 0)
    .map(({ parentKind, path }): GoFunction & { file: string } => {
      const resources = own({ parentKind, path })
      const writer = { comment: goComment, resource: goResource }
      return {
        name: names.of(path),
        file: `${files.of(`${parentKind} ${path}`)}.go`,
        parent: [parentKind, path],
        blocks: kindBlocks(resources, new Code(parentKind), username, writer),
        hasSecrets: secretsOf(resources).length > 0,
      }
    })
  const isAlone = functions.length <= maxParentsInOneFile
  return {
    'main.go': goMain(headline(service), functions, isAlone),
    ...(isAlone ? {} : Object.fromEntries(functions.map((one) => [one.file, goFile(one)]))),
  }
}
