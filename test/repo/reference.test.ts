import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertedExamples, exampleFile, exampleNames } from '../../tools/example-programs'
import { pagesWithExamples, pageWithExamples } from '../../tools/examples/pages'
import { withOwnClasses } from '../../tools/examples/typescript'
import { packageSchemaFile } from '../../tools/provider-schema/package-spec'
import { packageSchemaText } from '../../tools/provider-schema/schema'
import { repositoryRoot } from '../../tools/pulumi/paths'
import { page, pageFile } from '../../tools/reference/tables'

it('has tables of resources and functions that "npm run docs" wrote from the sources', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(page())
})

it('has a package schema that "npm run docs" wrote from the declarations', () => {
  expect(readFileSync(packageSchemaFile, 'utf8')).toBe(packageSchemaText())
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
  for (const file of pages) expect(readFileSync(join(repositoryRoot, file), 'utf8')).toBe(pageWithExamples(file))
})
