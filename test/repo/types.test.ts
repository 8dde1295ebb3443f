import { join } from 'node:path'
import type { Output } from '@pulumi/pulumi'
import ts from 'typescript'
import type { DeployAccessLevel, GroupAccessTokenArgs, ProtectedEnvironmentArgs } from '../../provider'
import { kinds } from '../../provider/kinds'
import { functions, pascal, root } from './support/public-surface'

// One program for all tests of types: it takes seconds.
const indexes = ['provider', 'sdk'].map((folder) => join(root, folder, 'index.ts'))
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const program = ts.createProgram(indexes, ts.parseJsonConfigFileContent(config, ts.sys, root).options)
const checker = program.getTypeChecker()

/** An export of `trueup`, like in an editor. */
function exported(name: string): ts.Symbol {
  const index = checker.getSymbolAtLocation(program.getSourceFile(indexes[0]!)!)!
  const symbol = checker.getExportsOfModule(index).find((candidate) => candidate.name === name)!
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

it('documents every resource, function, argument and output where an editor shows it', () => {
  const undocumented: string[] = []
  const inspect = (name: string, symbol: ts.Symbol) => {
    const ours = symbol.declarations?.every((node) => node.getSourceFile().fileName.startsWith(join(root, 'provider')))
    if (ours && symbol.getDocumentationComment(checker).length === 0) undocumented.push(`write TSDoc for ${name}`)
  }
  for (const kind of kinds) {
    for (const name of [pascal(kind), `${pascal(kind)}Args`]) {
      const symbol = exported(name)
      const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
      expect(properties.length).toBeGreaterThan(1)
      inspect(name, symbol)
      for (const property of properties) inspect(`${name}.${property.name}`, property)
    }
  }
  for (const { name } of functions) {
    const symbol = exported(name)
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    inspect(name, symbol)
    for (const parameter of signature!.getParameters()) {
      const given = checker.getTypeOfSymbol(parameter)
      // Functions that call the service have a tuple of arguments and options.
      for (const type of checker.isTupleType(given) ? checker.getTypeArguments(given as ts.TupleType) : [given]) {
        const properties = checker.getNonNullableType(type).getProperties()
        expect(properties.length).toBeGreaterThan(0)
        for (const property of properties) inspect(`${name}(${property.name})`, property)
      }
    }
  }
  expect(undocumented).toEqual([])
})

it('knows every map in the types of the client, because toCamelCase keeps its keys', () => {
  const kept = ['details', 'inputs', 'queues', 'system_output', 'variables']
  // The milestone of an issue, the fields of errors, and fields of alerts, which are only sent.
  const others = ['milestone', 'fields', 'commonAnnotations', 'commonLabels', 'groupLabels', 'headers', 'message']
  const found = [...mapsOfClient()]
  const unexpected = found.filter((name) => !kept.includes(name) && !others.includes(name))
  expect(unexpected).toEqual([])
  expect(found).toEqual(expect.arrayContaining(kept))
})

/** The fields of types of the client that are maps: objects without known keys. */
function mapsOfClient(): Set<string> {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) {
      const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
      for (const part of type.isUnion() ? type.types : [type]) {
        if (part.getStringIndexType() && part.getProperties().length === 0) found.add(node.name.getText())
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) {
    if (file.fileName.startsWith(join(root, 'sdk'))) visit(file)
  }
  return found
}

/** Whether a program with these arguments compiles. */
type Takes<Args, Given> = Given extends Args ? true : false

/** The compiler checks these tests: `npm run typecheck` is part of `npm test`. */
const compiles = <T extends boolean>(value: T): T => value

interface Named {
  group: string
  name: string
  scopes: 'api'[]
}
interface Rotation {
  lifetimeDays: number
  rotateDaysBefore: number
}

it('types a group access token with either expiresAt or rotation', () => {
  type Given<T> = Takes<GroupAccessTokenArgs, Named & T>
  expect(compiles<Given<{ expiresAt: string }>>(true)).toBe(true)
  expect(compiles<Given<{ expiresAt: Output<string>; rotation: null }>>(true)).toBe(true)
  expect(compiles<Given<{ rotation: Rotation; expiresAt?: undefined }>>(true)).toBe(true)
  expect(
    compiles<Given<{ rotation: { lifetimeDays: Output<number>; rotateDaysBefore: 3 }; accessLevel: 30 }>>(true),
  ).toBe(true)
  expect(compiles<Given<{ rotation: Rotation; expiresAt: string }>>(false)).toBe(false)
  expect(compiles<Given<object>>(false)).toBe(false)
})

it('types an access entry with exactly one subject', () => {
  type Given<T> = Takes<ProtectedEnvironmentArgs, { project: string; name: string; deployAccessLevels: T[] }>
  expect(compiles<Given<{ accessLevel: 'maintainer' }>>(true)).toBe(true)
  expect(compiles<Given<{ userId: Output<number> }>>(true)).toBe(true)
  expect(compiles<Given<{ groupId: 3; groupInheritanceType: 1 } | { accessLevel: 40 }>>(true)).toBe(true)
  expect(compiles<Given<Output<DeployAccessLevel>>>(true)).toBe(true)
  expect(compiles<Given<{ accessLevel: 40; userId: number }>>(false)).toBe(false)
  expect(compiles<Given<{ groupInheritanceType: 1 }>>(false)).toBe(false)
  expect(compiles<Given<{ accessLevel: 'maintainr' }>>(false)).toBe(false)
})
