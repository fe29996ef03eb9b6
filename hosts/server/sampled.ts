/**
 * Passes on so many reports a second and counts the others, which the next one that passes tells: an outage fails every visit in the
 * same way, and a log that grows with them fills the disk.
 */
export function sampled<Report extends object>(
  tell: (report: Report & { leftOut?: number }) => void,
  { perSecond = 5, now = () => performance.now() }: { perSecond?: number; now?: () => number } = {},
): (report: Report) => void {
  let second = Number.NEGATIVE_INFINITY
  let told = 0
  let leftOut = 0
  return (report) => {
    const at = Math.floor(now() / 1000)
    if (at !== second) [second, told] = [at, 0]
    if (told >= perSecond) {
      leftOut += 1
      return
    }
    told += 1
    tell(leftOut > 0 ? { ...report, leftOut } : report)
    leftOut = 0
  }
}
