import { resolveLink } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { aVisitor } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

const PERSON = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const VISITORS = [
  ['a person', {}, true],
  ['a person who asks not to be recorded', { query: 'a=1&notrack' }, false],
  ['a person with another parameter', { query: 'notracking=1' }, true],
  ['a prefetch', { counts: false }, false],
] as const

/** Ports of one link, or of none, and the unknown slugs that they counted. */
function recording(isThere: boolean) {
  const served = isThere ? finish(toServedLink(aLink())) : undefined
  const unknown: string[] = []
  const ports = {
    ...testPorts(),
    servedLinks: { find: () => served },
    unknownVisitCounter: { count: (_host: string, slug: string) => void unknown.push(slug) },
  }
  return { ports, unknown }
}

describe('recording', () => {
  it.each(VISITORS)('a visit of %s to a link', (_what, known, isRecorded) => {
    const { ports } = recording(true)
    expect(resolveLink(ports, '', 'here', aVisitor({ ...PERSON, ...known }))).not.toEqual({ kind: 'unknown-slug' })
    expect(ports.visits).toHaveLength(isRecorded ? 1 : 0)
  })

  it.each(VISITORS)('a visit of %s to an unknown slug', (_what, known, isCounted) => {
    const { ports, unknown } = recording(false)
    expect(resolveLink(ports, '', 'typo', aVisitor({ ...PERSON, ...known }))).toEqual({ kind: 'unknown-slug' })
    expect(unknown).toEqual(isCounted ? ['typo'] : [])
  })

  it.each([{ isCall: true }, { path: 'wp-login.php' }])(
    'an unknown slug in the request %j is not counted',
    (request) => {
      const { ports, unknown } = recording(false)
      expect(resolveLink(ports, '', 'typo', aVisitor(PERSON), request)).toEqual({ kind: 'unknown-slug' })
      expect(unknown).toEqual([])
    },
  )
})
