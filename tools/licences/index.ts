import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { licences, pageFile } from './licences'

writeFileSync(pageFile, licences().page)
console.log(`${relative(process.cwd(), pageFile)} is written.`)
