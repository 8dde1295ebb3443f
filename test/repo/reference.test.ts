import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagesWithExamples, pageWithExamples } from '../../tools/docs/examples/pages'
import { convertedExamples, exampleFile, exampleNames } from '../../tools/docs/examples/programs'
import { withOwnClasses } from '../../tools/docs/examples/typescript'
import { packageSchemaText } from '../../tools/docs/provider-schema/schema'
import { page, pageFile } from '../../tools/docs/reference'
import { packageSchemaFile, repositoryRoot } from '../../tools/pulumi/paths'
import { expectUpToDate } from '../support/generated-file'

it('has tables of resources and functions that "npm run docs" wrote from the sources', () => {
  expectUpToDate(pageFile, page())
})

it('has a package schema that "npm run docs" wrote from the declarations', () => {
  expectUpToDate(packageSchemaFile, packageSchemaText())
})

it('has the current text of each example in the file that "npm run docs" wrote', () => {
  const texts = exampleNames().map((name) => [name, readFileSync(exampleFile(name), 'utf8')])
  const converted = Object.entries(convertedExamples()).map(([name, { yaml }]) => [name, yaml])
  expect(converted).toEqual(texts)
})

it('has the examples with the classes of this package that "npm run docs" wrote', () => {
  // Without the changes of the formatter.
  const bare = (text: string) => text.replace(/[\s;]|,(?=\s*[}\])])/g, '').replaceAll('"', "'")
  for (const { nodejs, typescript } of Object.values(convertedExamples()))
    expect(bare(typescript)).toBe(bare(withOwnClasses(nodejs)))
})

it('shows the examples on the pages as "npm run docs" wrote them', () => {
  const pages = pagesWithExamples()
  expect(pages).toContain('docs/resources.md')
  for (const file of pages) expectUpToDate(join(repositoryRoot, file), pageWithExamples(file))
})
