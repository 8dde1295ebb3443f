import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Client } from '../../../sdk'

const folder = join(__dirname, '..', '..', '..', 'sdk', 'resources')

/** A method of the client. */
export interface Method {
  name: string
  call(client: Client, id: number | string): unknown
}

/** All methods of the client with an argument for the path. */
export function methodsOf(client: Client): Method[] {
  const nouns = new Map(
    Object.entries(client).map(([name, value]) => [(value as object | undefined)?.constructor.name ?? '', name]),
  )
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const path = join(folder, file)
      const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
      return source.statements.filter(ts.isClassDeclaration).flatMap((made) => {
        const noun = nouns.get(made.name?.text ?? '')
        return noun === undefined ? [] : made.members.flatMap((member) => methodOf(noun, member))
      })
    })
}

function methodOf(noun: string, member: ts.ClassElement): Method[] {
  if (!ts.isMethodDeclaration(member) || member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) {
    return []
  }
  const types = member.parameters.map(({ type, questionToken }) => ({
    text: type?.getText() ?? '',
    isNeeded: !questionToken,
  }))
  if (!types.some(({ text }) => text === 'Id')) return []
  const name = member.name.getText()
  return [
    {
      name: `${noun}.${name}`,
      call: (client, id) => {
        const given = types
          .filter(({ text, isNeeded }) => isNeeded || text === 'Id')
          .map(({ text }) => (text === 'Id' ? id : text === 'number' ? 7 : text === 'string' ? 'x' : {}))
        const of = client[noun as keyof Client] as unknown as Record<string, (...args: unknown[]) => unknown>
        const result = of[name]!(...given) as { all?: () => unknown }
        return typeof result.all === 'function' ? result.all() : result
      },
    },
  ]
}
