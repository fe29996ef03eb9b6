/**
 * Forwards at most `perSecond` reports per second and counts the others; the next forwarded report has their number as `leftOut`. An outage
 * fails every visit in the same way, and a log that grows with them fills the disk.
 */
export function sampled<Report extends object>(
  report: (report: Report & { leftOut?: number }) => void,
  { perSecond = 5, now = () => performance.now() }: { perSecond?: number; now?: () => number } = {},
): (report: Report) => void {
  let second = Number.NEGATIVE_INFINITY
  let passed = 0
  let leftOut = 0
  return (details) => {
    const at = Math.floor(now() / 1000)
    if (at !== second) [second, passed] = [at, 0]
    if (passed >= perSecond) {
      leftOut += 1
      return
    }
    passed += 1
    report(leftOut > 0 ? { ...details, leftOut } : details)
    leftOut = 0
  }
}
