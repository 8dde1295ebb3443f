import { hasBoth, kindsOf, type Names, type Noun } from './names'

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
 * The lines that a new noun and its kinds add to files of the project. As in the new files, a comment `TODO` is output: it
 * marks a place that the generator cannot adapt to the API.
 */
export const edits = (noun: Noun): readonly Edit[] => [...editsOfNoun(noun), ...kindsOf(noun).flatMap(editsOfKind)]

const editsOfNoun = (noun: Noun): Edit[] => {
  const { kebab, camel, pascalPlural, snakePlural } = noun
  const kinds = kindsOf(noun)
  const imported = (suffix: 'Cases' | '', words: 'camel' | 'camelPlural') =>
    kinds
      .map((kind) => `${kind[words]}${suffix}`)
      .sort()
      .join(', ')
  return [
    {
      file: 'sdk/index.ts',
      line: `import { ${pascalPlural} } from './resources/${kebab}'`,
      block: /^import .* from '.\/resources\//,
    },
    { file: 'sdk/index.ts', line: `export * from './resources/${kebab}'`, block: /^export \* from '.\/resources\// },
    {
      file: 'emulator/index.ts',
      line: `import { ${camel} } from './resources/${kebab}'`,
      block: /^import \{ \w+ \} from '.\/resources\//,
    },
    { file: 'emulator/index.ts', line: `  ${camel},`, block: /^ {2}\w+,$/ },
    {
      file: 'tools/api-coverage/endpoints.ts',
      line: `import { ${imported('', 'camelPlural')} } from './nouns/${kebab}'`,
      block: /^import .* from '.\/nouns\//,
    },
    ...noun.parents.map(({ path }) => ({
      file: 'tools/api-coverage/reasons.ts',
      line: `  '/${path}/:id/${snakePlural}': 'unknown', // TODO: Add the endpoints to the newest file in releases/.`,
      after: /^export const undescribed/,
      block: /^ {2}'\/.*',/,
    })),
    {
      file: 'test/properties/arbitraries/index.ts',
      line: `import { ${imported('Cases', 'camel')} } from './${kebab}'`,
      block: /^import \{ \w+Cases(?:, \w+Cases)* \} from/,
    },
    ...(noun.secret === undefined ? [] : [secretEdit(noun)]),
  ]
}

const editsOfKind = (names: Names): Edit[] => {
  const { kebab, camel, camelPlural, pascal, pascalPlural, noun, parent } = names
  const isShared = hasBoth(noun)
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
      line: `  readonly ${camelPlural}: ${noun.pascalPlural}`,
      block: /^ {2}readonly \w+s: \w+$/,
    },
    {
      file: 'sdk/index.ts',
      line: `    this.${camelPlural} = new ${noun.pascalPlural}(this.http${isShared ? `, '${parent.path}'` : ''})`,
      block: /^ {4}this\.\w+ = new \w+\(this\.http(?:, '\w+')?\)$/,
    },
    { file: 'tools/api-coverage/endpoints.ts', line: `  ${camelPlural},`, block: /^ {2}\w+,$/ },
    { file: 'test/properties/arbitraries/index.ts', line: `  ${camel}Cases,`, block: /^ {2}\w+Cases,$/ },
    {
      file: 'test/samples/index.ts',
      line: `import { ${camel} } from './${kebab}'`,
      block: /^import \{ \w+ \} from '\.\//,
    },
    { file: 'test/samples/index.ts', line: `  ${camel},`, block: /^ {2}\w+,$/ },
    ...(names.hasSet ? [setEdit(kebab)] : []),
    ...(isShared ? [nounEdit(names)] : []),
    ...(names.secret === undefined ? [] : [duplicatesEdit(kebab)]),
  ]
}

const setEdit = (kebab: string): Edit => ({
  file: 'provider/kinds.ts',
  line: `  '${kebab}',`,
  after: /^export const kindsWithSets/,
  block: /^ {2}'[a-z-]+',$/,
})

/** The client and the endpoints of the kind are those of its noun. */
const nounEdit = ({ kebab, noun }: Names): Edit => ({
  file: 'test/repo/layout.test.ts',
  line: `  '${kebab}': '${noun.kebab}',`,
  after: /^const nouns/,
  block: /^ {2}'[a-z-]+': '[a-z-]+',$/,
})

/** Tests of faults check that the secret in the state is the one of the service. */
const secretEdit = ({ snakePlural, secret, secretProperty, keyProperty }: Noun): Edit => ({
  file: 'test/faults/service-state.ts',
  line: `  ${snakePlural}: { field: '${secret}', output: '${secretProperty}', id: '${keyProperty}' },`,
  block: /^ {2}\w+: \{ field: '.*' \},$/,
})

/** Faults are also tested beside objects with the same name. */
const duplicatesEdit = (kebab: string): Edit => ({
  file: 'test/faults/kinds.ts',
  line: `  '${kebab}': withDuplicates('${kebab}'),`,
  after: /^const differences/,
  block: /^ {2}'[a-z-]+': withDuplicates\('[a-z-]+'\),$/,
})

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
export const tasks = (noun: Noun): readonly string[] => [
  `Change the fields in the new files to the fields of the API. Most places have a comment TODO. Remove each one after the change.`,
  ...kindsOf(noun).flatMap(({ kebab, pascal }) => [
    `Change docs/examples/${kebab}.yaml to realistic arguments. Add the lines "<!-- example: ${kebab} -->" and "<!-- /example -->" to a section of docs/resources.md, and do the same for its set, with "(yaml)" after the name.`,
    `Declare a ${pascal} in an example (examples/*/index.ts), and add it to the README's list.`,
  ]),
  `Add a line to CHANGELOG.md, and run "npm run docs", which converts the examples to all languages.`,
  `Run ${kindsOf(noun)
    .map(({ kebab }) => `"npm run test:kind -- ${kebab}"`)
    .join(' and ')}, and "npx jest test/repo test/core", then "npm test".`,
]
