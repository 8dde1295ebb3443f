import { Output } from '@pulumi/pulumi/output'
import type { Json } from './plain'

/** What an output keeps to itself. */
interface Inside<T> {
  promise(): Promise<T>
  readonly isKnown: Promise<boolean>
  readonly isSecret: Promise<boolean>
}

/** Whether a value that a program passes is to come later. */
export const isPending = (value: unknown): boolean => Output.isInstance(value) || value instanceof Promise

/** Whether a value is an object whose properties can be looked at now. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value)

/** Whether a value is, or holds, one that the program does not have yet. */
export const hasPending = (value: unknown): boolean =>
  isPending(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasPending))

/** Does something with a value once it is known. If it never is, since something failed, its own resource says so. */
export function whenKnown<T>(of: Output<T>, use: (value: T, isSecret: boolean) => unknown): void {
  const { isKnown, isSecret, ...inside } = insideOf(of)
  void Promise.all([inside.value, isKnown, isSecret]).then(
    ([value, known, hidden]) => {
      if (known) use(value, hidden)
    },
    () => {},
  )
}

/** Whether a value is, or holds, a secret. */
export async function isHidden(of: Output<unknown>): Promise<boolean> {
  const { value, isKnown, isSecret } = insideOf(of)
  return Promise.all([value, isKnown, isSecret]).then(
    ([, , hidden]) => hidden,
    () => false,
  )
}

function insideOf<T>(of: Output<T>): { value: Promise<T>; isKnown: Promise<boolean>; isSecret: Promise<boolean> } {
  const inside = of as unknown as Inside<T>
  return { value: inside.promise(), isKnown: inside.isKnown, isSecret: inside.isSecret }
}
