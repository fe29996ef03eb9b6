import { expect, it } from 'vitest'
import { aHit, openFixture } from '../fixture.ts'

const VISITS = 'query ($ids: [ID!]!, $days: Int) { linkVisits(ids: $ids, days: $days) { id days } }'

it('linkVisits answers in the order of the ids, with 30 days unless more or fewer are asked for', async () => {
  const { ports, newAccount } = openFixture()
  const [me, other] = [await newAccount(), await newAccount()]
  const [one, two, foreign] = [await me.newLink(), await me.newLink(), await other.newLink()]
  const at = ports.clock.now()
  await ports.store.hits.record([aHit(one.id, { at }), aHit(one.id, { at }), aHit(foreign.id, { at })])
  const ids = [two.id, foreign.id, one.id, two.id]
  const { data } = await me.ask(VISITS, { ids, days: 3 })
  expect(data.linkVisits).toEqual([
    { id: two.id, days: [0, 0, 0] },
    { id: one.id, days: [0, 0, 2] },
  ])
  const usual = await me.ask('query ($ids: [ID!]!) { linkVisits(ids: $ids) { days } }', { ids: [one.id] })
  expect(usual.data.linkVisits[0].days).toHaveLength(30)
})

it('linkVisits refuses callers without a credential, too many ids and too many days', async () => {
  const { ask, newAccount } = openFixture()
  const me = await newAccount()
  expect((await ask(VISITS, { ids: [] })).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  for (const bad of [{ ids: Array(101).fill('x') }, { ids: [], days: 0 }, { ids: [], days: 366 }]) {
    expect((await me.ask(VISITS, bad)).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  }
})

it('linkVisits of 100 links and 365 days are within the cost of a query, and ten times that are not', async () => {
  const { ask } = await openFixture().newAccount()
  const ids = Array(100).fill('x')
  expect((await ask(VISITS, { ids, days: 365 })).errors).toEqual([])
  const fields = Array.from({ length: 10 }, (_, n) => `v${n}: linkVisits(ids: $ids, days: 365) { id days }`)
  const refused = await ask(`query ($ids: [ID!]!) { ${fields.join(' ')} }`, { ids })
  expect(refused.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
})
