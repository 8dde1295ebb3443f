import { type ChangesSinceUpdate, readChangesSinceUpdate } from '../stacks/history'
import { readStack, type StackState } from '../stacks/stack'
import type { Failure } from './finding'

/** The state of a stack, and what has changed it since the last complete update. */
export interface ReadStack extends StackState {
  readonly since?: ChangesSinceUpdate
}

/** Reads the stacks, and returns those that cannot be read as failures. @throws Error if no stack can be read. */
export async function readStacks(
  cwd: string,
  names: readonly string[],
): Promise<{ stacks: ReadStack[]; unread: Failure[] }> {
  const stacks: ReadStack[] = []
  const unread: Failure[] = []
  const read = async (stack: string | undefined): Promise<void> => {
    try {
      const history = readChangesSinceUpdate({ cwd, stack })
      // The error of the state is clearer.
      history.catch(() => {})
      const state = await readStack({ cwd, stack })
      const since = await history
      stacks.push({ ...state, ...(since && { since }) })
    } catch (error) {
      unread.push({ stack: stack ?? '', message: (error as Error).message })
    }
  }
  await Promise.all((names.length > 0 ? names : [undefined]).map(read))
  const inOrder = (one: string, other: string): number => names.indexOf(one) - names.indexOf(other)
  unread.sort((one, other) => inOrder(one.stack, other.stack))
  if (stacks.length === 0) throw new Error(unread.map(({ message }) => message).join('\n'))
  return { stacks: stacks.sort((one, other) => inOrder(one.name, other.name)), unread }
}
