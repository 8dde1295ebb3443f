import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { schemaFile, schemaText } from './schema'

mkdirSync(dirname(schemaFile), { recursive: true })
writeFileSync(schemaFile, schemaText())
console.log(`${relative(process.cwd(), schemaFile)} is written.`)
