/** The least of a few runs, in milliseconds: what the work costs when nothing else is in its way. For ratios only. */
export function leastTime(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}
