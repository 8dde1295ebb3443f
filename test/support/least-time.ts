/**
 * Returns the shortest processor time of a few runs in milliseconds, without the effects of other work on the machine.
 * Use it only for ratios.
 */
export function leastTime(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
