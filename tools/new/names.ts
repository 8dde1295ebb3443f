/** The spellings of a noun in the layers of the project. */
export interface Names {
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
}

const camelOf = (words: string): string => words.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascalOf = (words: string): string => words.slice(0, 1).toUpperCase() + camelOf(words).slice(1)

/** @param plural The plural in words, if it is not regular. @throws Error if the noun is not in kebab case. */
export function namesOf(kebab: string, plural?: string): Names {
  if (!/^[a-z]+(-[a-z]+)*$/.test(kebab))
    throw new Error(`The noun must be in kebab case, such as protected-tag (got ${kebab}).`)
  const words = kebab.replaceAll('-', ' ')
  const many = plural ?? (/[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`)
  return {
    kebab,
    camel: camelOf(words),
    pascal: pascalOf(words),
    words,
    plural: many,
    camelPlural: camelOf(many),
    pascalPlural: pascalOf(many),
    snake: words.replaceAll(' ', '_'),
    snakePlural: many.replaceAll(' ', '_'),
  }
}
