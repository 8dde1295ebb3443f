import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { type Example, programsFile } from '../example-programs'
import { packageSchemaFile } from '../provider-schema/package-spec'
import { packageSchemaText } from '../provider-schema/schema'
import { repositoryRoot } from '../pulumi/paths'
import { convertExamples } from './convert'
import { pagesWithExamples, pageWithExamples } from './pages'

/** Converts the examples, and writes them into the schema and the pages. The schema must have their resources. */
async function main(): Promise<void> {
  const examples = Object.entries(await convertExamples()).map(async ([name, example]): Promise<[string, Example]> => {
    return [name, { ...example, typescript: await formatted(example.typescript) }]
  })
  write(programsFile, `${JSON.stringify(Object.fromEntries(await Promise.all(examples)), undefined, 2)}\n`)
  write(packageSchemaFile, packageSchemaText())
  for (const page of pagesWithExamples()) write(join(repositoryRoot, page), pageWithExamples(page))
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
