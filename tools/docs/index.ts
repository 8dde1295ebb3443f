import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { coverage, pageFile as coverageFile } from '../api-coverage/coverage'
import { licenses, pageFile as licensesFile } from '../licenses/licenses'
import { GoNotInstalled } from '../pulumi/go'
import { packageSchemaFile, repositoryRoot } from '../pulumi/paths'
import { convertExamples } from './examples/convert'
import { pagesWithExamples, pageWithExamples } from './examples/pages'
import { type Example, programsFile } from './examples/programs'
import { pagesWithCommands, withInstallCommands } from './install-commands'
import { schemaFile, schemaText } from './project-schema'
import { packageSchemaText } from './provider-schema/schema'
import { page, pageFile } from './reference'
import { worldSchemaFile, worldSchemaText } from './world-schema'

/** Writes the schemas, the tables, the examples and the generated pages. Writes nothing if the coverage has problems. */
async function main(): Promise<void> {
  const { page: coveragePage, problems } = await coverage()
  if (problems.length > 0) throw new Error(problems.join('\n'))
  write(coverageFile, coveragePage)
  // First: it depends on the order in which the compiler reads types. The examples are checked against it.
  write(packageSchemaFile, packageSchemaText())
  write(schemaFile, schemaText())
  write(worldSchemaFile, worldSchemaText())
  write(pageFile, page())
  write(licensesFile, licenses().page)
  for (const one of pagesWithCommands()) {
    const file = join(repositoryRoot, one)
    const text = readFileSync(file, 'utf8')
    const written = withInstallCommands(text)
    if (written !== text) write(file, written)
  }
  await writeExamples().catch((error: unknown) => {
    if (!(error instanceof GoNotInstalled)) throw error
    console.log('The examples are unchanged: their conversion to other languages requires Go, which is not installed.')
  })
}

async function writeExamples(): Promise<void> {
  const examples = Object.entries(await convertExamples()).map(async ([name, example]): Promise<[string, Example]> => {
    return [name, { ...example, typescript: await formatted(example.typescript) }]
  })
  write(programsFile, `${JSON.stringify(Object.fromEntries(await Promise.all(examples)), undefined, 2)}\n`)
  // The schema contains the examples.
  write(packageSchemaFile, packageSchemaText())
  for (const file of pagesWithExamples()) write(join(repositoryRoot, file), pageWithExamples(file))
}

async function formatted(text: string): Promise<string> {
  const options = await resolveConfig(join(repositoryRoot, 'package.json'))
  return (await format(text, { ...options, parser: 'typescript', objectWrap: 'collapse', printWidth: 100 })).trim()
}

function write(file: string, text: string): void {
  writeFileSync(file, text)
  console.log(`${relative(process.cwd(), file)} is written.`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
