export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The median of the ratios of each run, so that the load of the machine affects both. */
export const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, run) => value / (others[run] ?? NaN)))

/** The median of the differences of each run. */
export const difference = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, run) => value - (others[run] ?? NaN)))

/** Runs the works with limited concurrency. */
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
