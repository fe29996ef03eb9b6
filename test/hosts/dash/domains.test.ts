import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../hosts/dash/api/errors.ts'
import { checkOutcome } from '../../../hosts/dash/domains/check-outcome.ts'
import { dnsRecords } from '../../../hosts/dash/domains/dns-records.ts'
import { filterOf } from '../../../hosts/dash/links/list-filter.ts'

describe('the records of a domain', () => {
  it('prove a subdomain below its name and point it at the host of short links', () => {
    expect(dnsRecords('go.example.com', 'token', 'https://sho.rt:8443')).toEqual({
      proof: { type: 'TXT', name: '_shortlink.go.example.com', value: 'shortlink-verify=token' },
      kind: 'subdomain',
      pointing: [{ type: 'CNAME', name: 'go.example.com', value: 'sho.rt' }],
      host: 'sho.rt',
      shortProofName: '_shortlink.go',
      registered: 'example.com',
    })
  })

  it.each(['example.com', 'example.co.uk', 'xn--bcher-kva.example'])('of %s itself are addresses', (hostname) => {
    const { kind, pointing, shortProofName } = dnsRecords(hostname, 'token', 'https://sho.rt')
    expect([kind, shortProofName]).toEqual(['apex', '_shortlink'])
    expect(pointing.map(({ type, value }) => [type, value])).toEqual([
      ['A', undefined],
      ['AAAA', undefined],
    ])
  })

  it.each(['go.example.co.uk', 'co.example.de', 'com.example.com'])('of %s are a CNAME', (hostname) => {
    expect(dnsRecords(hostname, 'token', 'https://sho.rt').kind).toBe('subdomain')
  })

  it.each([
    ['http://203.0.113.7:3000', [{ type: 'A', name: 'go.example.com', value: '203.0.113.7' }]],
    ['http://[2001:db8::7]', [{ type: 'AAAA', name: 'go.example.com', value: '2001:db8::7' }]],
    ['http://localhost:3000', []],
    ['http://127.0.0.1:3000', []],
    ['http://[::1]:3000', []],
  ])('of a service at %s have its address, if others can reach it', (baseUrl, pointing) => {
    expect(dnsRecords('go.example.com', 'token', baseUrl).pointing).toEqual(pointing)
  })
})

describe('the outcome of a check', () => {
  it.each([
    [{ verified: false }, null, 'missing'],
    [{ verified: true }, null, 'verified'],
    [undefined, new ApiError('UPSTREAM_FAILED', 'DNS did not answer'), 'unanswered'],
    [undefined, new ApiError('CONFLICT', 'Domain already claimed'), 'taken'],
    [{ verified: false }, new ApiError('OFFLINE', 'The server does not answer'), 'failed'],
  ] as const)('of the answer %o and the error %o is %s', (answer, error, outcome) => {
    expect(checkOutcome(answer, error)).toBe(outcome)
  })
})

it('the domain that an address of the list names is part of its filter', () => {
  expect(filterOf(new URLSearchParams('domain=d1&status=NO+SUCH&tag='))).toEqual({ domainId: 'd1' })
})
