import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../pulumi/paths'
import { convertedExamples, type Example } from './programs'
import { withImports } from './typescript'

const start = /^<!-- example: ([\w-]+)(?: \((native|others|yaml)\))? -->$/
const end = '<!-- /example -->'

/** The pages that have examples. */
export const pagesWithExamples = (): readonly string[] =>
  ['README.md', ...readdirSync(join(repositoryRoot, 'docs')).map((file) => `docs/${file}`)].filter(
    (file) => file.endsWith('.md') && linesOf(file).some((line) => start.test(line)),
  )

const linesOf = (file: string): string[] => readFileSync(join(repositoryRoot, file), 'utf8').split('\n')

/**
 * `native` imports `trueup/native` in TypeScript. `others` shows only the other languages, not folded. `yaml` shows only
 * YAML.
 */
type Form = 'native' | 'others' | 'yaml' | undefined

const names = { python: 'Python', go: 'Go', yaml: 'YAML' } as const

/**
 * A page with all examples as they are now. `<!-- example: label -->` starts the example `docs/examples/label.yaml` and
 * `<!-- /example -->` ends it. A form can follow the name: `<!-- example: label (native) -->`.
 */
export function pageWithExamples(file: string): string {
  const examples = convertedExamples()
  const lines = linesOf(file)
  const written: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    written.push(line)
    const [marker, name = '', form] = start.exec(line) ?? []
    if (marker === undefined) continue
    const example = examples[name]
    if (!example) throw new Error(`${file} shows the example ${name}, but docs/examples/${name}.yaml does not exist.`)
    at = lines.indexOf(end, at)
    if (at < 0) throw new Error(`${file} has no line ${end} after ${marker}.`)
    written.push('', blocks(example, form as Form), '', end)
  }
  return written.join('\n')
}

function blocks(example: Example, form: Form): string {
  if (form === 'yaml') return block('yaml', example.yaml)
  const others = Object.entries(names).map(([language, name]) => {
    const text = block(language, example[language as keyof typeof names])
    return form === 'others' ? `${name}:\n\n${text}` : `<details>\n<summary>${name}</summary>\n\n${text}\n\n</details>`
  })
  if (form === 'others') return others.join('\n\n')
  const module = form === 'native' ? 'trueup/native' : 'trueup'
  return [block('ts', withImports(example.typescript, module)), ...others].join('\n\n')
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``
