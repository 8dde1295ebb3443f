import type { Fields, Plain } from './field'

/** The parameters of a collection for API calls: the id of its parent, and the arguments `within` of the definition. */
export type CollectionParams<P extends string = string> = { readonly [name in P]: number }

/** The parameters of an object for API calls: those of its collection, and its key. */
export type ObjectParams<
  P extends string = string,
  Key extends string = string,
  K extends number | string = number | string,
> = { readonly [name in P | Key]: string extends P ? number | string : name extends P ? number : K }

/** The type of an object's key: a number if it is an output, or else the type of the argument. */
export type KeyOf<I extends Fields, O, Key> = string extends Key
  ? number | string
  : Key extends keyof O
    ? number
    : Key extends keyof I
      ? Plain<I[Key]> & (number | string)
      : never
