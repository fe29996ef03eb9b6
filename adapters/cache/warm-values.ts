import { recentMap } from '../kit/recent-map.ts'

interface WarmOptions<T> {
  readonly maxEntries: number
  /** Maximum total size of all values, as counted by `sizeOf`. */
  readonly maxSize: number
  readonly sizeOf: (value: T) => number
}

/** The share of the size that one value may use; larger ones are not cached. */
const MAX_SHARE = 0.01
/** A value above this share is heavy: 32 KiB of 128 MiB. */
const LIGHT_SHARE = 1 / 4096
/** The share of the size for all heavy values together. */
const HEAVY_SHARE = 0.25

/**
 * Caches recently used values, with separate limits for light and heavy ones, so that heavy ones evict no light ones. A visitor who
 * requests light values only, at the rate allowed to one visitor, takes minutes to evict another visitor's values.
 */
export function warmValues<T>({ maxEntries, maxSize, sizeOf }: WarmOptions<T>) {
  const part = (share: number) =>
    recentMap<T>({ maxEntries, maxSize: maxSize * share, sizeOf: (_key, value) => sizeOf(value) })
  const light = part(1 - HEAVY_SHARE)
  const heavy = part(HEAVY_SHARE)

  function remove(key: string) {
    light.delete(key)
    heavy.delete(key)
  }

  return {
    get: (key: string): T | undefined => light.get(key) ?? heavy.get(key),
    set(key: string, value: T) {
      const size = sizeOf(value)
      remove(key)
      if (size > maxSize * MAX_SHARE) return
      if (size > maxSize * LIGHT_SHARE) heavy.set(key, value)
      else light.set(key, value)
    },
    delete: remove,
  }
}
