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

/** An entry of `pulumi stack history --json`. */
interface Entry {
  kind?: string
  result?: string
  endTime?: string
  environment?: Record<string, string>
  resourceChanges?: Record<string, number>
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
  for (const { kind, result, endTime, environment = {}, resourceChanges = {} } of await arrayFrom<Entry>(
    cwd,
    stack,
    args,
  )) {
    if (kind === 'refresh') {
      since.removed += resourceChanges.delete ?? 0
      since.changed += resourceChanges.update ?? 0
    }
    if (kind !== 'update' && kind !== 'destroy') continue
    if (result === 'failed') since.failedAt ??= endTime ?? ''
    // It says nothing about the resources that it has left out.
    if (result !== 'succeeded' || isPartial(environment)) continue
    since.lastUpdate = endTime
    break
  }
  return since.removed + since.changed > 0 || since.failedAt !== undefined ? since : undefined
}

const isPartial = (environment: Record<string, string>): boolean =>
  ['target', 'target-replace', 'exclude'].some((flag) => `pulumi.flag.${flag}` in environment)
