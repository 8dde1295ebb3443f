import type { Names } from '../names'
import { adoptableTypes } from './definition-parts'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

/** The classes of a kind and of its set, with their arguments. */
export const resourceClasses = (names: Names) => {
  const { camel, pascal, words, parent, hasSet } = names
  return `/** Arguments of a {@link ${pascal}}. */
export interface ${pascal}Args extends ArgsOf<typeof ${camel}.input>, ${adoptableTypes(names).join(', ')} {}

// TODO: what it is, in a sentence, and an example. docs/reference.md shows the first sentence.
/**
 * A ${words} of a ${parent.word}.
 *
 * \`\`\`ts
 * new trueup.${pascal}("example", { ${parent.word}: "${parent.example.path}", name: "example" })
 * \`\`\`
 */
export class ${pascal} extends resource<${pascal}Args>()(${camel}) {}
${hasSet ? setOf(names) : ''}`
}

const setOf = (names: Names) => {
  const { camel, pascal, words, plural, parent, secret } = names
  const item =
    secret === undefined
      ? `SetItem<${pascal}Args, '${parent.word}' | 'onConflict', 'name'>`
      : `SetItem<${pascal}Args, '${parent.word}'>`
  return `
/** Arguments of a {@link ${pascal}Set}. */
export interface ${pascal}SetArgs
  extends Pick<${pascal}Args, '${parent.word}' | 'onConflict'>, SetArgs<${item}> {}

/** ${plural.slice(0, 1).toUpperCase()}${plural.slice(1)} of one ${parent.word} as a single resource, which is many times faster than one resource for each ${words}. */
export class ${pascal}Set extends resourceSet<${pascal}SetArgs>()(${camel}) {}
`
}
