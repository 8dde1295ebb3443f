import { readFileSync } from 'node:fs'
import { packageSchemaFile } from '../../tools/provider-schema/package-spec'
import { packageSchemaText } from '../../tools/provider-schema/schema'
import { page, pageFile } from '../../tools/reference/tables'

it('has tables of resources and functions that "npm run docs" wrote from the sources', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(page())
})

it('has a package schema that "npm run docs" wrote from the declarations', () => {
  expect(readFileSync(packageSchemaFile, 'utf8')).toBe(packageSchemaText())
})
