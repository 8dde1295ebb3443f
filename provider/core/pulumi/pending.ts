import type { Output } from '@pulumi/pulumi/output'
import type { Json } from '../schema/json'

/** The internal properties of an output. */
interface OutputInternals<T> {
  readonly __pulumiOutput: true
  promise(): Promise<T>
  readonly isKnown: Promise<boolean>
  readonly isSecret: Promise<boolean>
  resources(): ReadonlySet<unknown>
}

/** Whether a value is an output or a promise. */
export const isPending = (value: unknown): boolean => isOutput(value) || value instanceof Promise

/** `Output.isInstance` would load much of Pulumi, of which the plugin needs nothing. */
const isOutput = (value: unknown): boolean =>
  (value as Partial<OutputInternals<unknown>> | null | undefined)?.__pulumiOutput === true

/** Whether a value is an output of resources, which can be unknown in a preview. */
export const dependsOnResources = (value: unknown): boolean =>
  isOutput(value) && (value as OutputInternals<unknown>).resources().size > 0

/** Whether a value is an object whose properties can be read now. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value)

/** Whether a value is or contains an output or a promise. */
export const hasPending = (value: unknown): boolean =>
  isPending(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasPending))

/** Calls `use` with a value when it is known. Ignores failures, which the resource of the value reports. */
export function whenKnown<T>(of: Output<T>, use: (value: T, isSecret: boolean) => unknown): void {
  const { isKnown, isSecret, ...inside } = internalsOf(of)
  void Promise.all([inside.value, isKnown, isSecret]).then(
    ([value, known, hidden]) => {
      if (known) use(value, hidden)
    },
    () => {},
  )
}

/** Whether a value is or contains a secret. */
export async function isHidden(of: Output<unknown>): Promise<boolean> {
  const { value, isKnown, isSecret } = internalsOf(of)
  return Promise.all([value, isKnown, isSecret]).then(
    ([, , hidden]) => hidden,
    () => false,
  )
}

/** The value of an output that is known. */
export const valueOf = <T>(of: Output<T>): Promise<T> => internalsOf(of).value

function internalsOf<T>(of: Output<T>): { value: Promise<T>; isKnown: Promise<boolean>; isSecret: Promise<boolean> } {
  const inside = of as unknown as OutputInternals<T>
  return { value: inside.promise(), isKnown: inside.isKnown, isSecret: inside.isSecret }
}
