import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { convertedExamples, type Example } from './programs'
import { withImports } from './typescript'

const start = /^<!-- example: ([\w-]+)( \(native\))? -->$/
const end = '<!-- /example -->'

/** The pages that have examples. */
export const pagesWithExamples = (): readonly string[] =>
  ['README.md', ...readdirSync(join(repositoryRoot, 'docs')).map((file) => `docs/${file}`)].filter(
    (file) => file.endsWith('.md') && linesOf(file).some((line) => start.test(line)),
  )

const linesOf = (file: string): string[] => readFileSync(join(repositoryRoot, file), 'utf8').split('\n')

const names = { python: 'Python', go: 'Go', yaml: 'YAML' } as const

/**
 * A page with all examples as they are now. `<!-- example: label -->` starts the example `docs/examples/label.yaml` and
 * `<!-- /example -->` ends it. `<!-- example: label (native) -->` imports `trueup/native` in TypeScript.
 */
export function pageWithExamples(file: string): string {
  const examples = convertedExamples()
  const lines = linesOf(file)
  const written: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    written.push(line)
    const [marker, name = '', native] = start.exec(line) ?? []
    if (marker === undefined) continue
    const example = examples[name]
    if (!example) throw new Error(`${file} shows the example ${name}, but docs/examples/${name}.yaml does not exist.`)
    at = lines.indexOf(end, at)
    if (at < 0) throw new Error(`${file} has no line ${end} after ${marker}.`)
    written.push('', blocks(example, native ? 'trueup/native' : 'trueup'), '', end)
  }
  return written.join('\n')
}

/** TypeScript is visible. The others are folded. */
function blocks(example: Example, module: 'trueup' | 'trueup/native'): string {
  const others = Object.entries(names).map(([language, name]) =>
    [
      '<details>',
      `<summary>${name}</summary>`,
      '',
      block(language, example[language as keyof typeof names]),
      '',
      '</details>',
    ].join('\n'),
  )
  return [block('ts', withImports(example.typescript, module)), ...others].join('\n\n')
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``
