import * as trueup from '../../provider'
import {
  childNames,
  definitionOf,
  setNames,
  settingNames as settingsOf,
  singleNames,
} from '../../provider/components/settings'
import { load } from '../../provider/core/engine/load'
import { queryOf } from '../../provider/core/pulumi/query'
import { adoptionArguments, adoptionFields } from '../../provider/core/schema/adoption-fields'
import { toCamelCase } from '../../provider/core/schema/camel-case'
import type { Fields } from '../../provider/core/schema/field'
import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf, typeOf } from '../../provider/core/schema/provider-text'
import { nameArgumentOf } from '../../provider/core/schema/set'
import { OWNER } from '../../provider/core/service/ownership/mark'
import { settingNames } from '../../provider/core/service/settings'
import { resourceKinds } from '../../provider/kinds'
import type { ObjectSpec } from '../../tools/docs/provider-schema/package-spec'
import { frozenResources, frozenStates } from '../support/frozen-states'
import { canBeFrozen } from '../support/other-releases'
import { packageSchema, problemsWith, typeIn } from '../support/package-schema'

const { resources, functions, types, config, provider } = packageSchema

const resourceOf = (kind: string) => resources[nativeTypeOf(kind)]!

const sorted = (names: Iterable<string>) => [...names].sort()
const namesWith = (properties: object, key: string) =>
  sorted(Object.entries(properties).flatMap(([name, property]) => (key in (property as object) ? [name] : [])))
const written = (input: Fields) => Object.keys(input).filter((name) => !input[name]?.derived)
const isRequired = (input: Fields) => (name: string) => input[name]?.optional === false
const secrets = (fields: Readonly<Record<string, { readonly secret?: boolean }>>) =>
  Object.keys(fields).filter((name) => fields[name]?.secret)

/** The kinds that the schema has. Another test reports the others. */
const kindsInSchema = resourceKinds.filter((kind) => nativeTypeOf(kind) in resources)

describe.each(kindsInSchema)('the schema of %s', (name) => {
  const kind = load(name)
  const { input, output, identity, replaceOn } = kind
  const resource = resourceOf(name)

  it('has the arguments of the declaration', () => {
    const { inputProperties, requiredInputs } = resource
    expect(sorted(Object.keys(inputProperties))).toEqual(sorted([...written(input), ...adoptionArguments(kind)]))
    expect(sorted(requiredInputs)).toEqual(sorted(written(input).filter(isRequired(input))))
    expect(namesWith(inputProperties, 'secret')).toEqual(sorted(secrets(input)))
    expect(namesWith(inputProperties, 'willReplaceOnChanges')).toEqual(sorted(replaceOn))
  })

  it('has the outputs of the declaration', () => {
    const { properties, required = [] } = resource
    const parentId = identity.parent ? [`${identity.parent}Id`] : []
    const all = new Set([...Object.keys(input), ...Object.keys(output), ...parentId, 'instance'])
    expect(sorted(Object.keys(properties))).toEqual(sorted(all))
    expect(namesWith(properties, 'secret')).toEqual(sorted([...secrets(input), ...secrets(output)]))
    expect(required).toEqual(
      expect.arrayContaining(['instance', ...parentId, ...written(input).filter(isRequired(input))]),
    )
  })

  if ('of' in kind) {
    it('has the items of the declaration', () => {
      const { of } = kind
      const args = written(of.input).filter((argument) => argument !== identity.parent)
      const item = typeIn(resource.inputProperties.items)
      // Only an object that can exist several times has a choice of its own.
      const adoption = adoptionArguments(of).filter(
        (argument) => argument !== 'onConflict' || of.identity.allowsDuplicates,
      )
      expect(sorted(Object.keys(item.properties))).toEqual(sorted([...args, ...adoption]))
      const required = args.filter(isRequired(of.input)).filter((argument) => argument !== nameArgumentOf(of))
      expect(sorted(item.required ?? [])).toEqual(sorted(required))
      expect(namesWith(item.properties, 'secret')).toEqual(sorted(secrets(of.input)))
      const state = typeIn(resource.properties.items)
      expect(sorted(Object.keys(state.properties))).toEqual(sorted(args))
      expect(namesWith(state.properties, 'secret')).toEqual(sorted(secrets(of.input)))
    })
  }

  it('takes over the state of dynamic resources', () => {
    expect(resource.aliases).toEqual([{ type: typeOf(name) }])
  })

  it('describes each property', () => {
    const properties = [...Object.values(resource.inputProperties), ...Object.values(resource.properties)]
    for (const { description } of [resource, ...properties]) expect(description).toMatch(/\S/)
  })
})

/** What a state contains in addition to arguments and outputs. */
const bookkeeping = new Set([OWNER, 'adopted', ...Object.keys(adoptionFields)])
const withoutBookkeeping = (values: Json): Json =>
  JSON.parse(JSON.stringify(values, (key, value: unknown) => (bookkeeping.has(key) ? undefined : value))) as Json

it.each(frozenStates)('declares the inputs and outputs in a state of $release', (state) => {
  const problems = frozenResources(state).flatMap(({ name, kind, inputs, outputs }) => {
    const { inputProperties, requiredInputs, ...resource } = resourceOf(kind)
    const derived = Object.entries(resource.properties).filter(([argument]) => load(kind).input[argument]?.derived)
    const checked = { properties: { ...inputProperties, ...Object.fromEntries(derived) }, required: requiredInputs }
    const found = [...problemsWith(inputs, checked), ...problemsWith(withoutBookkeeping(outputs), resource)]
    // An argument that a later release has added is not in the state.
    const isLater = (problem: string) => {
      const [, missing] = /must have required property '(\w+)'/.exec(problem) ?? []
      return missing !== undefined && !canBeFrozen(load(kind), missing)
    }
    return found.filter((problem) => !isLater(problem)).map((problem) => `${name}: ${problem}`)
  })
  expect(problems).toEqual([])
})

const components = Object.keys(resources).filter((token) => resources[token]!.isComponent)

it('has all kinds, functions and settings', () => {
  expect(sorted(Object.keys(resources))).toEqual(sorted([...resourceKinds.map(nativeTypeOf), ...components]))
  const exported = Object.keys(trueup).filter((name) => /^(?:get[A-Z]|freezeWindows)/.test(name))
  const queries = Object.entries(trueup).flatMap(([name, value]) => {
    const query = queryOf(value)
    return query ? [{ name: `trueup:index:${name}`, query }] : []
  })
  expect(sorted(Object.keys(functions))).toEqual(sorted(queries.map(({ name }) => name)))
  expect(sorted(Object.keys(functions))).toEqual(sorted(exported.map((name) => `trueup:index:${name}`)))
  for (const { name, query } of queries) {
    const { outputs, description } = functions[name]!
    expect(description).toMatch(/\S/)
    expect(namesWith(outputs.properties, 'secret')).toEqual(
      query.isSecret ? sorted(Object.keys(outputs.properties)) : [],
    )
  }
  for (const properties of [config.variables, provider.inputProperties]) {
    expect(Object.keys(properties)).toEqual(settingNames)
    expect(namesWith(properties, 'secret')).toEqual(['clientKey', 'token'])
  }
})

it('has no keywords that change what a program sends', () => {
  const keywords = new Set<string>()
  // The arguments of a component are not sent.
  const sent = {
    ...packageSchema,
    resources: { ...resources, ...Object.fromEntries(components.map((name) => [name, {}])) },
  }
  JSON.stringify(sent, (key, value: unknown) => (keywords.add(key), value))
  for (const keyword of ['default', 'defaultInfo', 'replaceOnChanges', 'const', 'plain'])
    expect(keywords).not.toContain(keyword)
})

it('has no enums in unions with numbers and Booleans, because Go programs could pass only the strings', () => {
  const unions: string[] = []
  JSON.stringify(packageSchema, (key, value: { type?: string; $ref?: string }[]) => {
    const refs = key === 'oneOf' ? value.filter(({ $ref }) => types[$ref?.replace('#/types/', '') ?? '']?.enum) : []
    if (refs.length > 0 && value.some(({ type }) => type !== undefined && type !== 'string'))
      unions.push(JSON.stringify(value))
    return value
  })
  expect(unions).toEqual([])
})

it('names properties in documentation as programs do', () => {
  const [names, spans] = [new Set<string>(), new Set<string>()]
  JSON.stringify(packageSchema, (key, value: unknown) => {
    if (key === 'properties' || key === 'inputProperties')
      Object.keys(value as object).forEach((name) => names.add(name))
    if (key === 'description') for (const [, span = ''] of String(value).matchAll(/`(\w+_\w+)`/g)) spans.add(span)
    return value
  })
  expect([...spans].filter((span) => names.has(Object.keys(toCamelCase({ [span]: null })).join()))).toEqual([])
})

it('has the components', () => {
  expect(sorted(components)).toEqual([
    'trueup:index:GroupSettings',
    'trueup:index:ProjectSettings',
    'trueup:index:Projects',
  ])
})

it.each([
  ['project', 'ProjectSettings', ['tokens']],
  ['group', 'GroupSettings', []],
] as const)(
  'has the settings of a %s, with the arguments and outputs of the class',
  (parentKind, component, outputs) => {
    const { inputProperties, requiredInputs, properties } = resources[`trueup:index:${component}`]!
    expect(sorted(Object.keys(inputProperties))).toEqual(sorted([parentKind, ...settingsOf(parentKind)]))
    expect(requiredInputs).toEqual([parentKind])
    for (const name of setNames(parentKind)) {
      const set = resourceOf(`${definitionOf(parentKind, name).kind}-set`)
      expect(typeIn(inputProperties[name])).toBe(typeIn(set.inputProperties.items))
      for (const choice of ['exclusive', 'retainOnRemove']) {
        const [all, each] = inputProperties[choice]?.oneOf ?? []
        const { description: _, ...ofSet } = set.inputProperties[choice]!
        expect(all).toEqual({ type: 'boolean' })
        expect(typeIn(each).properties[name]).toMatchObject(ofSet)
      }
    }
    for (const name of singleNames(parentKind)) {
      const single = resourceOf(definitionOf(parentKind, name).kind)
      const { [parentKind]: _, ...args } = single.inputProperties
      expect(typeIn(inputProperties[name]).properties).toEqual(args)
    }
    expect(sorted(Object.keys(properties))).toEqual(sorted([parentKind, ...childNames(parentKind), ...outputs]))
    // An SDK for Java with a secret output of a component does not compile. The component itself marks its tokens as secrets.
    expect(namesWith(properties, 'secret')).toEqual([])
  },
)

it('has no property with the name of its class in C#, which does not compile', () => {
  const names = ({ properties }: ObjectSpec) =>
    Object.entries(properties).map(([name, { language }]) => language?.csharp.name ?? capital(name))
  const classes = Object.entries({ ...types, ...resources }).filter(([, spec]) => 'properties' in spec)
  expect(classes.flatMap(([token, spec]) => (names(spec).includes(token.split(':').pop()!) ? [token] : []))).toEqual([])
})

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
