import { firstOf, hasBoth, type Noun } from '../names'

/** How the emulator stores and finds what contains the objects: one parent, or a project or group. */
interface Home {
  /** The variable with it, and its type. */
  readonly variable: string
  readonly type: string
  /** The import of the type into the files of resources. */
  readonly imported: string
  /** The index of the collection, and the keys of a home and of an object in it. */
  readonly index: string
  keyOf(variable: string): string
  keyOfObject(variable: string): string
  /** The type of these keys. */
  readonly keyType: string
  /** The fields of a new object. */
  readonly fields: string
  /** Finds it for a request. */
  readonly found: string
}

export const homeOf = (noun: Noun): Home => {
  const { word, pascal } = firstOf(noun)
  return hasBoth(noun)
    ? {
        variable: 'home',
        type: `${noun.pascal}Home`,
        imported: '',
        index: 'home',
        keyOf: (variable) => `${noun.camel}HomeKey(${variable})`,
        keyOfObject: (variable) => `${noun.camel}HomeKey(${variable})`,
        keyType: 'string',
        fields: '...home',
        found: 'home(call)',
      }
    : {
        variable: word,
        type: `${pascal}Record`,
        imported: `import type { ${pascal}Record } from '../records/${word}'\n`,
        index: word,
        keyOf: (variable) => `${variable}.id`,
        keyOfObject: (variable) => `${variable}.${word}_id`,
        keyType: 'number',
        fields: `${word}_id: ${word}.id`,
        found: `findChangeable${pascal}(call)`,
      }
}
