/**
 * Starts to measure processor time. Returns a function that returns the milliseconds that this process has used since
 * then. Unlike the time of a clock, they do not grow while other processes use the processor.
 */
export function startProcessorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}

/**
 * Returns the shortest processor time of a few runs in milliseconds, without the effects of other work on the machine.
 * Use it only for ratios.
 */
export async function leastTime(work: () => void | Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 1; run <= 3; run++) {
    const processorTime = startProcessorTime()
    await work()
    times.push(processorTime())
  }
  return Math.min(...times)
}
