import { adoptionArguments } from './adoption-fields'
import { show } from './display'
import type { Kind } from './kind'
import type { SetKind } from './set'
import { nounOf } from './subject'

/** Explains why the resource option `import` does not work and what to use instead. */
export function importProblem(kind: Kind | SetKind, name: string, id: unknown): string {
  const supported = adoptionArguments(kind)
  const number = typeof id === 'string' ? /^\d+(?:\/\d+)*\/([1-9]\d*)$/.exec(id)?.[1] : undefined
  const adopt =
    supported.includes('adoptId') && number !== undefined
      ? `the argument adoptId: ${number} instead`
      : supported.includes('onConflict')
        ? 'the argument onConflict: "adopt" instead'
        : undefined
  const exported = '"trueup export", whose file "pulumi import --file" reads'
  return (
    `The ${nounOf(kind)} ${show(name)} cannot be imported with the resource option import: Pulumi supports it only ` +
    `for other providers. Use ${adopt ? `${adopt}, or ${exported}` : exported}.`
  )
}
