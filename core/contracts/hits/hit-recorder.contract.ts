import { describe, expect, it } from 'vitest'
import type { Visit } from '../../hits/hit.ts'
import type { HitRecorder } from '../../hits/hits.port.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { NOON, ODD_TEXTS } from '../samples.ts'

export interface HitRecorderFixture {
  readonly recorder: HitRecorder
  /** A stored link without hits. */
  readonly link: LinkId
  /** Number of stored hits of the link. */
  stored(): Promise<number | undefined>
}

export interface HitRecorderSizes {
  /** Visits recorded in one turn of the event loop. */
  readonly visits?: number
}

/** Recording of visits in the background. `setUp` is called once per test. */
export const hitRecorderContract = (
  setUp: () => HitRecorderFixture | Promise<HitRecorderFixture>,
  { visits = 2_500 }: HitRecorderSizes = {},
) =>
  describe('hit recorder', () => {
    it('every visit recorded before is stored once when flushed resolves', async () => {
      const { recorder, link, stored } = await setUp()
      for (let n = 0; n < visits; n += 1) recorder.record(aVisit(link, { at: NOON + n }))
      await recorder.flushed()
      expect(await stored()).toBe(visits)
    })

    it('a visit that is recorded during a flush is stored by the next one', async () => {
      const { recorder, link, stored } = await setUp()
      recorder.record(aVisit(link))
      const flushing = recorder.flushed()
      recorder.record(aVisit(link))
      await flushing
      await recorder.flushed()
      expect(await stored()).toBe(2)
    })

    it('flushed resolves when nothing was recorded', async () => {
      const { recorder, stored } = await setUp()
      await recorder.flushed()
      expect(await stored()).toBe(0)
    })

    it('odd texts of visitors are recorded like others', async () => {
      const { recorder, link, stored } = await setUp()
      for (const text of ODD_TEXTS)
        recorder.record(aVisit(link, { userAgent: text, referrer: text, acceptLanguage: text, ip: '2001:db8::1' }))
      await recorder.flushed()
      expect(await stored()).toBe(ODD_TEXTS.length)
    })

    it('a visit to a deleted link is ignored and does not keep others from being stored', async () => {
      const { recorder, link, stored } = await setUp()
      recorder.record(aVisit(crypto.randomUUID() as LinkId))
      recorder.record(aVisit(link))
      await recorder.flushed()
      expect(await stored()).toBe(1)
    })
  })

const aVisit = (link: LinkId, given: Partial<Visit> = {}): Visit => ({
  link,
  at: NOON,
  ip: '203.0.113.7',
  userAgent: null,
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  acceptLanguage: null,
  campaign: null,
  ref: null,
  isPrivate: false,
  ...given,
})
