import { describe, expect, it } from 'vitest'
import type { ReportId } from '../../kernel/ids.ts'
import type { Report } from '../../moderation/reports/report.ts'
import type { Store } from '../../ports.ts'
import { NOON, ODD_TEXTS, times, unique } from '../samples.ts'

/** Reports of visitors. Their number is limited as a whole, so no other suite on the same database may add some. */
export const reportsContract = (store: () => Pick<Store, 'reports'>) =>
  describe('reports', () => {
    const reports = () => store().reports
    const LIMITS = { all: 1_000_000, open: 3 }
    const aReport = (given: Partial<Report> = {}): Report => ({
      id: crypto.randomUUID() as ReportId,
      at: NOON,
      url: 'sho.rt/spring',
      subject: unique(),
      owner: null,
      host: `${unique()}.test`,
      reason: 'phishing',
      email: null,
      resolvedAt: null,
      blocked: false,
      ...given,
    })
    const add = async (given: Partial<Report> = {}) => {
      const report = aReport(given)
      expect(await reports().add(report, LIMITS)).toBe('added')
      return report
    }
    const listed = async (resolved?: boolean) => reports().list({ skip: 0, take: 1000, resolved })

    it('a report is found as it was added, and listed newest first, by state', async () => {
      const [old, open, other] = [
        await add({ at: NOON + 1, reason: ODD_TEXTS.join(), email: 'ada@example.com', resolvedAt: NOON + 5 }),
        await add({ at: NOON + 2, host: null }),
        await add({ at: NOON + 3 }),
      ]
      expect(await reports().find(old.id)).toEqual(old)
      expect(await reports().find('unknown' as ReportId)).toBeUndefined()
      const own = [other, open, old]
      const ofOwn = (found: readonly Report[]) => found.filter(({ id }) => own.some((report) => report.id === id))
      expect(ofOwn(await listed())).toEqual(own)
      expect(ofOwn(await listed(false))).toEqual([other, open])
      expect(ofOwn(await listed(true))).toEqual([old])
      const all = await listed()
      expect(await reports().list({ skip: 1, take: 1 })).toEqual(all.slice(1, 2))
      expect(await reports().count({})).toBe(all.length)
      expect(await reports().count({ resolved: true })).toBe((await listed(true)).length)
    })

    it('of ten concurrent reports about one link, as many are added as may be open', async () => {
      const subject = unique()
      const added = await Promise.all(times(10, () => reports().add(aReport({ subject }), LIMITS)))
      expect(added.filter((result) => result === 'added')).toHaveLength(LIMITS.open)
      expect(added.filter((result) => result === 'skipped')).toHaveLength(10 - LIMITS.open)
      const [first] = (await listed(false)).filter((report) => report.subject === subject)
      await reports().resolve(first?.id as ReportId, NOON, false)
      await add({ subject })
    })

    it('the report that was resolved first makes room for a new one; there is none while all are open', async () => {
      const [later, first] = [await add({ resolvedAt: 20 }), await add({ resolvedAt: 10 })]
      const full = { all: await reports().count({}), open: 3 }
      expect(await reports().add(aReport(), full)).toBe('added')
      expect(await reports().find(first.id)).toBeUndefined()
      expect(await reports().find(later.id)).toEqual(later)
      for (const { id } of await listed(true)) await reports().resolve(id, NOON, false)
      await reports().forget({ resolved: Number.MAX_SAFE_INTEGER, reported: 0 })
      const open = await reports().count({ resolved: false })
      expect(await reports().add(aReport(), { all: open, open: 3 })).toBe('full')
    })

    it('resolving resolves all open reports about the link, and with a block those about the host', async () => {
      const [host, subject] = [`${unique()}.test`, unique()]
      const report = await add({ host, subject })
      const same = await add({ subject })
      const [sameHost, unrelated] = [await add({ host }), await add()]
      const stateOf = async ({ id }: Report) => {
        const found = await reports().find(id)
        return found && [found.resolvedAt, found.blocked]
      }
      expect(await reports().resolve(report.id, NOON, false)).toEqual({ ...report, resolvedAt: NOON })
      expect(await stateOf(same)).toEqual([NOON, false])
      expect(await stateOf(sameHost)).toEqual([null, false])
      expect(await reports().resolve(report.id, NOON + 1, true)).toEqual({ ...report, resolvedAt: NOON, blocked: true })
      expect(await stateOf(sameHost)).toEqual([NOON + 1, true])
      expect(await stateOf(same)).toEqual([NOON, false])
      expect(await stateOf(unrelated)).toEqual([null, false])
      expect(await reports().resolve('unknown' as ReportId, NOON, true)).toBeUndefined()
    })

    it('deletes reports by the time of their resolution, and by their age', async () => {
      const [resolved, old, kept] = [
        await add({ resolvedAt: 999 }),
        await add({ at: 99 }),
        await add({ at: 100, resolvedAt: 1000 }),
      ]
      await reports().forget({ resolved: 1000, reported: 100 })
      const found = await Promise.all([resolved, old, kept].map(({ id }) => reports().find(id)))
      expect(found).toEqual([undefined, undefined, kept])
    })
  })
