import type { Output } from '@pulumi/pulumi'

/** The private members of an output. */
interface Inside<T> {
  promise(): Promise<T>
  isKnown: Promise<boolean>
  isSecret: Promise<boolean>
  allResources(): Promise<Set<unknown>>
}

/** The value of an output, which programs cannot read. Only this promise is rejected if the output fails. */
export async function valueOf<T>(output: Output<T>): Promise<T> {
  const inside = output as unknown as Inside<T>
  for (const promise of [inside.isKnown, inside.isSecret, inside.allResources()]) promise.catch(() => undefined)
  return inside.promise()
}

export const isSecret = (output: Output<unknown>): Promise<boolean> => (output as unknown as Inside<unknown>).isSecret

export const isKnown = (output: Output<unknown>): Promise<boolean> => (output as unknown as Inside<unknown>).isKnown
