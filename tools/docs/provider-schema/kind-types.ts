import type ts from 'typescript'
import { checker, exportsOf, textOf } from '../sources'
import { argumentOf, propertyOf } from './type-parts'

/** The types that a definition has only at compile time. */
export interface KindTypes {
  /** Returns an argument: its type in programs, its type in the state, and its documentation. */
  input(name: string): { given: ts.Type; plain: ts.Type; text: string }
  /** Returns a computed value. */
  output(name: string): { type: ts.Type; text: string }
}

/** Reads the types of a kind from its definition. */
export function typesOfKind(kind: string): KindTypes {
  const name = kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const symbol = exportsOf(`provider/resources/${kind}.ts`).get(name)
  if (!symbol) throw new Error(`provider/resources/${kind}.ts does not export ${name}.`)
  const definition = checker().getTypeOfSymbol(symbol)
  const find = (part: 'input' | 'output', property: string, generic: string) => {
    const found = propertyOf(definition, part)?.getProperty(property)
    const type = found && checker().getTypeOfSymbol(found)
    const argument = (index: number): ts.Type => {
      const of = type && argumentOf(type, generic, index)
      if (!of) throw new Error(`The type of ${kind}.${part}.${property} cannot be read.`)
      return of
    }
    return { argument, text: found ? textOf(found) : '' }
  }
  return {
    input: (property) => {
      const { argument, text } = find('input', property, 'Field')
      return { given: argument(0), plain: argument(1), text }
    },
    output: (property) => {
      const { argument, text } = find('output', property, 'Computed')
      return { type: argument(0), text }
    },
  }
}
