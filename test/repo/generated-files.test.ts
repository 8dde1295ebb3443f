import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pageFile as coverageFile } from '../../tools/api-coverage/coverage'
import { programsFile } from '../../tools/docs/examples/programs'
import { schemaFile } from '../../tools/docs/project-schema'
import { worldSchemaFile } from '../../tools/docs/world-schema'
import { pageFile as licensesFile } from '../../tools/licenses/licenses'
import { packageSchemaFile, repositoryRoot as root } from '../../tools/pulumi/paths'

it('marks files that are written as a whole, so that reviews do not show what changes in them', () => {
  const kindLists = ['cli', 'emulator', 'provider', 'sdk']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').startsWith('// Written by "npm run kind-lists"'))
  expect(kindLists.length).toBeGreaterThan(3)
  const pages = [coverageFile, licensesFile, packageSchemaFile, schemaFile, worldSchemaFile, programsFile]
  const marked = readFileSync(join(root, '.gitattributes'), 'utf8').match(/^\S+(?= linguist-generated$)/gm)
  expect(marked?.sort()).toEqual([...kindLists, ...pages.map((file) => relative(root, file))].sort())
})
