import { newLink } from '@shortlink/core/contracts'
import { expect, it } from 'vitest'
import { redirectHandler } from '../../../hosts/fetch/fetch-handlers.ts'
import { testPorts } from '../../support/ports.ts'

it.each([
  [true, '1', true],
  [true, '0', false],
  [false, '1', false],
])(
  'a visit through the Fetch API where GPC is honored: %j, with Sec-GPC: %s, is private: %j',
  async (honorsGpc, sent, isPrivate) => {
    const { policy } = testPorts()
    const ports = testPorts({ policy: { ...policy, visits: { ...policy.visits, honorsGpc } } })
    const { slug, target } = await newLink(ports.store)
    const follow = redirectHandler({ ports })
    const request = new Request(`https://sho.rt/${slug}?utm_term=a`, {
      headers: { 'sec-gpc': sent, 'accept-language': 'it' },
    })
    const { headers } = await follow(request, slug, '203.0.113.7')
    expect(headers.get('location')).toBe(target)
    expect(ports.visits).toMatchObject([{ isPrivate, acceptLanguage: 'it', campaign: { term: 'a', source: null } }])
  },
)
