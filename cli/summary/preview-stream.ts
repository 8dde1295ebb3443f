import { isSecret } from '../../provider/command-line/basics'
import { hidden } from '../shared/property'
import { parsed } from '../stacks/pulumi'
import type { Digest, Step, StepState } from './digest'

/** A resource in an event. Properties without a value are missing, except ids. */
interface EventState extends Omit<StepState, 'custom'> {
  custom?: true
}

/** An event of the engine, with the members that a summary reads. */
interface EngineEvent {
  sequence: number
  resourcePreEvent?: {
    metadata: {
      op: string
      urn: string
      old?: EventState | null
      new?: EventState | null
      detailedDiff?: Record<string, unknown> | null
      /** Whether the step is one that people count, and not a part of a replacement. */
      logical?: boolean
    }
  }
  diagnosticEvent?: { prefix?: string; message: string; severity: string }
  summaryEvent?: { result?: string }
}

/**
 * Reads what `pulumi preview --json` writes with PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true: an event in each line.
 * Undefined if the text contains no events.
 *
 * @throws Error if the end of the events is missing, because the summary would be incomplete.
 */
export function digestOfEvents(text: string): Digest | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  const events = lines.map(eventOf)
  if (!events.some((event) => event?.sequence !== undefined)) return undefined
  const end = events.findLast((event) => event?.summaryEvent)?.summaryEvent
  const diagnostics = events.flatMap((event) => (event?.diagnosticEvent ? [event.diagnosticEvent] : []))
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (!end && errors.length === 0) throw new Error('has no end: the preview was interrupted')
  return {
    steps: events.flatMap((event) => (event?.resourcePreEvent ? stepOf(event.resourcePreEvent) : [])),
    diagnostics: [
      ...errors.map(({ prefix = '', message, severity }) => ({ severity, message: prefix + message })),
      ...(end?.result === 'failed' && errors.length === 0
        ? [{ severity: 'error', message: 'error: the preview failed' }]
        : []),
    ],
  }
}

const eventOf = (line: string): EngineEvent | undefined => parsed(line) as EngineEvent | undefined

/** A step as the other form of the output has it, which omits the parts of replacements. */
function stepOf({ metadata }: NonNullable<EngineEvent['resourcePreEvent']>): Step[] {
  const { op, urn, logical, detailedDiff = null } = metadata
  if (logical !== true && op !== 'refresh') return []
  return [{ op, urn, oldState: stateOf(metadata.old), newState: stateOf(metadata.new), detailedDiff }]
}

const stateOf = (state: EventState | null | undefined): StepState | null =>
  state ? { ...(withoutSecrets(state) as EventState), custom: state.custom === true } : null

/** Replaces secrets, which the events contain as objects, also with their values. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  if (isSecret(value)) return hidden
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSecrets(one)]))
}
