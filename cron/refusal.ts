/** The reason why a schedule is invalid, for its author. */
export class Refusal extends Error {
  /** Whether the service responds with status 500 instead of refusing the schedule. */
  readonly fails: boolean = false
}

/** The reason why the service fails on a schedule that its grammar accepts. */
export class Failure extends Refusal {
  override readonly fails = true
}

/** Shortens a string for messages. */
export const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The refusal of one entry in the comma-separated list of a field. */
export function refuseEntry(field: { name: string; expected: string }, entry: string, list: string): Refusal {
  const where = entry === list ? '' : ` in ${clip(list)}`
  return new Refusal(`the ${field.name} field must be ${field.expected}, not ${clip(entry)}${where}`)
}
