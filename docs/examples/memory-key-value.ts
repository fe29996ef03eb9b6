import type { KeyValue } from './key-value-links.ts'

/** A key-value store in memory. Nothing awaits between its reads and writes, so each call is atomic. */
export function memoryKeyValue(): KeyValue {
  const entries = new Map<string, string>()
  return {
    get: async (key) => entries.get(key),
    async write({ unless, given, set = {}, delete: keys = [] }) {
      if (unless !== undefined && entries.has(unless)) return false
      if (given !== undefined && !entries.has(given)) return false
      for (const [key, value] of Object.entries(set)) entries.set(key, value)
      for (const key of keys) entries.delete(key)
      return true
    },
    async change(key, change) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.set(key, change(value))
      return entries.get(key)
    },
    async *values(prefix) {
      for (const [key, value] of entries) if (key.startsWith(prefix)) yield value
    },
  }
}
