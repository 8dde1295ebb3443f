import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { schemaFile, schemaText } from './schema'
import { worldSchemaFile, worldSchemaText } from './world'

for (const [file, text] of [
  [schemaFile, schemaText()],
  [worldSchemaFile, worldSchemaText()],
] as const) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`${relative(process.cwd(), file)} is written.`)
}
