import type { Rule } from './params'

export const atLeastOne =
  (...names: string[]): Rule =>
  (sent, spelled) =>
    names.some(sent)
      ? undefined
      : `${names.map(spelled).join(', ')} are missing, at least one parameter must be provided`

export const atMostOne =
  (...names: string[]): Rule =>
  (sent, spelled) => {
    const given = names.filter(sent)
    return given.length > 1 ? `${given.map(spelled).join(', ')} are mutually exclusive` : undefined
  }

export const exactlyOne =
  (...names: string[]): Rule =>
  (sent, spelled) =>
    names.some(sent)
      ? atMostOne(...names)(sent, spelled)
      : `${names.map(spelled).join(', ')} are missing, exactly one parameter must be provided`

export const allOrNone =
  (...names: string[]): Rule =>
  (sent, spelled) => {
    const given = names.filter(sent)
    return given.length === 0 || given.length === names.length
      ? undefined
      : `${names.map(spelled).join(', ')} provide all or none of parameters`
  }
