import type { Declared } from '../support/program-engine'

/** The project of all labels. */
export const project = 'acme/web'

export type ObjectName = 'x' | 'y'

/** A resource of a program: what it is, its name, the process of its provider, and the labels that it declares. */
export interface Resource {
  readonly holding: 'label' | 'set' | 'exclusive'
  readonly name: 'a' | 'b'
  readonly provider: 1 | 2
  readonly objects: readonly ObjectName[]
}

/** The resources in the order in which the program declares them. */
export type Program = readonly Resource[]

/** An update: what was deployed before, and the program. */
export interface Change {
  readonly before: Program
  readonly after: Program
}

/** How many objects and resources there are. */
export interface Scope {
  readonly objects: readonly ObjectName[]
  /** Whether sets can be empty. */
  readonly emptySets: boolean
}

/** The name of a resource in its program. Exclusive sets are sets. */
export const nameOf = ({ holding, name }: Resource): string => `${holding === 'label' ? 'label' : 'set'}-${name}`

/** The resource that declares an object. */
export const holderIn = (program: Program, object: ObjectName): Resource | undefined =>
  program.find(({ objects }) => objects.includes(object))

/** All programs of at most two resources in which no object is declared twice. */
function programs({ objects, emptySets }: Scope): Program[] {
  const some = subsets(objects).filter((subset) => emptySets || subset.length > 0)
  const resources = (['label', 'set', 'exclusive'] as const).flatMap((holding) =>
    (['a', 'b'] as const).flatMap((name) =>
      ([1, 2] as const).flatMap((provider) =>
        some
          .filter((subset) => holding !== 'label' || subset.length === 1)
          .map((subset): Resource => ({ holding, name, provider, objects: subset })),
      ),
    ),
  )
  const canBeTogether = (one: Resource, other: Resource) =>
    nameOf(one) !== nameOf(other) && !one.objects.some((object) => other.objects.includes(object))
  const pairs = resources.flatMap((one) =>
    resources.filter((other) => canBeTogether(one, other)).map((other): Program => [one, other]),
  )
  return [[], ...resources.map((one): Program => [one]), ...pairs]
}

const subsets = (objects: readonly ObjectName[]): ObjectName[][] =>
  objects.reduce<ObjectName[][]>((found, object) => [...found, ...found.map((one) => [...one, object])], [[]])

/**
 * All changes of programs that differ by more than the names of objects, resources and providers. The order in which
 * the first program declares its resources does not matter, because the update starts from its state.
 */
export function changes(scope: Scope, concerns: (change: Change) => boolean): Change[] {
  const all = programs(scope)
  const renamed = all.map((program) => renamings.map((renaming) => textsOf(program, renaming)))
  const unordered = renamed.map((texts) => texts.map((text) => [...text].sort().join()))
  const seen = new Set<string>()
  const found: Change[] = []
  all.forEach((before, from) => {
    if (textsOf(before).join() !== unordered[from]![0]) return
    all.forEach((after, to) => {
      if (!concerns({ before, after })) return
      const [canonical = ''] = renamings
        .map((_, index) => `${unordered[from]![index]!} > ${renamed[to]![index]!.join()}`)
        .sort()
      if (seen.has(canonical)) return
      seen.add(canonical)
      found.push({ before, after })
    })
  })
  return found
}

interface Renaming {
  readonly objects: boolean
  readonly labels: boolean
  readonly sets: boolean
  readonly providers: boolean
}

const both = [false, true]
/** The first one changes nothing. */
const renamings: Renaming[] = both.flatMap((objects) =>
  both.flatMap((labels) =>
    both.flatMap((sets) => both.map((providers): Renaming => ({ objects, labels, sets, providers }))),
  ),
)

const same: Renaming = { objects: false, labels: false, sets: false, providers: false }

function textsOf(program: Program, renaming = same): string[] {
  return program.map(({ holding, name, provider, objects }) => {
    const other = holding === 'label' ? renaming.labels : renaming.sets
    const declared = objects.map((object) => (renaming.objects ? (object === 'x' ? 'y' : 'x') : object)).sort()
    const isFirst = (provider === 1) !== renaming.providers
    return `${holding} ${other ? (name === 'a' ? 'b' : 'a') : name} ${isFirst ? 1 : 2} ${declared.join('')}`
  })
}

/** Whether an object leaves the resource that declares it. Otherwise nothing is deleted. */
export const leaves = ({ before, after }: Change): boolean =>
  (['x', 'y'] as const).some((object) => {
    const [from, to] = [holderIn(before, object), holderIn(after, object)]
    return from !== undefined && (to === undefined || nameOf(from) !== nameOf(to))
  })

/** Whether an exclusive set remains, which removes all objects that no resource declares. */
export const keepsExclusive = ({ before, after }: Change): boolean =>
  before.some(
    (one) =>
      one.holding === 'exclusive' &&
      after.some((other) => other.holding === 'exclusive' && nameOf(one) === nameOf(other)),
  )

/** Whether a set that is not exclusive never has an item, so that it does nothing. */
export const hasIdleSet = ({ before, after }: Change): boolean => {
  const all = [...before, ...after]
  return all.some(
    (one) =>
      one.holding !== 'exclusive' &&
      all.every(
        (other) => nameOf(other) !== nameOf(one) || (other.holding !== 'exclusive' && other.objects.length === 0),
      ),
  )
}

/** Whether another resource declares an object. */
export const changesHands = ({ before, after }: Change): boolean =>
  (['x', 'y'] as const).some((object) => {
    const [from, to] = [holderIn(before, object), holderIn(after, object)]
    return from !== undefined && to !== undefined && nameOf(from) !== nameOf(to)
  })

/**
 * Whether a single label gets the name of a label that does not get another name in this update. The service rejects
 * that, and the update fails.
 */
export const takesName = ({ before, after }: Change): boolean =>
  after.some((resource) => {
    const [object] = resource.objects
    const former = before.find((one) => nameOf(one) === nameOf(resource))
    if (resource.holding !== 'label' || !object || !former || former.objects.includes(object)) return false
    const other = holderIn(before, object)
    return other !== undefined && !(other.holding === 'label' && after.some((one) => nameOf(one) === nameOf(other)))
  })

/** The resources that take the former name of a label that gets another name. */
const takersOfFormerNames = ({ before, after }: Change): [renamed: Program[number], taker: Program[number]][] =>
  after.flatMap((renamed) => {
    const former = before.find((one) => nameOf(one) === nameOf(renamed))
    const [object] = former?.objects ?? []
    if (renamed.holding !== 'label' || !object || renamed.objects.includes(object)) return []
    const taker = holderIn(after, object)
    return taker ? [[renamed, taker] as [Program[number], Program[number]]] : []
  })

/**
 * Whether a resource takes the former name of a label. If the update ends before the label is renamed, the resource adopts
 * it, and the next update names both resources: the user must remove one of them. Nothing is deleted.
 */
export const takesFormerName = (change: Change): boolean => takersOfFormerNames(change).length > 0

/**
 * Whether a resource of another provider takes the former name of a label. Whether the name is free then depends on which
 * process is faster, and the next update succeeds.
 */
export const racesForName = (change: Change): boolean =>
  takersOfFormerNames(change).some(([renamed, taker]) => renamed.provider !== taker.provider)

const color = '#336699'

/** The resources of a program with their arguments, by name. */
export function declaredBy(program: Program): Record<string, Declared> {
  return Object.fromEntries(
    program.map((resource) => {
      const { holding, provider, objects } = resource
      const items = Object.fromEntries(objects.map((object) => [object, { color }]))
      const args =
        holding === 'label'
          ? { project, name: objects[0], color }
          : { project, items, ...(holding === 'exclusive' && { exclusive: true }) }
      const type = holding === 'label' ? 'Label' : 'LabelSet'
      return [nameOf(resource), { type, args, ...(provider === 2 && { explicitProvider: true }) }]
    }),
  )
}

/** A program as one line: `label-a: x; exclusive set-a with provider 2: x y`. */
export const describeProgram = (program: Program): string =>
  program
    .map((resource) => {
      const { holding, provider, objects } = resource
      const what = `${holding === 'exclusive' ? 'exclusive ' : ''}${nameOf(resource)}`
      return `${what}${provider === 2 ? ' with provider 2' : ''}: ${objects.join(' ') || 'nothing'}`
    })
    .join('; ') || 'nothing'

export const describeChange = ({ before, after }: Change): string =>
  `${describeProgram(before)} > ${describeProgram(after)}`
