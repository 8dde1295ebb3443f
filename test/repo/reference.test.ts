import { readFileSync } from 'node:fs'
import { page, pageFile } from '../../tools/reference/tables'

it('has tables of resources and functions that "npm run docs" wrote from the sources', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(page())
})
