import type { Json } from '../../provider/core/schema/json'
import type { StateResource } from '../support/pulumi'

/** A resource of the state, with its secrets decrypted. */
export interface Held {
  name: string
  id: string
  type: string
  outputs: Json
}

/** The resources of a stack, and entries that must not remain in its state. */
export interface StackState {
  held: Held[]
  unfinished: string[]
}

interface Exported {
  deployment: {
    resources?: (StateResource & { delete?: boolean; pendingReplacement?: boolean; initErrors?: string[] })[]
    pending_operations?: { type: string; resource: { urn: string } }[]
  }
}

/** Whether a type is that of a resource of this package, and not of a component. */
const isResource = (type: string) =>
  /^(?:pulumi-nodejs:dynamic\/trueup|trueup:index):/.test(type) && type !== 'trueup:index:ProjectSettings'

const nameOf = (urn: string) => urn.split('::').at(-1) ?? ''

/** Parses the output of `pulumi stack export --show-secrets`. */
export function readState(text: string): StackState {
  const reveal = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'plaintext' in value ? JSON.parse(String(value.plaintext)) : value
  const { resources = [], pending_operations = [] } = (JSON.parse(text, reveal) as Exported).deployment
  const own = resources.filter(({ type }) => isResource(type))
  return {
    held: own
      .filter((one) => !one.delete && !one.pendingReplacement)
      .map(({ urn, id = '', type, outputs = {} }) => ({
        name: nameOf(urn),
        id,
        type: type.replace(/.*:/, ''),
        outputs,
      })),
    unfinished: [
      ...own.filter((one) => one.delete).map(({ urn, id }) => `${nameOf(urn)} (${id}) is still to be deleted`),
      ...own.filter((one) => one.pendingReplacement).map(({ urn }) => `${nameOf(urn)} is still to be replaced`),
      ...own.flatMap(({ urn, initErrors = [] }) =>
        initErrors.map((error) => `${nameOf(urn)} is partially initialized: ${error}`),
      ),
      // The CLI keeps the pending create of a killed process until a user clears it.
      ...pending_operations
        .filter(({ type }) => type !== 'creating')
        .map(({ type, resource }) => `${nameOf(resource.urn)}: ${type}`),
    ],
  }
}
