import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resourceProvider, serve } from './serve'

const schemaFile = join('schema', 'trueup.schema.json')

/** The folder of the package, which has the schema: of the bundle, or of the compiled files. */
const rootAbove = (folder: string): string =>
  existsSync(join(folder, schemaFile)) || folder === dirname(folder) ? folder : rootAbove(dirname(folder))

const root = rootAbove(__dirname)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** Loads what processes need that do more than return the schema. */
export const loadProvider = (): void => void resourceProvider()

/** Ends when the plugin serves the engine. */
export const started: Promise<unknown> = serve({
  schema: () => readFileSync(join(root, schemaFile), 'utf8'),
  version,
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
