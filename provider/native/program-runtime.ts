import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The runtime of the program, such as `python`: that of the first Pulumi.yaml in the folder or above. The engine does not
 * tell it, but starts the plugin in the folder of the program. Undefined if there is none.
 */
export function programRuntime(folder = process.cwd()): string | undefined {
  for (const name of ['Pulumi.yaml', 'Pulumi.yml']) {
    const text = contentOf(join(folder, name))
    if (text !== undefined) return runtimeIn(text)
  }
  const above = dirname(folder)
  return above === folder ? undefined : programRuntime(above)
}

function runtimeIn(text: string): string | undefined {
  // Loaded on demand: only errors need the runtime.
  const { parse } = require('yaml') as typeof import('yaml')
  try {
    const { runtime } = parse(text) as { runtime?: string | { name?: string } }
    return typeof runtime === 'object' ? runtime.name : runtime
  } catch {
    // Pulumi has read it, so this is another file of the same name.
    return undefined
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
