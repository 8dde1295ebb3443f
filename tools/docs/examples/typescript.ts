import { readFileSync } from 'node:fs'
import { listName } from '../../../provider/native/functions'
import { packageSchemaFile } from '../../pulumi/paths'
import { type EnumSpec, tokenOf } from '../provider-schema/package-spec'

/**
 * The program of an example for Node.js, which uses a generated SDK, with the classes of this package instead. They
 * have the same arguments. Enums are strings, and functions return outputs. Without imports.
 */
export const withOwnClasses = (text: string): string =>
  withoutUnusedNames(withOwnFunctions(withStrings(text.replace(/^import .*\n/gm, '')))).trim()

/** Adds imports to a program. The only import of `trueup` is omitted. */
export function withImports(program: string, module: 'trueup' | 'trueup/native'): string {
  const usesPulumi = /\bpulumi\./.test(program)
  if (!usesPulumi && module === 'trueup') return program
  const pulumi = usesPulumi ? "import * as pulumi from '@pulumi/pulumi'\n" : ''
  return `${pulumi}import * as trueup from '${module}'\n\n${program}`
}

/** `trueup.IssueLinkType.Is_blocked_by` → `"is_blocked_by"` */
function withStrings(text: string): string {
  const { types } = JSON.parse(readFileSync(packageSchemaFile, 'utf8')) as { types: Record<string, EnumSpec> }
  const letters = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  return text.replace(/\btrueup\.([A-Z]\w*)\.([A-Z]\w*)\b/g, (found, name: string, member: string) => {
    const choice = types[tokenOf(name)]?.enum.find(({ value }) => letters(value) === letters(member))
    if (!choice) throw new Error(`The schema has no value ${found}.`)
    return JSON.stringify(choice.value)
  })
}

/** `trueup.getLabelsOutput(…)` → `trueup.getLabels(…)`, whose result is the list. */
function withOwnFunctions(text: string): string {
  const lists = [...text.matchAll(/\btrueup\.([a-z]\w*)Output\(/g)].map(([, name = '']) => listName(name))
  return text
    .replace(/\btrueup\.([a-z]\w*)Output\(/g, 'trueup.$1(')
    .replace(/\b(\w+)\.apply\(\1 => \1\.(\w+)\)/g, (found, name: string, property: string) =>
      lists.includes(property) ? name : found,
    )
}

/** `const bug = new …` → `new …`, if nothing uses `bug`. */
function withoutUnusedNames(text: string): string {
  const code = text.replace(/"[^"\n]*"/g, '""')
  const isUsed = (name: string) => (code.match(new RegExp(`\\b${name}\\b(?!:)`, 'g')) ?? []).length > 1
  return text.replace(/^const (\w+) = (?=new )/gm, (found, name: string) => (isUsed(name) ? found : ''))
}
