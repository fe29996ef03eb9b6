import type { KeyValue } from './key-value-links.ts'

/** A key-value store in memory. Nothing awaits between its reads and writes, so each call is atomic. */
export function memoryKeyValue(): KeyValue {
  const entries = new Map<string, string>()
  return {
    get: async (key) => entries.get(key),
    async write({ when, set = {}, delete: keys = [] }) {
      if (Object.entries(when).some(([key, value]) => entries.get(key) !== value)) return false
      for (const key of keys) entries.delete(key)
      for (const [key, value] of Object.entries(set)) entries.set(key, value)
      return true
    },
    async *values(prefix) {
      for (const [key, value] of entries) if (key.startsWith(prefix)) yield value
    },
  }
}
