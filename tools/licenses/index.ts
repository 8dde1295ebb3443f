import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { licenses, pageFile } from './licenses'

writeFileSync(pageFile, licenses().page)
console.log(`${relative(process.cwd(), pageFile)} is written.`)
