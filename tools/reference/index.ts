import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { page, pageFile } from './tables'

writeFileSync(pageFile, page())
console.log(`${relative(process.cwd(), pageFile)} is written.`)
