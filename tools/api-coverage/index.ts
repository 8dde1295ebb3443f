import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { coverage, pageFile } from './coverage'

/** Writes the page, unless what it would say is wrong. */
async function write(): Promise<void> {
  const { page, problems } = await coverage()
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
    return
  }
  mkdirSync(dirname(pageFile), { recursive: true })
  writeFileSync(pageFile, page)
  console.log(`${relative(process.cwd(), pageFile)} is written.`)
}

void write()
