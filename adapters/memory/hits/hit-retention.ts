import type { Hit, Instant } from '@shortlink/core'
import { anonymizeIp, DAY_MS, KEPT_FROM, MIN_KEPT_HITS } from '@shortlink/core/adapter'
import type { HitRetention } from '@shortlink/core/ports'
import type { PurgedHit } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link HitRetention} in memory, each in one step. */
export const memoryHitRetention = (
  call: Call,
  { hits, purgedHits, instance, visitors, visitorSalts }: Tables,
): HitRetention => {
  async function* inOneStep(work: (transaction: Transaction) => number) {
    yield await call(work)
  }
  const kept = () => {
    const row = instance.get(KEPT_FROM)
    return row === undefined ? null : Number(row.value)
  }
  return {
    prepare: async () => {},

    purge: (before) =>
      inOneStep((transaction) => {
        const old = hits.all().filter(({ at }) => at < before)
        if (old.length > 0)
          instance.put(transaction, { name: KEPT_FROM, value: `${Math.max(before, kept() ?? before)}` })
        for (const sameDay of Map.groupBy(old, ({ link, at }) => `${link} ${startOfDay(at)}`).values()) {
          for (const hit of sameDay) {
            hits.remove(transaction, hit)
            purgedHits.put(transaction, sameDay.length < MIN_KEPT_HITS ? onlyCounted(hit) : onlyFacts(hit))
          }
        }
        return old.length
      }),

    cutAddresses: (before) =>
      inOneStep((transaction) => {
        const whole = hits.all().filter(({ at, ip }) => at < before && ip !== anonymizeIp(ip))
        for (const hit of whole) hits.put(transaction, { ...hit, ip: anonymizeIp(hit.ip) })
        return whole.length
      }),

    forgetVisitors: (before) =>
      inOneStep((transaction) => {
        const end = Math.floor(before / DAY_MS)
        const [oldVisitors, oldSalts] = [visitors.all().filter(isOf), visitorSalts.all().filter(isOf)]
        function isOf({ day }: { readonly day: number }) {
          return day < end
        }
        for (const visitor of oldVisitors) visitors.remove(transaction, visitor)
        for (const salt of oldSalts) visitorSalts.remove(transaction, salt)
        return oldVisitors.length + oldSalts.length
      }),

    keptFrom: () => call(kept),
  }
}

const startOfDay = (at: Instant) => at - (at % DAY_MS)

/** The facts that rollups use. */
const onlyFacts = (hit: Hit): PurgedHit => ({
  ...hit,
  ip: '',
  userAgent: null,
  postal: null,
  timezone: null,
  isp: null,
  isOnlyCounted: false,
})

/** The facts that counts by day contain. The visit counts at noon. */
const onlyCounted = (hit: Hit): PurgedHit => ({
  ...onlyFacts(hit),
  at: startOfDay(hit.at) + DAY_MS / 2,
  isOnlyCounted: true,
})
