import type { Names } from './names'

/** Text to add to a file. */
export interface Edit {
  readonly file: string
  readonly line: string
  /**
   * Matches the lines of a block, which is the first run of such lines. The text is added before the first line that
   * sorts after it, or at the end of the block if the block is not sorted.
   */
  readonly block?: RegExp
  /** Matches the line before which the text is added. */
  readonly before?: RegExp
}

/**
 * The lines that a new kind adds to files of the project. As in the new files, a comment `TODO` is output: it marks a
 * place that the generator cannot adapt to the API.
 */
export const edits = (names: Names): readonly Edit[] => {
  const { kebab, camel, camelPlural, pascal, pascalPlural, snakePlural, words } = names
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
      file: 'test/properties/arbitraries/index.ts',
      line: `import { ${camel}Cases } from './${kebab}'`,
      block: /^import \{ \w+Cases \} from/,
    },
    { file: 'test/properties/arbitraries/index.ts', line: `  ${camel}Cases,`, block: /^ {2}\w+Cases,$/ },
    {
      file: 'test/faults/kinds.ts',
      before: /^export const samples/,
      line: `// TODO: an update of each argument, and a replacement.
const ${camel}: Sample = {
  name: '${words}',
  kind: '${kebab}',
  collection: '${snakePlural}',
  secondCreate: 'refused',
  as: 'maintainer',
  others: [['/projects/1/${snakePlural}', { name: 'another' }]],
  operations: [
    ...lifecycle(
      { project, name: 'example', description: 'an example' },
      { update: { name: 'renamed', description: null }, replace: { project: 'acme/api' } },
    ),
    adopt({ project, name: 'another', description: 'adopted', onConflict: 'adopt' }),
  ],
}
`,
    },
    { file: 'test/faults/kinds.ts', line: `  ${camel},`, block: /^ {2}\w+,$/ },
    {
      file: 'test/chaos/program.ts',
      before: /^ {2}\/\/ Last, /,
      line: `  // TODO: values of each argument.
  ${camel}: [
    '${pascal}',
    fc.record({ project, name: fc.constant('example'), description: sometimes(fc.constant('an example')) }),
  ],`,
    },
    {
      file: 'test/chaos/leftovers.ts',
      line: `  ${pascal}: ['${snakePlural}', '${camel}Id'],`,
      block: /^ {2}\w+: \['\w+'/,
    },
    {
      file: 'test/support/function-samples.ts',
      line: `  ['/projects/1/${snakePlural}', { name: 'example' }],`,
      block: /^ {2}\['\/projects\/1\//,
    },
    {
      file: 'test/support/function-samples.ts',
      line: `  get${pascal}: { project, ${camel}: 1 },`,
      block: /^ {2}get\w+: \{ project, \w+: 1 \},$/,
    },
  ]
}

/** Applies an edit. @throws Error if the text has no such block or line. */
export function withLine(text: string, { file, line, block, before: marker }: Edit): string {
  const lines = text.split('\n')
  const start = lines.findIndex((one) => (block ?? marker)?.test(one))
  if (start < 0) throw new Error(`${file} has no place for: ${line}`)
  if (!block) {
    lines.splice(start, 0, line)
    return lines.join('\n')
  }
  let end = start
  while (block.test(lines[end] ?? '')) end++
  const run = lines.slice(start, end)
  const isSorted = run.every((one, index) => index === 0 || (run[index - 1] ?? '') <= one)
  const before = isSorted ? run.findIndex((one) => one > line) : -1
  lines.splice(before < 0 ? end : start + before, 0, line)
  return lines.join('\n')
}

/** What the generator cannot write. A test fails until it is done, and names the file. */
export const tasks = ({ kebab, camel, pascal }: Names): readonly string[] => [
  `Change the fields in the new files, in test/faults/kinds.ts, test/chaos/program.ts and test/support/function-samples.ts to those of the API. Most places have a comment TODO. Remove each one after the change.`,
  `Change docs/examples/${kebab}.yaml to realistic arguments. Add the lines "<!-- example: ${kebab} -->" and "<!-- /example -->" to a section of docs/resources.md.`,
  `Declare a ${pascal} in an example (examples/*/index.ts), and add it to the README's list.`,
  `Add a line to CHANGELOG.md, and run "npm run docs", which converts the example to all languages.`,
  `Run "npx jest test/repo test/core test/resources/${kebab}.test.ts test/emulator/${kebab}.test.ts test/functions/${kebab}.test.ts", then "npm test".`,
  `If projects have several of them, add "sets: true" and resourceSet<…>()(${camel}): provider/resources/label.ts shows how.`,
]
