/** Why a text is no schedule, in words for the person who wrote it. */
export class Refusal extends Error {
  /** The service does not refuse the text, but fails with status 500. */
  readonly fails: boolean = false
}

/** Why the service fails on a text that its grammar accepts. */
export class Failure extends Refusal {
  override readonly fails = true
}

/** The beginning of a text: what is quoted in a message stays readable. */
export const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The refusal of one entry in the comma-separated list of a field. */
export function refuseEntry(field: { name: string; expected: string }, entry: string, list: string): Refusal {
  const where = entry === list ? '' : ` in ${clip(list)}`
  return new Refusal(`the ${field.name} field must be ${field.expected}, is ${clip(entry)}${where}`)
}
