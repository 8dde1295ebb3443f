import { readFile } from 'node:fs/promises'
import { isSecret, type Json, secretSettings, UNKNOWN } from '../../provider/command-line/basics'
import { parsed } from '../stacks/pulumi'

/** A file of `pulumi preview --save-plan`, as far as it matters here. */
export interface Plan {
  resourcePlans: Readonly<Record<string, ResourcePlan>>
}

interface ResourcePlan {
  /** What an update must do. Absent for resources that it deletes. */
  goal?: Goal
  /** The outputs that the preview expected. An update does not compare them. */
  state?: Json | null
}

interface Goal {
  type: string
  custom: boolean
  /** The arguments that change. The others must stay as they are. */
  inputDiff?: Difference
  /** The outputs of a component or stack that change. */
  outputDiff?: Difference
  additionalSecretOutputs?: string[]
}

interface Difference {
  adds?: Json
  updates?: Json
  deletes?: string[]
}

/**
 * Reads a plan.
 *
 * @throws Error if the file cannot be read or is not a plan.
 */
export async function readPlan(file: string): Promise<Plan> {
  const plan = parsed(await readFile(file, 'utf8')) as Partial<Plan> | null | undefined
  if (typeof plan?.resourcePlans === 'object') return plan as Plan
  throw new Error(`${file} is not a plan: write one with "pulumi preview --save-plan ${file}".`)
}

/**
 * Replaces each argument and output that contains a secret by Pulumi's unknown value, for which an update accepts any value.
 * Only the whole argument is safe: if any part of it differs from the plan, Pulumi prints all of it. Returns what contained
 * secrets, as "argument of URN".
 */
export function scrub({ resourcePlans }: Plan): string[] {
  return Object.entries(resourcePlans).flatMap(([urn, { goal, state }]) => {
    const found = new Set([state, ...changesIn(goal?.inputDiff), ...changesIn(goal?.outputDiff)].flatMap(secretsIn))
    const inState = secretsIn(state)
    if (state) for (const name of inState) state[name] = UNKNOWN
    if (goal) {
      // The outputs of a resource are not compared, and a component has no other properties in a plan.
      goal.inputDiff = scrubbed(goal.inputDiff, goal.custom ? [...inState, ...knownSecrets(goal)] : [])
      goal.outputDiff = scrubbed(goal.outputDiff, goal.custom ? [] : inState)
    }
    return [...found].sort().map((name) => `${name} of ${urn}`)
  })
}

/**
 * Arguments that are secret even if the plan does not have them, because the preview had no value: those that the program
 * marks, and the secret settings of an explicit provider.
 */
const knownSecrets = ({ type, additionalSecretOutputs = [] }: Goal): string[] => [
  ...additionalSecretOutputs,
  ...(ofProviders[type] ?? []),
]

const ofProviders: Readonly<Record<string, readonly string[]>> = {
  'pulumi:providers:pulumi-nodejs': secretSettings.map((name) => `trueup:${name}`),
  'pulumi:providers:trueup': secretSettings,
}

/** `secrets` are secret properties that may be missing in the difference, because the plan does not change them. */
function scrubbed(difference: Difference | undefined, secrets: readonly string[]): Difference {
  const adds = { ...difference?.adds }
  const updates = { ...difference?.updates }
  const deletes = new Set(difference?.deletes)
  for (const name of [...changesIn(difference).flatMap(secretsIn), ...secrets]) {
    // The engine prints a value that it did not expect. It expects an unknown value in `adds` to be added, changed, kept or
    // missing, but not to be deleted, and one in `updates` to be changed, kept or deleted.
    delete updates[name]
    const accepting = deletes.delete(name) ? updates : adds
    accepting[name] = UNKNOWN
  }
  return { adds, updates, deletes: [...deletes] }
}

const changesIn = ({ adds, updates }: Difference = {}): (Json | undefined)[] => [adds, updates]

const secretsIn = (properties: Json | null | undefined): string[] =>
  Object.entries(properties ?? {}).flatMap(([name, value]) => (hasSecret(value) ? [name] : []))

function hasSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return isSecret(value) || Object.values(value).some(hasSecret)
}
