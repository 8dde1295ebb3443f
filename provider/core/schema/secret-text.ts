import { text } from './fields'
import type { Problem } from './problem'
import { Type } from './type'

/**
 * Stands for a secret that is set on the service although the program declares none. It is never sent, and no program can
 * begin to declare it.
 */
export const UNDECLARED = '(set on the service, but not declared)'

/** The properties of a secret of which responses only tell whether it is set. */
interface SecretTraits {
  maxLength?: number
  /** Null if a response without the Boolean means that the service does not know the argument. */
  ifMissing?: null
  problem?: (value: string) => Problem | undefined
}

/**
 * A secret of which responses only tell whether it is set, with the Boolean `presence`. A set one counts as the declared
 * one, because a change of its value cannot be seen. Nothing is compared if a response lacks the Boolean.
 */
export const secretText = (presence: string, { problem, ...traits }: SecretTraits = {}) =>
  text({
    ...traits,
    secret: true,
    emptyIsUnset: true,
    isShownInPart: true,
    shownAs: presence,
    wireSchema: Type.Boolean(),
    fromWire: (isSet, known) => (isSet === true ? ((known as string | null | undefined) ?? UNDECLARED) : null),
    toWire: (value) => (value === UNDECLARED ? undefined : value),
    // A program has it if `ignoreChanges` lists the argument, or if an import generated the program.
    problem: (value) => (value === UNDECLARED ? undefined : problem?.(value)),
    problemWhenNew: (value) =>
      value === UNDECLARED ? 'must be the secret itself, which no response contains' : undefined,
  })

/** Whether a program declares a secret with its value. */
export const isKnown = (value: string | null | undefined): value is string => value != null && value !== UNDECLARED
