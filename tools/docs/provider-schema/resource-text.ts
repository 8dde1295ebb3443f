import type { Kind } from '../../../provider/core/schema/kind'
import { keyForm } from '../../../provider/core/schema/object-key'
import { classNameOf } from '../../../provider/core/schema/provider-text'
import { nounOf } from '../../../provider/core/schema/subject'
import { roleOf, tierOf } from '../access'
import { checker, exportsOf, textOf } from '../sources'
import { exampleSection } from './example-section'
import { markdown } from './markdown'
import { tokenOf } from './package-spec'

/** The documentation of a resource: that of its class, who can use it, and how to import it. */
export function descriptionOf(kind: Kind): string {
  const className = classNameOf(kind.kind)
  const text = withExample([textOfExport(className), accessOf(kind)].join('\n\n'), className)
  return [text, importOf(kind)].filter((part) => part !== undefined).join('\n\n')
}

/** A description with its example, if there is one. */
export const withExample = (text: string, name: string): string =>
  [text, exampleSection(name)].filter((part) => part !== undefined).join('\n\n')

/** The documentation of an export of the package. */
export function textOfExport(name: string, module = 'provider/index.ts'): string {
  const symbol = exportsOf(module).get(name)
  const text = symbol ? markdown(textOf(symbol)) : ''
  if (text === '') throw new Error(`${name} has no documentation.`)
  return text
}

/** The documentation of a property of a class or an interface of the package. */
export function textOfMember(className: string, name: string, module = 'provider/index.ts'): string {
  const symbol = exportsOf(module).get(className)
  const property = symbol && checker().getDeclaredTypeOfSymbol(symbol).getProperty(name)
  const text = property ? markdown(textOf(property)) : ''
  if (text === '') throw new Error(`${className}.${name} has no documentation.`)
  return text
}

const accessOf = ({ access }: Kind): string => `Tier: ${tierOf(access)}. Least role: ${roleOf(access)}.`

/** Single objects are imported by their Pulumi ids. */
function importOf(kind: Kind): string | undefined {
  const { parent, within = [] } = kind.identity
  if (!('api' in kind)) return undefined
  const last = keyForm(kind, `${nounOf(kind)} id`)
  const id = [`<${parent} id>`, ...within.map((name) => `<${name}>`), last].join('/')
  const command = `pulumi import ${tokenOf(classNameOf(kind.kind))} example '${id}'`
  return ['## Import', `\`\`\`sh\n${command}\n\`\`\``].join('\n\n')
}
