/** An event for the operator. Continuing failures are reported once, counts of visits once a minute, and the first refusal at once. */
export type HitTrouble =
  | { readonly type: 'store-away'; readonly error: unknown }
  | { readonly type: 'store-back' }
  | { readonly type: 'journal-failed'; readonly error: unknown }
  | { readonly type: 'dropped'; readonly visits: number }
  | { readonly type: 'refused'; readonly visits: number; readonly error: unknown }

/** Period for reporting each kind of error once. */
const REPEAT_AFTER_MS = 10_000
/** Kinds remembered at most. */
const MAX_KINDS = 50

/** Reports failures of the store: the first of each kind, and when the store works again. */
export function storeTroubles(onTrouble: (trouble: HitTrouble) => void) {
  const kinds = new Set<string>()
  let firstReportedAtMs = 0
  let isReported = false

  return {
    failed(error: unknown) {
      const kind = kindOf(error)
      if (kinds.has(kind) || kinds.size >= MAX_KINDS) return
      if (kinds.size === 0) firstReportedAtMs = performance.now()
      kinds.add(kind)
      isReported = true
      onTrouble({ type: 'store-away', error })
    },
    works() {
      if (isReported) onTrouble({ type: 'store-back' })
      isReported = false
      // A store that keeps failing and recovering must not fill the log.
      if (kinds.size > 0 && performance.now() - firstReportedAtMs >= REPEAT_AFTER_MS) kinds.clear()
    },
  }
}

/** The error's text without numbers and quoted values, which differ between errors of one kind. */
const kindOf = (error: unknown) =>
  String(error)
    .slice(0, 300)
    .replaceAll(/\d+|"[^"]*"|'[^']*'/g, '?')
