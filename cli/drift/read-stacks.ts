import { readStack, type StackState } from '../stacks/stack'
import type { Failure } from './finding'

/** Reads the stacks, and returns those that cannot be read as failures. @throws Error if no stack can be read. */
export async function readStacks(
  cwd: string,
  names: readonly string[],
): Promise<{ stacks: StackState[]; unread: Failure[] }> {
  const stacks: StackState[] = []
  const unread: Failure[] = []
  const read = async (stack: string | undefined): Promise<void> => {
    try {
      stacks.push(await readStack({ cwd, stack }))
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
