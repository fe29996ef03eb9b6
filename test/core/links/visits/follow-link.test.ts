import { anonymous, followLink } from '@shortlink/core'
import { findLinkWithPassword, forwardsPaths } from '@shortlink/core/host'
import { errAsync } from 'neverthrow'
import { expect, it } from 'vitest'
import { linkOwner } from '../../../support/link-owner.ts'
import { testPorts } from '../../../support/ports.ts'

const visitor = {
  ip: '203.0.113.7',
  userAgent: null,
  referrer: null,
  acceptLanguage: null,
  query: 'a=1',
  counts: true,
  isPrivate: false,
}
const PAST = '2020-01-01T00:00:00Z'
const FUTURE = '2999-01-01T00:00:00Z'
const GONE = { type: 'not-found', what: 'Target' }

async function setUp(ports = testPorts()) {
  const owner = await linkOwner(ports)
  const follow = async (password?: string) => {
    const result = await owner.app.run(followLink, anonymous, { slug: 'own', visitor, password })
    return result.isOk() ? result.value : result.error
  }
  return { ...owner, follow }
}

it.each([
  [{ expiresAt: PAST }, { type: 'link-expired' }],
  [{ startsAt: FUTURE }, GONE],
  [{ expiresAt: PAST, fallbackTarget: 'https://example.com/closed' }, { type: 'link-expired' }],
  [{ forwardQuery: true, forwardPath: true, utm: { source: 'x' } }, 'https://example.com/?utm_source=x'],
  [{ startsAt: PAST, expiresAt: FUTURE, redirectStatus: 308, preview: { title: 'A' } }, 'https://example.com/'],
])('a link with %j followed over the API gives %j', async (own, outcome) => {
  const { create, follow } = await setUp()
  await create({ slug: 'own', ...own })
  expect(await follow()).toEqual(outcome)
})

it('a link with a password is followed with it alone, and one with a limit until its visits are used up', async () => {
  const { ports, create, follow } = await setUp()
  await create({ slug: 'own', password: 'open sesame', maxVisits: 2 })
  expect(await follow()).toEqual({ type: 'link-password-required' })
  expect(await follow('closed')).toEqual({ type: 'wrong-link-password' })
  expect(await findLinkWithPassword(ports, '', 'own')).toMatchObject({ slug: 'own' })
  expect(await findLinkWithPassword(ports, '', 'own', '/more')).toBeUndefined()
  for (const _ of [1, 2]) expect(await follow('open sesame')).toBe('https://example.com/')
  expect(await follow('open sesame')).toEqual({ type: 'link-expired' })
  expect(await findLinkWithPassword(ports, '', 'own')).toBeUndefined()
  expect(ports.visits).toHaveLength(2)
})

it('a full queue of passwords makes the call overloaded', async () => {
  const ports = testPorts()
  const verify = () => errAsync({ type: 'overloaded' as const, retryAfterSeconds: 5 })
  const { create, follow } = await setUp({ ...ports, passwords: { ...ports.passwords, verify } })
  await create({ slug: 'own', password: 'open sesame' })
  expect(await follow('open sesame')).toEqual({ type: 'overloaded', retryAfterSeconds: 5 })
})

it('a link that its owner or the operator closed is not followed', async () => {
  const { ports, create, update, follow } = await setUp()
  const { id } = await create({ slug: 'own' })
  await update({ id, enabled: false })
  expect(await follow()).toEqual(GONE)
  await ports.store.links.setDisabled('', 'own', ports.clock.now())
  expect(await follow()).toEqual({ type: 'link-disabled' })
  expect(await findLinkWithPassword(ports, '', 'own')).toBeUndefined()
})

it('only a link that forwards paths takes one', async () => {
  const { ports, create } = await setUp()
  await create({ slug: 'plain' })
  await create({ slug: 'paths', forwardPath: true })
  const slugs = ['plain', 'paths', 'unknown']
  expect(await Promise.all(slugs.map((slug) => forwardsPaths(ports, '', slug)))).toEqual([false, true, false])
})
