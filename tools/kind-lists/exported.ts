import { load } from '../../provider/core/engine/load'
import { pluralWithin } from '../../provider/core/schema/container'
import type { Definition } from '../../provider/core/schema/define'
import { kinds } from '../../provider/kinds'

/** A sentence of the help of `trueup export`, which does not load the definitions of kinds. */
export function exportedObjects(): string {
  const exported = kinds.map((kind) => load(kind) as Definition).filter((definition) => definition.exported)
  const of = (parent: string) => list(exported.filter(({ identity }) => identity.parent === parent).map(pluralWithin))
  const sentence = `It exports ${of('project')} of projects, and ${of('group')} of the named groups.`
  return `
/** What \`trueup export\` writes. */
export const exportedObjects = \`${wrapped(sentence, 120).join('\n')}\`
`
}

const list = (words: readonly string[]) =>
  new Intl.ListFormat('en-US').format(words).replace(/, and (?!.*, and )/, ' and ')

/** Breaks a sentence into lines. */
export const wrapped = (text: string, width: number): string[] =>
  (text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? []).map((line) => line.trim())
