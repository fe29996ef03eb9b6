import { pauseIfDue } from '../../kit/slices.ts'

/** A JSON array that is written item by item. */
export interface JsonList<T> {
  /** The items that fit, in order. */
  readonly items: T[]
  /** True once `add` has omitted an item. */
  readonly isFull: boolean
  /** Creates items and adds them as long as they fit, with pauses for the event loop. */
  add<From>(from: readonly From[], make: (from: From) => T): Promise<void>
  /** The array as JSON, with `last` after the items. */
  toJson(last?: unknown): string
}

/**
 * A list of at most `maxBytes`. An item counts in its wire format: as JSON within a JSON string, where each quote and backslash takes one
 * byte more.
 */
export function createJsonList<T>(maxBytes: number, maxItems = Number.POSITIVE_INFINITY): JsonList<T> {
  const items: T[] = []
  const written: string[] = []
  let [bytes, isFull] = [0, false]
  const part = (json: string) => `${written.length === 0 ? '[' : ','}${json}`
  return {
    items,
    get isFull() {
      return isFull
    },
    async add(from, make) {
      for (const each of from) {
        const item = make(each)
        const json = JSON.stringify(item)
        bytes += Buffer.byteLength(JSON.stringify(json)) - 1
        isFull ||= bytes > maxBytes || items.length >= maxItems
        if (isFull) return
        items.push(item)
        written.push(part(json))
        await pauseIfDue()
      }
    },
    toJson(last) {
      const parts = last === undefined ? written : [...written, part(JSON.stringify(last))]
      // Join once: adding brackets to a joined text would copy it again.
      return parts.length === 0 ? '[]' : [...parts, ']'].join('')
    },
  }
}
