/**
 * What resources declare, which objects a project or group has, and how the two differ. Only reads. Loads the engine, and each kind when it is first used; Pulumi is not loaded.
 *
 * @module
 */
import { declarationIn } from '../core/engine/declaration'
import { load } from '../core/engine/load'
import { surveyedKinds } from '../core/engine/survey'
import { pluralWithin } from '../core/schema/container'
import type { Definition } from '../core/schema/define'
import type { Json } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import { isDynamicType, isNativeType, kindIn, nativeTypeOf } from '../core/schema/provider-text'
import { reservedKeys, type SetKind, UNMANAGED } from '../core/schema/set'
import { OWNER } from '../core/service/ownership/mark'
import { resourceKinds } from '../kinds'

export type { ObjectRecord, PreviewRecord, UncheckedRecord } from '../core/service/preview-records'
export { refreshedSince } from '../core/engine/declaration'
export { changes } from '../core/engine/diff'
export { isIgnored } from '../core/engine/ignore-changes'
export { byCurrentKeys, contentsOf, isUnmanaged as isUnmanagedKey } from '../core/engine/set-state'
export { argumentText, entriesText } from '../core/schema/entry-text'
export { computedDates } from '../core/schema/computed-dates'
export { factsOf } from '../core/schema/facts'
export { createsItself, isContainer, pluralWithin } from '../core/schema/container'
export { identityOf } from '../core/schema/natural-key'
export { argumentsOfKey, hasComputedKey, joinedKey, keyIn, keyNames } from '../core/schema/object-key'
export type { SetKind } from '../core/schema/set'
export { isUnknown } from '../core/schema/unknown'
export { fullNameOfUrn } from '../core/service/resource-names'
export { compareWithService, type Comparison } from '../core/engine/compare'
export { liveArguments, shownSecret, withoutSecrets } from '../core/engine/live-arguments'
export { nameOfSurveyed, objectNamesOf } from '../core/engine/identify'
export { type KindDefinition } from '../core/schema/kind-definition'
export { countNotDeclarable } from '../core/engine/not-declarable'
export { repeatedObjects } from '../core/engine/repeated-objects'
export { isRefused, survey, type Surveyed, surveyedKinds } from '../core/engine/survey'
export type { Definition } from '../core/schema/define'
export type { TerraformResource } from '../core/schema/other-tools'
export { classNameOf, nativeTypeOf, providerText, settingsTypes, typeOf } from '../core/schema/provider-text'
export { nameArgumentOf } from '../core/schema/set'
export { nameOfSetting, settingOf } from '../core/schema/setting'
export { inAddress } from '../core/schema/page'
export { subject } from '../core/schema/subject'

/** A kind of single objects or of actions. */
export type ObjectKind = Exclude<KindDefinition, SetKind>

/** A resource of a state, as far as it says what it is. */
interface TypedResource {
  type: string
  inputs: Json
  outputs: Json
  urn: string
}

/** Whether a resource of a state belongs to Trueup. Components of the plugin have no id. */
export const isOurs = ({ type, id }: { type: string; id?: string }): boolean =>
  isDynamicType(type) || (isNativeType(type) && id !== undefined)

const kindsByNativeType: ReadonlyMap<string, string> = new Map(resourceKinds.map((kind) => [nativeTypeOf(kind), kind]))

/** The definition of the kind of a resource in a state. @throws Error if its kind is missing or unknown. */
export function kindDefinitionOf({ type, inputs, outputs, urn }: TypedResource): KindDefinition {
  const kind = kindsByNativeType.get(type) ?? kindIn(String(inputs.__provider ?? outputs.__provider ?? ''))
  if (kind === undefined && isNativeType(type)) {
    throw new Error(`unknown type of resource "${type}": a later release of trueup-plugin created it. Upgrade trueup.`)
  }
  if (kind === undefined) throw new Error(`${urn} does not name its kind. Was it imported without "__provider"?`)
  return load(kind)
}

/** The kinds of objects that `trueup export` writes. */
export const exportedDefinitions = (): readonly Definition[] =>
  (['project', 'group'] as const).flatMap((parent) => surveyedKinds(parent)).map(definitionOf)

/** The definition of a kind of single objects, such as `label`. @throws Error if the kind is unknown. */
export const definitionOf = (kind: string): Definition => load(kind) as Definition

/** What a state remembers of a resource that a program has declared with these inputs, which is an output. */
export const declaredOutput = (kind: string, inputs: Json): Json => ({
  [OWNER]: { declared: declarationIn(load(kind), inputs) },
})

/**
 * The plural of a kind within a project or group: `freeze-period` → `freeze periods`; also for a set. @throws Error if the
 * kind is unknown.
 */
export const pluralOf = (kind: string): string => pluralWithin(load(kind))

/** Whether a key cannot be chosen for an item of a set. */
export const isReservedKey = (key: string): boolean => key.startsWith(UNMANAGED) || reservedKeys.has(key)

/** A project or group that an argument of a kind refers to. */
export interface ReferenceArgument {
  /** The name of the argument. */
  name: string
  noun: 'project' | 'group'
  /** The output with its id. */
  idOutput: string
}

/** The arguments of a kind that refer to a project or group. */
export const referencesOf = ({ input }: KindDefinition): ReferenceArgument[] =>
  Object.entries(input).flatMap(([name, { refers }]) => (refers ? [{ name, noun: refers, idOutput: idOf(name) }] : []))
