/**
 * The least of a few runs, in milliseconds of a processor: what the work costs when nothing else is in its way. For ratios
 * only.
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
