import { invalid } from './errors'

/** @throws HttpError 400 with the complaints by attribute, unless all lists are empty. */
export function requireValid(complaints: Record<string, string[]>): void {
  const found = Object.entries(complaints).filter(([, list]) => list.length > 0)
  if (found.length > 0) throw invalid(Object.fromEntries(found))
}

export const blank = (text: string): string[] => (text.trim() === '' ? ["can't be blank"] : [])

export const tooLong = (text: string, limit: number): string[] =>
  [...text].length > limit ? [`is too long (maximum is ${limit} characters)`] : []

/** The complaints as sentences, such as `External url is too long`. */
export const sentencesOf = (complaints: Record<string, string[]>): string[] =>
  Object.entries(complaints).flatMap(([name, list]) =>
    list.map((complaint) => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')} ${complaint}`),
  )
