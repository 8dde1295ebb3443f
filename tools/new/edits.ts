import type { Names } from './names'

/** Text to add to a file. */
export interface Edit {
  readonly file: string
  readonly line: string
  /**
   * Matches the lines of a block, which is the first run of such lines. The text is added before the first line that
   * sorts after it, or at the end of the block if the block is not sorted.
   */
  readonly block: RegExp
  /** Matches the line after which the block is. Default: the start of the file. */
  readonly after?: RegExp
}

/**
 * The lines that a new kind adds to files of the project. As in the new files, a comment `TODO` is output: it marks a
 * place that the generator cannot adapt to the API.
 */
export const edits = (names: Names): readonly Edit[] => {
  const { kebab, camel, camelPlural, pascal, pascalPlural, hasSet, parent, snakePlural } = names
  return [
    {
      file: 'provider/kinds.ts',
      line: `  '${kebab}',`,
      block: /^ {2}'(?:alert|group-access|issue|label-sub|pipeline|repository|vulnerab).*',$/,
    },
    {
      file: 'provider/index.ts',
      line: `export { get${pascal}, get${pascalPlural} } from './functions/${kebab}'`,
      block: /^export .* from '.\/functions\//,
    },
    {
      file: 'sdk/index.ts',
      line: `import { ${pascalPlural} } from './resources/${kebab}'`,
      block: /^import .* from '.\/resources\//,
    },
    { file: 'sdk/index.ts', line: `export * from './resources/${kebab}'`, block: /^export \* from '.\/resources\// },
    { file: 'sdk/index.ts', line: `  readonly ${camelPlural}: ${pascalPlural}`, block: /^ {2}readonly \w+s: \w+$/ },
    {
      file: 'sdk/index.ts',
      line: `    this.${camelPlural} = new ${pascalPlural}(this.http)`,
      block: /^ {4}this\.\w+ = new \w+\(this\.http\)$/,
    },
    {
      file: 'emulator/index.ts',
      line: `import { ${camel} } from './resources/${kebab}'`,
      block: /^import \{ \w+ \} from '.\/resources\//,
    },
    { file: 'emulator/index.ts', line: `  ${camel},`, block: /^ {2}\w+,$/ },
    {
      file: 'tools/api-coverage/endpoints.ts',
      line: `import { ${camelPlural} } from './nouns/${kebab}'`,
      block: /^import .* from '.\/nouns\//,
    },
    { file: 'tools/api-coverage/endpoints.ts', line: `  ${camelPlural},`, block: /^ {2}\w+,$/ },
    {
      file: 'tools/api-coverage/reasons.ts',
      line: `  '/${parent.path}/:id/${snakePlural}': 'unknown', // TODO: Add the endpoints to the newest file in releases/.`,
      after: /^export const undescribed/,
      block: /^ {2}'\/.*',/,
    },
    {
      file: 'test/properties/arbitraries/index.ts',
      line: `import { ${camel}Cases } from './${kebab}'`,
      block: /^import \{ \w+Cases \} from/,
    },
    { file: 'test/properties/arbitraries/index.ts', line: `  ${camel}Cases,`, block: /^ {2}\w+Cases,$/ },
    {
      file: 'test/samples/index.ts',
      line: `import { ${camel} } from './${kebab}'`,
      block: /^import \{ \w+ \} from '\.\//,
    },
    { file: 'test/samples/index.ts', line: `  ${camel},`, block: /^ {2}\w+,$/ },
    ...(hasSet
      ? [
          {
            file: 'provider/kinds.ts',
            line: `  '${kebab}',`,
            after: /^export const kindsWithSets/,
            block: /^ {2}'[a-z-]+',$/,
          },
        ]
      : []),
  ]
}

/** Applies an edit. @throws Error if the text has no such block or line. */
export function withLine(text: string, { file, line, block, after }: Edit): string {
  const lines = text.split('\n')
  const from = after ? lines.findIndex((one) => after.test(one)) : 0
  const start = lines.findIndex((one, at) => at >= from && block.test(one))
  if (start < 0) throw new Error(`${file} has no place for: ${line}`)
  let end = start
  while (block.test(lines[end] ?? '')) end++
  const run = lines.slice(start, end)
  const isSorted = run.every((one, index) => index === 0 || (run[index - 1] ?? '') <= one)
  const before = isSorted ? run.findIndex((one) => one > line) : -1
  lines.splice(before < 0 ? end : start + before, 0, line)
  return lines.join('\n')
}

/** What the generator cannot write. A test fails until it is done, and names the file. */
export const tasks = ({ kebab, pascal }: Names): readonly string[] => [
  `Change the fields in the new files to the fields of the API. Most places have a comment TODO. Remove each one after the change.`,
  `Change docs/examples/${kebab}.yaml to realistic arguments. Add the lines "<!-- example: ${kebab} -->" and "<!-- /example -->" to a section of docs/resources.md, and do the same for its set, with "(yaml)" after the name.`,
  `Declare a ${pascal} in an example (examples/*/index.ts), and add it to the README's list.`,
  `Add a line to CHANGELOG.md, and run "npm run docs", which converts the example to all languages.`,
  `Run "npm run test:kind -- ${kebab}" and "npx jest test/repo test/core", then "npm test".`,
]
