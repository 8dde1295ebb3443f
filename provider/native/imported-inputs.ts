import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../core/schema/json'
import type { KindDefinition } from '../core/schema/kind-definition'
import type { Failure } from '../core/schema/problem'
import { agreeing, subject } from '../core/schema/subject'

/**
 * The arguments of objects that were just read without a state. If that was an import, the engine then validates them.
 * Secrets that no response contains are missing in them, or have names without values: a program must declare them.
 */
export class ImportedInputs {
  private readonly byUrn = new Map<string, Json>()

  note(urn: string, inputs: Json): void {
    this.byUrn.set(urn, inputs)
  }

  /** Separates the names of secrets that an import could not read from the failures of a program. */
  judge(
    urn: string,
    { input }: KindDefinition,
    news: Json,
    failures: readonly Failure[],
  ): { unreadable: string[]; failures: Failure[] } {
    const imported = this.byUrn.get(urn)
    this.byUrn.delete(urn)
    const isUnreadable = ({ property }: Failure) => {
      const name = argumentOf(property)
      return input[name]?.secret === true && isDeepStrictEqual(news[name], imported?.[name])
    }
    const expected = imported ? failures.filter(isUnreadable) : []
    return {
      unreadable: [...new Set(expected.map(({ property }) => argumentOf(property)))],
      failures: failures.filter((failure) => !expected.includes(failure)),
    }
  }
}

/** What the program needs after an import that could not read secrets. */
export function whatToDeclare(kind: KindDefinition, inputs: Json, unreadable: readonly string[]): string {
  const what = `${subject(kind, inputs)} ${agreeing(kind, 'was imported')}`
  const isOne = unreadable.length === 1
  return (
    `${what} without the ${isOne ? 'value' : 'values'} of ${unreadable.join(' and ')}, which no response contains. ` +
    `Write ${isOne ? 'it' : 'them'} into the program before the next update.`
  )
}

/** `customHeaders` of `customHeaders.X-Key`. */
const argumentOf = (property: string): string => property.split(/[.[]/)[0] ?? ''
