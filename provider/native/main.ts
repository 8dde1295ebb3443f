import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from './serve'

/** The package that contains this file. */
const root = join(__dirname, '..', '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const schema = readFileSync(join(root, 'schema', 'trueup.schema.json'), 'utf8')

serve({ schema, version }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
