import { type Link, resolveLink, type Visit } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { aVisitor, knownVisitors, type Situation } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

const link = aLink({ target: 'https://own.example/' })
const rule = (type: string, value: string, target = 'https://ruled.example/città') => ({ type, value, target })

/** A cached link and the visits recorded for it. */
function warm(changes: Partial<Link>, known: Situation = {}) {
  const visits: Visit[] = []
  const { visitors, asked } = knownVisitors(known)
  const served = finish(toServedLink({ ...link, ...changes }))
  const ports = {
    ...testPorts(),
    servedLinks: { find: () => served },
    hitRecorder: { record: (visit: Visit) => void visits.push(visit), flushed: async () => {} },
    visitors,
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
  }
  const visit = (visitor: Parameters<typeof aVisitor>[0] = {}) => resolveLink(ports, '', 'here', aVisitor(visitor))
  return { visit, visits, asked }
}

describe('following a link with rules', () => {
  it('resolves to the target of the first matching rule and records its index', () => {
    const { visit, visits } = warm({ rules: [rule('query', 'src=sms'), rule('query', 'src')] })
    expect(visit({ query: 'src=mail' })).toMatchObject({ location: 'https://ruled.example/citt%C3%A0' })
    expect(visits).toMatchObject([{ rule: 1, redirectedTo: 'https://ruled.example/città' }])
  })

  it('resolves to the link’s own target when no rule matches and looks up only what the rules need', () => {
    const { visit, visits, asked } = warm({ rules: [rule('country', 'IT')] }, { place: { country: 'FR' } })
    expect(visit()).toEqual({ kind: 'redirect', location: 'https://own.example/', status: 302, isLasting: false })
    expect(visits).toMatchObject([{ rule: null, redirectedTo: 'https://own.example/' }])
    expect(asked).toEqual({ place: 1, agent: 0 })
  })

  it('counts recorded visits for rules on the number of visits', () => {
    const { visit } = warm({ hitCount: 8, rules: [rule('visits', '<10')] })
    const followed = [visit(), visit({ counts: false }), visit(), visit()]
    expect(
      followed.map((resolution) => 'location' in resolution && resolution.location === 'https://own.example/'),
    ).toEqual([false, false, false, true])
  })

  it('resolves by a valid rule when the link’s own target is invalid', () => {
    const { visit } = warm({ target: 'ftp://old.example/', rules: [rule('query', 'src')] })
    expect(visit({ query: 'src' })).toMatchObject({ location: 'https://ruled.example/citt%C3%A0' })
    expect(visit()).toEqual({ kind: 'invalid-target' })
  })

  it('records no hit of an untracked link and still applies its rules', () => {
    const { visit, visits } = warm({ enableTracking: false, rules: [rule('query', 'src')] })
    expect(visit({ query: 'src' })).toMatchObject({ location: 'https://ruled.example/citt%C3%A0' })
    expect(visits).toEqual([])
  })
})
