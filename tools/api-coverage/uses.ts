import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import * as provider from '../../provider'
import { kinds } from '../../provider/kinds'
import { Client } from '../../sdk'
import { repositoryRoot } from '../pulumi/paths'

/**
 * What the provider exports, by the client's methods that it calls. A function stands for its own calls, a resource for
 * all others in its file.
 */
export function usesOfClient(): Map<string, string[]> {
  const uses = new Map<string, string[]>()
  const files = ['resources', 'functions'].flatMap((name) => {
    const folder = join(repositoryRoot, 'provider', name)
    return readdirSync(folder).map((file) => join(folder, file))
  })
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    const parts = source.statements.map((statement) => ({
      names: exportedBy(statement),
      calls: callsIn(statement.getText(source)),
    }))
    const classes = parts.flatMap(({ names }) => names).filter(isResource)
    const resources = classes.length > 0 ? classes : resourceOfHelper(basename(file, '.ts'))
    for (const { names, calls } of parts) {
      const functions = names.filter((name) => !isResource(name))
      for (const call of calls) {
        const users = functions.length > 0 ? functions : resources
        uses.set(call, [...new Set([...(uses.get(call) ?? []), ...users])].sort())
      }
    }
  }
  return uses
}

/** The client's methods that a statement calls. A function that returns all methods of a noun stands for each of them. */
function callsIn(text: string): string[] {
  const calls = [...text.matchAll(/\bapi\.(\w+\.\w+)\(/g)].map(([, method = '']) => method)
  const nouns = [...text.matchAll(/\(api\) => api\.(\w+)(?![\w.])/g)].map(([, noun = '']) => noun)
  return [...calls, ...nouns.flatMap((noun) => methodsOf(noun).map((method) => `${noun}.${method}`))]
}

const client = new Client({ baseUrl: 'http://localhost' })

const methodsOf = (noun: string): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(client[noun as keyof Client])).filter(
    (name) => name !== 'constructor',
  )

/** The resource that a helper module belongs to, by its name: `pipeline-run-status` belongs to `pipeline-run`. */
function resourceOfHelper(file: string): string[] {
  const kind = kinds.find((name) => file.startsWith(`${name}-`))
  return kind === undefined ? [] : [kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())]
}

/** Names of classes start with an upper-case letter, names of functions with a lower-case letter. */
export const isResource = (name: string): boolean => /^[A-Z]/.test(name)

/** The names of the public surface that a statement declares. */
function exportedBy(statement: ts.Statement): string[] {
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name)
    : ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
      ? [statement.name]
      : []
  return declared.flatMap((name) => (name && ts.isIdentifier(name) && name.text in provider ? [name.text] : []))
}
