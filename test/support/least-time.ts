/**
 * Returns the shortest processor time of a few runs in milliseconds, without the effects of other work on the machine.
 * Use it only for ratios.
 */
export async function leastTime(work: () => void | Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 1; run <= 3; run++) {
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}
