import { describe, expect, it } from 'vitest'
import type { Dns } from '../domains/dns.port.ts'
import { unique } from './samples.ts'

export interface DnsFixture {
  readonly dns: Dns
  /** Sets the TXT records of a name. */
  publish(name: string, records: readonly string[]): void
  /** Makes lookups of a name fail. */
  breakDown(name: string): void
}

/** Lookups of TXT records. `setUp` is called once per test. */
export const dnsContract = (setUp: () => DnsFixture | Promise<DnsFixture>) =>
  describe('DNS', () => {
    const aName = () => `${unique()}.example`

    it('every TXT record of a name is returned, each joined from its chunks', async () => {
      const { dns, publish } = await setUp()
      const name = aName()
      // A chunk holds at most 255 bytes.
      const records = ['one', 'x'.repeat(300), 'text with "quotes" and spaces']
      publish(name, records)
      expect((await dns.txt(name))._unsafeUnwrap().toSorted()).toEqual(records.toSorted())
    })

    it('a name that does not exist has no TXT records', async () => {
      const { dns } = await setUp()
      expect((await dns.txt(aName()))._unsafeUnwrap()).toEqual([])
    })

    it('a changed TXT record is returned by the next lookup', async () => {
      const { dns, publish } = await setUp()
      const name = aName()
      for (const records of [['before'], ['after']]) {
        publish(name, records)
        expect((await dns.txt(name))._unsafeUnwrap()).toEqual(records)
      }
    })

    it('a failing name server is reported as upstream-failed, not as a name without records', async () => {
      const { dns, breakDown } = await setUp()
      const name = aName()
      breakDown(name)
      expect((await dns.txt(name))._unsafeUnwrapErr()).toMatchObject({ type: 'upstream-failed' })
    })
  })
