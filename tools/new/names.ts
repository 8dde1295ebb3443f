import { regularPlural } from '../../provider/core/schema/counted'
import { type Parent, parents } from './parents'

/** What the API offers for a kind. */
export interface Form {
  /** What contains the objects. */
  readonly parent: Parent['word']
  /** Whether the name identifies an object in its collection. Otherwise, it has a numeric id. */
  readonly byName: boolean
  /** Whether the API can change an object. */
  readonly hasUpdate: boolean
  /** Whether there is a resource for a set of these objects. */
  readonly hasSet: boolean
}

/** The spellings of a noun in the layers of the project, and the form of the kind. */
export interface Names extends Omit<Form, 'parent'> {
  readonly parent: Parent
  /** `protected-tag`: files, and the name of the kind in state. */
  readonly kebab: string
  /** `protectedTag` */
  readonly camel: string
  /** `ProtectedTag` */
  readonly pascal: string
  /** `protected tag` */
  readonly words: string
  /** `protected tags` */
  readonly plural: string
  /** `protectedTags` */
  readonly camelPlural: string
  /** `ProtectedTags` */
  readonly pascalPlural: string
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
}

const camelOf = (words: string): string => words.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascalOf = (words: string): string => words.slice(0, 1).toUpperCase() + camelOf(words).slice(1)

/**
 * @param plural The plural in words, if it is not regular.
 * @throws Error if the noun is not in kebab case, or if the form is not supported.
 */
export function namesOf(kebab: string, form: Form, plural?: string): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab))
    throw new Error(`The noun must be in kebab case, such as protected-tag (got ${kebab}).`)
  const words = kebab.replaceAll('-', ' ')
  const many = plural ?? regularPlural(words)
  const snake = words.replaceAll(' ', '_')
  return {
    ...form,
    parent: parents[form.parent],
    kebab,
    camel: camelOf(words),
    pascal: pascalOf(words),
    words,
    plural: many,
    camelPlural: camelOf(many),
    pascalPlural: pascalOf(many),
    snake,
    snakePlural: many.replaceAll(' ', '_'),
    keyParameter: form.byName ? 'name' : `${snake}_id`,
    keyField: form.byName ? 'name' : 'id',
    keyType: form.byName ? 'string' : 'number',
  }
}
