import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { packageSchemaFile } from './package-spec'
import { packageSchemaText } from './schema'

writeFileSync(packageSchemaFile, packageSchemaText())
console.log(`${relative(process.cwd(), packageSchemaFile)} is written.`)
