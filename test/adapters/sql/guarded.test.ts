import type { Link } from '@shortlink/core'
import { newLink, newOwner } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../../support/server.ts'
import { openStoreWithSql, type RunSql } from '../../support/store-with-sql.ts'

const RULES = [{ type: 'device', value: 'mobile', target: 'https://m.example.com/' }]
const CLOSED_UNTIL = Date.UTC(2100, 0, 1)

describe.each(DATABASES)('on %s', (database) => {
  let store: Store
  let run: RunSql
  beforeAll(async () => {
    const opened = await openStoreWithSql(database)
    ;({ store, run } = opened)
    return opened.close
  })

  async function ownedLink(given: Partial<Link>) {
    const owner = await newOwner(store)
    return { ...(await newLink(store, { owner, rules: RULES, ...given })), owner }
  }

  const found = ({ owner, id }: Awaited<ReturnType<typeof ownedLink>>) => store.links.findOwned(owner, id)

  /** What version 0.1.0 serves of a link: the columns of target and rules as they are. */
  async function servedByOld({ id }: Link) {
    const [row] = await run('select target, rules from links where id = $1', [id])
    return row
  }
  const NOTHING = { target: '', rules: '[]' }

  /** Sets columns as version 0.1.0 does when an owner changes a link. */
  const changeByOld = ({ owner, id }: Link, column: 'target' | 'rules', value: string) =>
    run(
      `update links set created_at = created_at,
       ${column} = case when guarded_${column} is null then $3 else ${column} end,
       guarded_${column} = case when guarded_${column} is null then null else $3 end
     where id = $1 and owner = $2`,
      [id, owner, value],
    )

  /** The operator's closing and opening of version 0.1.0. */
  const closeByOld = ({ id }: Link) =>
    run(
      `update links set disabled_at = 1, guarded_target = coalesce(guarded_target, target),
       guarded_rules = coalesce(guarded_rules, rules), target = '', rules = '[]' where id = $1`,
      [id],
    )
  const openByOld = ({ id }: Link) =>
    run(
      `update links set disabled_at = null, target = coalesce(guarded_target, target),
       rules = coalesce(guarded_rules, rules), guarded_target = null, guarded_rules = null where id = $1`,
      [id],
    )

  describe('a link that version 0.1.0 cannot serve rightly', () => {
    it('keeps a target that a server of that version writes, and hides it from such servers', async () => {
      const link = await ownedLink({ expiresAt: CLOSED_UNTIL })
      expect(await servedByOld(link)).toEqual(NOTHING)
      await changeByOld(link, 'target', 'https://example.org/"ä"\\u0000')
      expect(await servedByOld(link)).toEqual(NOTHING)
      expect(await found(link)).toEqual({ ...link, target: 'https://example.org/"ä"\\u0000' })
    })

    it('keeps rules that such a server writes, and its target', async () => {
      const target = 'https://example.com/\\u0000"'
      const link = await ownedLink({ maxVisits: 5, target })
      const rules = [{ type: 'language', value: 'de', target: 'https://de.example.com/' }]
      await changeByOld(link, 'rules', JSON.stringify(rules))
      expect(await servedByOld(link)).toEqual(NOTHING)
      expect(await found(link)).toEqual({ ...link, rules })
    })

    it('stays hidden while such a server disables, changes and enables it, and has the change', async () => {
      const link = await ownedLink({ enabled: false })
      await closeByOld(link)
      await changeByOld(link, 'target', 'https://example.org/')
      expect(await servedByOld(link)).toEqual(NOTHING)
      expect(await found(link)).toEqual({ ...link, target: 'https://example.org/', disabled: true })
      await openByOld(link)
      expect(await servedByOld(link)).toEqual(NOTHING)
      expect(await found(link)).toEqual({ ...link, target: 'https://example.org/' })
    })

    it('that was disabled before it had times is hidden as soon as it has them, and open again without', async () => {
      const link = await ownedLink({})
      await closeByOld(link)
      const { owner, id } = link
      await store.links.updateOwned(owner, id, { startsAt: CLOSED_UNTIL })
      await openByOld(link)
      expect(await servedByOld(link)).toEqual(NOTHING)
      await store.links.updateOwned(owner, id, { startsAt: null })
      expect(await servedByOld(link)).toEqual({ target: link.target, rules: JSON.stringify(RULES) })
      expect(await found(link)).toEqual(link)
    })

    it.runIf(database === 'postgres')('is reported to other servers when such a server writes it', async () => {
      const link = await ownedLink({ hasPassword: true, passwordHash: 'hash' } as Partial<Link>)
      const changes: unknown[] = []
      const end = store.linkFeed.subscribe((change) => changes.push(change))
      await changeByOld(link, 'target', 'https://example.org/')
      await expect.poll(() => changes).toContainEqual({ namespace: '', slug: link.slug })
      end()
    })
  })

  it('a link without any of that is changed by a server of version 0.1.0 as before', async () => {
    const link = await ownedLink({})
    await changeByOld(link, 'target', 'https://example.org/')
    expect(await servedByOld(link)).toMatchObject({ target: 'https://example.org/' })
    expect(await found(link)).toEqual({ ...link, target: 'https://example.org/' })
  })
})
