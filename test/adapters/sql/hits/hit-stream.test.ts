import type { UserId } from '@shortlink/core'
import { newLink, newOwner } from '@shortlink/core/contracts'
import { firstHitIdAt } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { longestTurn } from '../../../support/longest-turn.ts'
import { DATABASES } from '../../../support/server.ts'
import { storeWithSql } from '../../../support/store-with-sql.ts'

const HOUR_MS = 3_600_000
const JANUARY = Date.UTC(2026, 0, 1)
const [LINKS, VISITS_EACH, VISITS_OF_OTHERS] = [3000, 30, 2500]

describe.each(DATABASES)('an export on %s', (database) => {
  it('of an account whose links all have visits in one hour reads no more of them than a page', async () => {
    const { store, run } = await storeWithSql(database)
    const [owner, other] = [await newOwner(store), await newOwner(store)]
    await newLink(store, { owner: other })
    await run(links(owner))
    await run("insert into hit_places (digest, country) values ('a', null)")
    await run(
      "insert into hit_destinations (digest, link_no, url) select 'a', min(no), 'https://example.com/' from links",
    )
    // Long before those of the account, so that its first window of ids is a large one.
    await run(visits({ owner: other, each: VISITS_OF_OTHERS, from: JANUARY - 300 * 24 * HOUR_MS }))
    await run(visits({ owner, each: VISITS_EACH, from: JANUARY }))
    const page = () => store.hitStream.ofOwner(owner, { after: null, take: 100 })
    const ids = (await page()).map(({ hit }) => hit.id)
    expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => String(firstHitIdAt(JANUARY) + BigInt(n))))
    const turns = [await longestTurn(page), await longestTurn(page), await longestTurn(page)]
    expect(Math.min(...turns)).toBeLessThan(10)
  })
})

const numbers = (count: number) =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`

const links = (owner: UserId) => `
  insert into links (id, hostname, namespace, slug, slug_folded, target, target_folded, enable_tracking, rules, earlier_hits, created_at, owner)
  ${numbers(LINKS)} select 'link ' || n, '', '', 'slug-' || n, 'slug-' || n, 'https://example.com/', 'https://example.com/', 1, '[]', 0, 0, '${owner}'
  from numbers`

/** Visits of each link of an account, whose ids follow each other from a time on. */
const visits = ({ owner, each, from }: { owner: UserId; each: number; from: number }) => `
  insert into hits (id, link_no, at, ip, agent_no, place_no, destination_no)
  ${numbers(each)}
  select ${firstHitIdAt(from)} + row_number() over (order by n, no) - 1, no, ${from}, '127.0.0.1', 1, 1, 1
  from numbers cross join links where owner = '${owner}'`
