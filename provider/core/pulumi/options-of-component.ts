import type { ResourceOptions } from '@pulumi/pulumi'
import { warn } from '@pulumi/pulumi/log'

/** The components that were already named. */
const named = new Set<string>()

/**
 * Warns of resource options that have no effect on a component, because Pulumi does not pass them to its children. An
 * update then changes what the program wants to leave alone.
 */
export function warnOfPathsOfComponent(component: string, options: ResourceOptions = {}): void {
  for (const option of ['ignoreChanges', 'replaceOnChanges'] as const) {
    const text =
      `${option} has no effect on ${component}, because Pulumi does not pass it to the resources in a component: ` +
      'set it on them, with the option transforms of the component.'
    if ((options[option]?.length ?? 0) === 0 || named.has(text)) continue
    named.add(text)
    void warn(text)
  }
}
