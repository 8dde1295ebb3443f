export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The median of what the first were of the second, run by run: whatever else the machine did, it did to both. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, run) => value / (others[run] ?? NaN)))

/** Lets so many of the works run at once. */
export async function pooled<T>(
  concurrency: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
