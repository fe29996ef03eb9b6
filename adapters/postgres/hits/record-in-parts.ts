import { setImmediate } from 'node:timers/promises'
import type { NewHit } from '@shortlink/core'

/** Number of hits in the first part, which takes the database longer than this thread takes to prepare all others. */
const FIRST_PART = 5000
const PART = 20_000
/** Number of hits to prepare between two pauses, which let the process read responses of the database. */
const AT_ONCE = 100

/** Stores hits in parts one after the other, and prepares the next one while the database stores one. */
export async function recordInParts(
  hits: Iterable<NewHit>,
  record: (hits: readonly NewHit[]) => Promise<void>,
): Promise<void> {
  let storing: Promise<void> | undefined
  let part: NewHit[] = []
  try {
    for (const hit of hits) {
      part.push(hit)
      if (storing !== undefined && part.length % AT_ONCE === 0) await setImmediate()
      if (part.length < (storing === undefined ? FIRST_PART : PART)) continue
      await storing
      storing = record(part)
      // It is awaited when the next part is ready.
      storing.catch(() => {})
      part = []
    }
  } finally {
    await storing
  }
  if (part.length > 0) await record(part)
}
