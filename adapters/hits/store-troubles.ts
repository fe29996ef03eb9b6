import type { HitTrouble } from './hit-recorder.ts'

/** Milliseconds in which each kind of error is reported once. */
const REPEAT_AFTER_MS = 10_000
/** Kinds remembered at most. */
const MAX_KINDS = 50

/** Reports failures of the store: the first of each kind, and when the store works again. */
export function storeTroubles(onTrouble: (trouble: HitTrouble) => void) {
  const kinds = new Set<string>()
  let firstReportedAt = 0
  let isReported = false

  return {
    failed(error: unknown) {
      const kind = kindOf(error)
      if (kinds.has(kind) || kinds.size >= MAX_KINDS) return
      if (kinds.size === 0) firstReportedAt = performance.now()
      kinds.add(kind)
      isReported = true
      onTrouble({ type: 'store-away', error })
    },
    works() {
      if (isReported) onTrouble({ type: 'store-back' })
      isReported = false
      // A store that fails and works by turns must not fill the log.
      if (kinds.size > 0 && performance.now() - firstReportedAt >= REPEAT_AFTER_MS) kinds.clear()
    },
  }
}

/** The error's text without what differs between errors of one kind: numbers and quoted values. */
const kindOf = (error: unknown) =>
  String(error)
    .slice(0, 300)
    .replaceAll(/\d+|"[^"]*"|'[^']*'/g, '?')
