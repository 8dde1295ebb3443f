import { arrayFrom, type StackOptions } from './pulumi'

/** What has changed the state of a stack since its last complete update. */
export interface ChangesSinceUpdate {
  /** When that update ended, ISO 8601. Undefined if the history does not contain it. */
  lastUpdate: string | undefined
  /** How many resources refreshes have removed from the state and changed in it, at most. */
  removed: number
  changed: number
  /** When the last update that failed ended. */
  failedAt?: string
}

/** An entry of `pulumi stack history --json`, with the types that it should have. */
interface Entry {
  kind: string
  result: string
  endTime: string
  environment: Record<string, string> | null
  resourceChanges: Record<string, number> | null
}

/** How many of the last operations are read. */
const most = 100

/**
 * Reads what has changed the state of a stack since its last complete update. Undefined if nothing has: the state then
 * contains what the program declared.
 *
 * @throws PulumiFailure with the remedy.
 */
export async function readChangesSinceUpdate({ cwd, stack }: StackOptions): Promise<ChangesSinceUpdate | undefined> {
  const of = stack === undefined ? [] : ['--stack', stack]
  const args = ['stack', 'history', '--json', '--page-size', String(most), '--page', '1', ...of]
  const since: ChangesSinceUpdate = { lastUpdate: undefined, removed: 0, changed: 0 }
  // The newest operation is first.
  for (const entry of await arrayFrom<Partial<Entry> | null>(cwd, stack, args)) {
    const { kind, result, endTime, environment, resourceChanges } = entry ?? {}
    if (kind === 'refresh') {
      since.removed += numberIn(resourceChanges?.delete)
      since.changed += numberIn(resourceChanges?.update)
    }
    if (kind !== 'update' && kind !== 'destroy') continue
    if (result === 'failed') since.failedAt ??= String(endTime)
    // It says nothing about the resources that it has left out.
    if (result !== 'succeeded' || isPartial(environment ?? {})) continue
    since.lastUpdate = endTime
    break
  }
  return since.removed + since.changed > 0 || since.failedAt !== undefined ? since : undefined
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

const isPartial = (environment: Record<string, string>): boolean =>
  ['target', 'target-replace', 'exclude'].some((flag) => `pulumi.flag.${flag}` in environment)
