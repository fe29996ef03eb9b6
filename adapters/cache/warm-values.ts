import { recentMap } from '../kit/recent-map.ts'

interface WarmOptions<T> {
  readonly maxEntries: number
  /** Roughly, in bytes. */
  readonly maxSize: number
  readonly sizeOf: (value: T) => number
}

/** The share of the memory that one value may take; a larger one is not kept. */
const MAX_SHARE = 0.01
/** A value that takes more than this share is heavy: 32 KiB of 128 MiB. */
const LIGHT_SHARE = 1 / 4096
/** The share of the memory for all heavy values together. */
const HEAVY_PART = 0.25

/**
 * What was used of late, light and heavy values apart: however many heavy ones come and go, they displace no light ones. A visitor who asks for
 * light values only, at the rate that one visitor may, takes minutes to displace those of others.
 */
export function warmValues<T>({ maxEntries, maxSize, sizeOf }: WarmOptions<T>) {
  const part = (share: number) =>
    recentMap<T>({ maxEntries, maxSize: maxSize * share, sizeOf: (_key, value) => sizeOf(value) })
  const light = part(1 - HEAVY_PART)
  const heavy = part(HEAVY_PART)

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
