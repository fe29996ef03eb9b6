import { describe, expect, it } from 'vitest'
import { createNetworkLimit } from '../../../../hosts/http/limits/network-limit.ts'

const clock = { now: () => 0 }
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

describe('a limit per network', () => {
  it('a network limit counts IPv4 by address and IPv6 by /64', () => {
    const limit = createNetworkLimit({ perWindow: 1, clock })
    expect(limit.take('203.0.113.7').allowed).toBe(true)
    expect(limit.take('203.0.113.7').allowed).toBe(false)
    expect(limit.take('203.0.113.8').allowed).toBe(true)
    expect(limit.take('2001:db8::1').allowed).toBe(true)
    expect(limit.take('2001:db8::ffff:2').allowed).toBe(false)
    expect(limit.take('2001:db8:0:1::1').allowed).toBe(true)
  })

  it('a network limit lets a /48 make ten times the calls of one /64', () => {
    const refused: string[] = []
    const limit = createNetworkLimit({ perWindow: 3, clock, onRejected: () => void refused.push('refused') })
    const taken = times(100, (site) => limit.take(`2001:db8:7:${site.toString(16)}::1`))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(30)
    expect(refused).toHaveLength(70)
    expect(taken.at(-1)).toMatchObject({ allowed: false, limit: 30, remaining: 0, resetSeconds: 60 })
    expect(limit.take('2001:db8:8::1').allowed).toBe(true)
  })

  it('a network limit returns the state of the tighter window, and does not count refused calls', () => {
    const limit = createNetworkLimit({ perWindow: 3, clock })
    expect(limit.take('2001:db8:7::1', 2)).toMatchObject({ limit: 3, remaining: 1 })
    for (const site of times(9, (index) => `2001:db8:7:${index + 1}::1`)) limit.take(site, 3)
    expect(limit.take('2001:db8:7::1', 2)).toMatchObject({ allowed: false, remaining: 1 })
    expect(limit.take('2001:db8:7::1')).toMatchObject({ allowed: true, remaining: 0 })
    expect(limit.take('2001:db8:7:aa::1')).toMatchObject({ allowed: false, limit: 30, remaining: 0 })
  })

  it('a network limit counts subjects separately', () => {
    const limit = createNetworkLimit({ perWindow: 1, clock })
    expect(limit.take('203.0.113.7', 1, 'a').allowed).toBe(true)
    expect(limit.take('203.0.113.7', 1, 'b').allowed).toBe(true)
    expect(limit.take('203.0.113.7', 1, 'a').allowed).toBe(false)
  })

  it('a network limit of 0 is off', () => {
    const limit = createNetworkLimit({ perWindow: 0, clock })
    expect(limit.take('2001:db8::1', 1000)).toMatchObject({ allowed: true, limit: 0 })
  })
})
