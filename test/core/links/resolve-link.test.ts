import { INVALID_TARGET, type Link, resolveLink, type Visit } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { aVisitor, knownVisitors, type Situation } from '../../support/facts.ts'

const link = aLink({ target: 'https://own.example/' })
const rule = (type: string, value: string, target = 'https://ruled.example/città') => ({ type, value, target })

/** A warm link, with what its visitors left. */
function warm(changes: Partial<Link>, known: Situation = {}) {
  const visits: Visit[] = []
  const { visitors, asked } = knownVisitors(known)
  const served = finish(toServedLink({ ...link, ...changes }))
  const ports = {
    servedLinks: { find: () => served },
    hitRecorder: { record: (visit: Visit) => void visits.push(visit), flushed: async () => {} },
    visitors,
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
  }
  const visit = (visitor: Parameters<typeof aVisitor>[0] = {}) => resolveLink(ports, '', 'here', aVisitor(visitor))
  return { visit, visits, asked }
}

describe('following a link with rules', () => {
  it('leads where the first matching rule says, and the hit tells which one', () => {
    const { visit, visits } = warm({ rules: [rule('query', 'src=sms'), rule('query', 'src')] })
    expect(visit({ query: 'src=mail' })).toBe('https://ruled.example/citt%C3%A0')
    expect(visits).toMatchObject([{ rule: 1, redirectedTo: 'https://ruled.example/città' }])
  })

  it("leads to the link's own target when no rule matches, asking of the visitor only what the rules ask", () => {
    const { visit, visits, asked } = warm({ rules: [rule('country', 'IT')] }, { place: { country: 'FR' } })
    expect(visit()).toBe('https://own.example/')
    expect(visits).toMatchObject([{ rule: null, redirectedTo: 'https://own.example/' }])
    expect(asked).toEqual({ place: 1, agent: 0 })
  })

  it('counts the visits that it records for the rules that ask for them', () => {
    const { visit } = warm({ hitCount: 8, rules: [rule('visits', '<10')] })
    const followed = [visit(), visit({ counts: false }), visit(), visit()]
    expect(followed.map((location) => location === 'https://own.example/')).toEqual([false, false, false, true])
  })

  it('still leads on by a good rule when the own target is none', () => {
    const { visit } = warm({ target: 'ftp://old.example/', rules: [rule('query', 'src')] })
    expect(visit({ query: 'src' })).toBe('https://ruled.example/citt%C3%A0')
    expect(visit()).toBe(INVALID_TARGET)
  })

  it('leaves no hit on a link that is not tracked, but routes all the same', () => {
    const { visit, visits } = warm({ enableTracking: false, rules: [rule('query', 'src')] })
    expect(visit({ query: 'src' })).toBe('https://ruled.example/citt%C3%A0')
    expect(visits).toEqual([])
  })
})
