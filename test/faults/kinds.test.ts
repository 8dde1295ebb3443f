import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { samples } from './kinds'

it('puts every kind of resource to the test', () => {
  const folder = resolve(__dirname, '../../provider/resources')
  const kinds = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && readFileSync(join(folder, file), 'utf8').includes(' = resource<'))
    .map((file) => file.replace(/\.ts$/, ''))
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(kinds.sort())
})
