import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageSchemaFile } from '../provider-schema/package-spec'
import { packageSchemaText } from '../provider-schema/schema'
import { repositoryRoot } from '../pulumi/paths'
import { convertExamples, programsText } from './convert'
import { pagesWithExamples, pageWithExamples } from './pages'
import { programsFile } from './programs'

/** Converts the examples, and writes them into the schema and the pages. The schema must have their resources. */
async function main(): Promise<void> {
  write(programsFile, programsText(await convertExamples()))
  write(packageSchemaFile, packageSchemaText())
  for (const page of pagesWithExamples()) write(join(repositoryRoot, page), await pageWithExamples(page))
}

function write(file: string, text: string): void {
  writeFileSync(file, text)
  console.log(`${relative(process.cwd(), file)} is written.`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
