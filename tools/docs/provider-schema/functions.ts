import type ts from 'typescript'
import * as trueup from '../../../provider'
import { queryOf } from '../../../provider/core/pulumi/query'
import { isMap, toCamelCase } from '../../../provider/core/schema/camel-case'
import { listName } from '../../../provider/native/functions'
import { checker, exportsOf, textOf } from '../sources'
import { markdown } from './markdown'
import type { NamedTypes } from './named-types'
import { type FunctionSpec, listOf, type ObjectSpec, oneOf } from './package-spec'
import { withExample } from './resource-text'
import { SourceTypes } from './source-types'
import { argumentOf, elementOf, nameOf } from './type-parts'

/** Builds the functions of the schema from their types. */
export class Functions {
  private readonly args: SourceTypes
  private readonly results: SourceTypes

  constructor(types: NamedTypes) {
    this.args = new SourceTypes(types, {
      typeName: (name) => name,
      // The service validates the values, and a newer one can have more of them.
      choice: (name, values, text) => oneOf([{ type: 'string' }, types.addEnum(name, values, markdown(text))]),
    })
    this.results = new SourceTypes(types, {
      // The suffix distinguishes them from resources, also from those of later releases.
      typeName: (name) => `${name}Result`,
      propertyName: camelCase,
      isMap,
    })
  }

  /** All functions that the package exports, by name. */
  all(): Record<string, FunctionSpec> {
    const symbols = exportsOf('provider/index.ts')
    return Object.fromEntries(
      Object.entries(trueup).flatMap(([name, value]) => {
        const query = queryOf(value)
        return query ? [[name, this.of(name, symbols.get(name)!, query.isSecret)]] : []
      }),
    )
  }

  private of(name: string, symbol: ts.Symbol, isSecret: boolean): FunctionSpec {
    const call = (symbol.valueDeclaration as ts.VariableDeclaration).initializer as ts.CallExpression
    const inputs = this.inputsOf(name, symbol)
    const outputs = this.outputsOf(name, call)
    return {
      description: withExample(markdown(textOf(symbol)), name),
      ...(inputs && { inputs }),
      outputs: isSecret ? allSecret(outputs) : outputs,
    }
  }

  private inputsOf(name: string, symbol: ts.Symbol): ObjectSpec | undefined {
    const [signature] = checker().getTypeOfSymbol(symbol).getCallSignatures()
    const [parameter] = signature?.getParameters() ?? []
    if (!parameter || parameter.name === 'options') return undefined
    const type = checker().getTypeOfSymbol(parameter)
    // The arguments and options of most functions are a list.
    const args = checker().isTupleType(type) ? checker().getTypeArguments(type as ts.TypeReference)[0] : type
    return args && this.args.propertiesOf(checker().getNonNullableType(args), capital(name))
  }

  /** The result of the function that reads from the service or calculates. Its type has the names of the client. */
  private outputsOf(name: string, call: ts.CallExpression): ObjectSpec {
    const work = checker().getResolvedSignature(call)?.getParameters()[1]
    const [signature] = work ? checker().getTypeOfSymbol(work).getCallSignatures() : []
    if (!signature) throw new Error(`The result of ${name} cannot be read.`)
    const type = signature.getReturnType()
    const result = argumentOf(type, 'List') ?? argumentOf(type, 'Promise') ?? type
    const item = argumentOf(type, 'List') ?? elementOf(result)
    if (!item) return this.results.propertiesOf(result, nameOf(result)?.name ?? capital(name))
    // The schema has no functions that return lists, so the list is a property.
    const list = listOf(this.results.typeOf(item, { name: capital(name), text: '' }))
    return { properties: { [listName(name)]: list }, required: [listName(name)] }
  }
}

const allSecret = (spec: ObjectSpec): ObjectSpec => ({
  ...spec,
  properties: Object.fromEntries(
    Object.entries(spec.properties).map(([name, property]) => [name, { ...property, secret: true as const }]),
  ),
})

/** `text_color` → `textColor`, as in results. */
const camelCase = (name: string): string => Object.keys(toCamelCase({ [name]: null }))[0] ?? name

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
