import { AsyncResource } from 'node:async_hooks'

/** The maximum number of waiting tasks. A preview prints only its first warnings. */
const MAX_TASKS = 100

/** A task that waits for resources. */
interface WaitingTask {
  /** The names of the resources. Those that are known are removed from the end. */
  readonly names: string[]
  isKnown(name: string): boolean
  run(): Promise<void>
}

/** Tasks of a preview that wait until it is known which objects other resources own. */
export class WaitingTasks {
  private waiting: WaitingTask[] = []

  /** Adds a task that runs after `isKnown` is true for each of these names. */
  add(names: readonly string[], isKnown: WaitingTask['isKnown'], run: WaitingTask['run']): void {
    // The task runs in another resource's verb, but its messages are about this one.
    const bound = AsyncResource.bind(run)
    if (this.waiting.length < MAX_TASKS) this.waiting.push({ names: [...names], isKnown, run: bound })
  }

  /** Runs the tasks that no longer need to wait. */
  async runReady(): Promise<void> {
    const ready = this.waiting.filter(isReady)
    if (ready.length === 0) return
    this.waiting = this.waiting.filter((task) => !ready.includes(task))
    for (const { run } of ready) await run()
  }
}

function isReady({ names, isKnown }: WaitingTask): boolean {
  // The last resource of a program is usually the last one to become known, so each name is rarely visited twice.
  while (names.length > 0 && isKnown(names.at(-1) as string)) names.pop()
  return names.length === 0
}
