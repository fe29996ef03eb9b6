import ipaddr from 'ipaddr.js'
import { expect, it } from 'vitest'
import { slugOf } from './fixture.ts'
import { visitsOf } from './requests.ts'

const visits = visitsOf(10_000)

it('sends every visit from another public address', () => {
  const addresses = visits.map((visit) => /^X-Forwarded-For: (.+)$/m.exec(visit)?.[1] ?? '')
  expect(new Set(addresses).size).toBe(visits.length)
  expect(new Set(addresses.map((address) => ipaddr.parse(address).range()))).toEqual(new Set(['unicast']))
})

it('follows every link, each as often as the others', () => {
  const counts = new Map<string, number>()
  for (const visit of visits) {
    const slug = visit.slice('GET /'.length, visit.indexOf(' HTTP'))
    counts.set(slug, (counts.get(slug) ?? 0) + 1)
  }
  expect(counts.size).toBe(10_000)
  expect([counts.has(slugOf(0)), new Set(counts.values()).size]).toEqual([true, 1])
})
