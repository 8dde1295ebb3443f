import { regularPlural } from '../../provider/core/schema/counted'
import { type Parent, parents } from './parents'

/** What the API offers for a noun. */
export interface Form {
  /** What contains the objects. With `both`, projects and groups have a kind each. */
  readonly parent: Parent['word'] | 'both'
  /** Whether the name identifies an object in its collection. Otherwise, it has a numeric id. */
  readonly byName: boolean
  /** Whether the API can change an object. */
  readonly hasUpdate: boolean
  /** Whether there is a resource for a set of these objects. */
  readonly hasSet: boolean
  /** The field with a secret that only the response to the creation contains: `token`. The service accepts duplicates. */
  readonly secret?: string | undefined
}

/** The spellings of a word in the layers of the project. */
interface Spellings {
  /** `protected-tag` */
  readonly kebab: string
  /** `protectedTag` */
  readonly camel: string
  /** `ProtectedTag` */
  readonly pascal: string
  /** `protectedTags` */
  readonly camelPlural: string
  /** `ProtectedTags` */
  readonly pascalPlural: string
}

/** A noun of the API, which has one client, emulator and list of endpoints, also if projects and groups have it. */
export interface Noun extends Spellings, Omit<Form, 'parent'> {
  readonly parents: readonly Parent[]
  /** `protected tag` */
  readonly words: string
  /** `protected tags` */
  readonly plural: string
  /** `protected_tag`: a parameter of the API. */
  readonly snake: string
  /** `protected_tags`: the path of the API. */
  readonly snakePlural: string
  /** The parameter in the path of the API: `protected_tag_id`, or `name`. */
  readonly keyParameter: string
  /** The property of a response that identifies the object. */
  readonly keyField: 'id' | 'name'
  /** The type of the key. */
  readonly keyType: 'number' | 'string'
  /** The output or argument of resources that identifies the object: `protectedTagId`, or `name`. */
  readonly keyProperty: string
  /** The output with the secret in camel case. */
  readonly secretProperty?: string
}

/** A kind of resource: the noun in one parent. Its spellings contain the parent if both have the noun. */
export interface Names extends Omit<Noun, 'parents'> {
  readonly parent: Parent
  readonly noun: Noun
  /** The plural that distinguishes the kind from others: `project deploy tokens`. */
  readonly kindPlural: string
}

const camelOf = (words: string): string => words.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())
const capitalized = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

const spellingsOf = (words: string, plural: string): Spellings => ({
  kebab: words.replaceAll(' ', '-'),
  camel: camelOf(words),
  pascal: capitalized(camelOf(words)),
  camelPlural: camelOf(plural),
  pascalPlural: capitalized(camelOf(plural)),
})

/**
 * @param plural The plural in words, if it is not regular.
 * @throws Error if the noun is not in kebab case, or if the form is not supported.
 */
export function nounOf(kebab: string, form: Form, plural?: string): Noun {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab))
    throw new Error(`The noun must be in kebab case, such as protected-tag (got ${kebab}).`)
  const { parent, byName, secret } = form
  if (secret !== undefined) requireSecret(secret, byName)
  const words = kebab.replaceAll('-', ' ')
  const many = plural ?? regularPlural(words)
  const snake = words.replaceAll(' ', '_')
  return {
    ...form,
    ...spellingsOf(words, many),
    parents: parent === 'both' ? [parents.project, parents.group] : [parents[parent]],
    words,
    plural: many,
    snake,
    snakePlural: many.replaceAll(' ', '_'),
    keyParameter: byName ? 'name' : `${snake}_id`,
    keyField: byName ? 'name' : 'id',
    keyType: byName ? 'string' : 'number',
    keyProperty: byName ? 'name' : `${camelOf(words)}Id`,
    ...(secret !== undefined && { secretProperty: camelOf(secret.replaceAll('_', ' ')) }),
  }
}

function requireSecret(secret: string, byName: boolean): void {
  if (!/^[a-z]+(_[a-z]+)*$/.test(secret) || ['id', 'name', 'description'].includes(secret))
    throw new Error(`The secret must be a field of its own in snake case, such as token (got ${secret}).`)
  if (byName) {
    throw new Error(
      '--secret requires objects with ids: if the response to a creation is lost, the object is recognized by its new ' +
        'id. Omit --key name.',
    )
  }
}

/** The kinds of a noun. */
export const kindsOf = (noun: Noun): readonly Names[] =>
  noun.parents.map((parent) => {
    const prefix = noun.parents.length > 1 ? `${parent.word} ` : ''
    const kindPlural = `${prefix}${noun.plural}`
    return { ...noun, ...spellingsOf(`${prefix}${noun.words}`, kindPlural), parent, noun, kindPlural }
  })

/** The first kind of a noun, for what does not depend on the parent. */
export const firstOf = ({ parents: [first] }: Noun): Parent => first ?? parents.project

/** Whether projects and groups have the noun. */
export const hasBoth = ({ parents }: Pick<Noun, 'parents'>): boolean => parents.length > 1

/** The words and the code for what contains the objects of a noun. */
export const placeOf = (noun: Noun) => {
  const { word, path } = firstOf(noun)
  return hasBoth(noun)
    ? { variable: 'parent', path: '${this.parents}', words: 'project or group', plural: 'projects and groups' }
    : { variable: word, path, words: word, plural: path }
}
