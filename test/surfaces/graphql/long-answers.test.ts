import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Link, LinkId } from '@shortlink/core'
import type { Store } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { openFixture } from '../../hosts/graphql/fixture.ts'
import { aLink } from '../../support/a-link.ts'
import { shortestOfRounds } from '../../support/longest-turn.ts'
import { testPorts } from '../../support/ports.ts'
import { threadTimeMs } from '../../support/thread-time.ts'

/** JSON of what is asked of a link that has {@link rulesOf} 60 KiB, in bytes, near enough. */
const LINK_BYTES = 60 * 1024
const rulesOf = (text: string) =>
  Array.from({ length: 30 }, () => ({
    type: 'query',
    value: text.repeat(2048 / text.length),
    target: 'https://a.example/',
  }))
const RULES = '{ items { id rules { value } } }'

/** An account with links of 60 KiB of rules each, and a count of how many links were read with their rules. */
async function accountWithLinks(
  count: number,
  { text = 'a', onEnd }: { text?: string; onEnd?: (listener: () => void) => void } = {},
) {
  const { store, ...others } = testPorts()
  const reads = { count: 0 }
  const findOwned: Store['links']['findOwned'] = (owner, id) => {
    reads.count += 1
    return store.links.findOwned(owner, id)
  }
  const fixture = openFixture({
    ports: { ...others, store: { ...store, links: { ...store.links, findOwned } } },
    ...(onEnd && { onEnd }),
  })
  const account = await fixture.newAccount()
  for (let index = 0; index < count; index += 1) {
    await store.links.insert(
      aLink({
        id: `link ${index}` as LinkId,
        slug: `slug-${index}`,
        owner: account.id as Link['owner'],
        enableTracking: true,
        rules: rulesOf(text),
        createdAt: index,
      }),
    )
  }
  return { ...account, reads }
}

const aliases = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${index}: shortlinkConnection(take: 20) ${RULES}`).join(' ')

describe('a long answer', () => {
  it('an answer over 8 MiB ends with QUERY_TOO_COMPLEX, without reading the rest', async () => {
    const { ask, reads } = await accountWithLinks(20)
    const { status, data, errors, body } = await ask(`{ ${aliases(15)} }`)
    expect({ status, data }).toEqual({ status: 200, data: null })
    expect(errors).toMatchObject([
      {
        message: 'The query is too complex: the response has more than 8388608 bytes',
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ])
    expect(body.length).toBeLessThan(1000)
    // Of 300 links; 137 of 60 KiB are more than 8 MiB, and a few more were being read by then.
    expect(reads.count).toBeLessThan(160)
  })

  it('an answer whose items fail while it is being completed becomes an error', async () => {
    const { store, ...others } = testPorts()
    const fail = async () => {
      await nextTurn()
      throw new Error('The database is away')
    }
    const fixture = openFixture({
      ports: { ...others, store: { ...store, links: { ...store.links, findOwned: fail } } },
    })
    const account = await fixture.newAccount()
    const inputs = Array.from({ length: 100 }, (_, index) => ({ target: `https://example.com/${index}` }))
    await account.ask('mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }', {
      inputs,
    })
    // The title takes a while, so that the list is completed in many slices.
    const names = Array.from({ length: 14 }, (_, index) => `t${index}: target`).join(' ')
    const { data, errors } = await account.ask(
      `{ shortlinkConnection(take: 100) { items { ${names} rules { value } } } }`,
    )
    expect(data).toBeNull()
    expect(errors[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR')
    // What was not handled shows in a later turn of the event loop, and fails the run.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  })

  it('an answer below 8 MiB is complete and equals a short one', async () => {
    const { ask } = await accountWithLinks(20)
    const { data, errors, body } = await ask(`{ ${aliases(6)} plans { features } }`)
    expect(errors).toEqual([])
    expect(body.length).toBeGreaterThan(6 * 20 * LINK_BYTES)
    const { data: short } = await ask(
      '{ shortlinkConnection(take: 1) { items { id rules { value } } } plans { features } }',
    )
    expect(data.a5.items).toHaveLength(20)
    expect(data.a5.items[0]).toEqual(short.shortlinkConnection.items[0])
    expect(data.plans).toEqual(short.plans)
  })

  it('a long answer has its errors like a short one', async () => {
    const { ask } = await accountWithLinks(20)
    const { data, errors } = await ask(`{ ${aliases(2)} getShortlinkInfo(id: "none") { id } }`)
    expect(data.a1.items).toHaveLength(20)
    expect(data.getShortlinkInfo).toBeNull()
    expect(errors).toMatchObject([{ message: 'Shortlink not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it.each([
    ['escaped', '\u0001"'],
    ['outside ASCII', '中é'],
  ])('an answer is measured in bytes of JSON when its characters are %s', async (_what, text) => {
    const { ask } = await accountWithLinks(20, { text })
    expect((await ask(`{ ${aliases(1)} }`)).errors).toEqual([])
    const { errors } = await ask(`{ ${aliases(6)} }`)
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })

  it('a long answer holds the event loop for a few milliseconds at a time', async () => {
    const { ask } = await accountWithLinks(100)
    const query = `{ shortlinkConnection(take: 100) ${RULES} }`
    const turns = async () => {
      let done = false
      const answering = ask(query).finally(() => {
        done = true
      })
      const held = []
      while (!done) {
        const before = threadTimeMs()
        await nextTurn()
        held.push(threadTimeMs() - before)
      }
      expect((await answering).errors).toEqual([])
      expect(held.length).toBeGreaterThan(5)
      // The test itself parses the answer in the last turn.
      return Math.max(...held.slice(0, -1))
    }
    expect(await shortestOfRounds(30, turns)).toBeLessThan(30)
  })
})

describe('long answers that a client does not read', () => {
  it('unread long answers over 8 MiB in all are refused until some are read', async () => {
    const ends: (() => void)[] = []
    const { ask } = await accountWithLinks(20, { onEnd: (listener) => void ends.push(listener) })
    const query = `{ ${aliases(6)} }`
    expect((await ask(query)).status).toBe(200)
    const refused = await ask(query)
    expect(refused).toMatchObject({ status: 429, data: null, errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect(refused.headers).toMatchObject({ 'retry-after': '1' })
    expect((await ask('{ ping }')).status).toBe(200)
    for (const end of ends) end()
    expect((await ask(query)).status).toBe(200)
  })
})
