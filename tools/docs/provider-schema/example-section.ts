import { convertedExamples, exampleOf } from '../examples/programs'

/**
 * The example of a resource or a function as a section of its description, as Pulumi's code generators expect it: each
 * generated SDK shows the program in its language.
 */
export function exampleSection(name: string): string | undefined {
  const example = convertedExamples()[exampleOf(name)]
  if (!example) return undefined
  const { nodejs, python, go, yaml } = example
  const programs = { typescript: nodejs, python, go, yaml }
  const blocks = Object.entries(programs).map(([language, text]) => `\`\`\`${language}\n${text.trim()}\n\`\`\``)
  return [
    '{{% examples %}}\n## Example Usage',
    `{{% example %}}\n\n${blocks.join('\n')}\n\n{{% /example %}}`,
    '{{% /examples %}}',
  ].join('\n')
}
