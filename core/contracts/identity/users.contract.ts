import { ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../identity/users.port.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import {
  aClaim,
  aHit,
  anAccount,
  anApiKey,
  anEvent,
  done,
  NOON,
  newLink,
  newOwner,
  newWebhook,
  ODD_TEXTS,
  times,
  unique,
} from '../samples.ts'

export const usersContract = (
  store: () => Pick<
    Store,
    | 'apiKeys'
    | 'atomic'
    | 'deliveries'
    | 'hits'
    | 'idempotencyKeys'
    | 'linkFeed'
    | 'links'
    | 'outbox'
    | 'users'
    | 'webhooks'
  >,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('users', () => {
    it('a stored account is returned unchanged, by id and by email address', async () => {
      const account = anAccount({ epoch: 3, passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' })
      expect(await done(store().users.insert(account))).toEqual(account)
      expect(await store().users.find(account.id)).toEqual(account)
      expect(await store().users.findByEmail(account.email)).toEqual(account)
    })

    it.each(ODD_TEXTS)('a name is stored unchanged: %j', async (name) => {
      const account = await done(store().users.insert(anAccount({ name })))
      expect(await store().users.find(account.id)).toEqual(account)
    })

    it('operators list accounts, newest first, with the number of links of each and what an operator has disabled', async () => {
      const word = unique()
      const [older, newer, disabled] = await Promise.all(
        [2, 1, 3].map((age) =>
          done(store().users.insert(anAccount({ email: `${age}_${word}@Example.com`, createdAt: NOON - age }))),
        ),
      )
      await done(store().users.insert(anAccount({ email: `1x${word}@example.com` })))
      if (!older || !newer || !disabled) throw new Error('the accounts are there')
      await newLink(store(), { owner: older.id, hitCount: 3 })
      const visited = await newLink(store(), { owner: older.id })
      const visits = await store().links.countVisits()
      await store().hits.record([aHit(visited.id)])
      expect(await store().links.countVisits()).toBe(visits + 1)
      await store().users.setDisabled(disabled.id, NOON)
      const outline = ({ id, name, email, createdAt, role }: AccountRecord) => ({ id, name, email, createdAt, role })
      const rows = [
        { ...outline(newer), disabledAt: null, links: 0, visits: 0 },
        { ...outline(older), disabledAt: null, links: 2, visits: 4 },
        { ...outline(disabled), disabledAt: NOON, links: 0, visits: 0 },
      ]
      const search = `_${word.toUpperCase()}@EXAMPLE`
      expect(await store().users.listAll({ skip: 0, take: 9, search })).toEqual({ items: rows, totalCount: 3 })
      expect(await store().users.listAll({ skip: 1, take: 1, search })).toEqual({ items: [rows[1]], totalCount: 3 })
      const byId = await store().users.listAll({ skip: 0, take: 9, search: older.id })
      expect(byId).toEqual({ items: [rows[1]], totalCount: 1 })
      const { items, totalCount } = await store().users.listAll({ skip: 0, take: 2 })
      expect([items.length, totalCount > 3]).toEqual([2, true])
    })

    it.skipIf(!atomic)('lock lets one transaction at a time work on an account', async () => {
      const owner = await newOwner(store())
      const names = await Promise.all(
        times(10, () =>
          store().atomic<number, never>((store) =>
            ResultAsync.fromSafePromise(store.users.lock(owner)).andThen(() =>
              ResultAsync.fromSafePromise(
                store.apiKeys.list(owner).then(async (keys) => {
                  await store.apiKeys.insert(anApiKey(owner))
                  return keys.length
                }),
              ),
            ),
          ),
        ),
      )
      expect(names.map((count) => count._unsafeUnwrap()).sort((a, b) => a - b)).toEqual(times(10, (index) => index))
      expect(await store().users.lock(crypto.randomUUID() as UserId)).toBeUndefined()
    })

    it('the role of an account can be changed', async () => {
      const account = await done(store().users.insert(anAccount()))
      const administrator = { ...account, role: 'ADMIN' }
      expect(await store().users.setRole(account.id, 'ADMIN')).toEqual(administrator)
      expect(await store().users.find(account.id)).toEqual(administrator)
      expect(await store().users.administrators()).toContain(account.id)
      expect(await store().users.setRole(account.id, 'USER')).toEqual(account)
      expect(await store().users.administrators()).not.toContain(account.id)
      expect(await store().users.setRole(anAccount().id, 'ADMIN')).toBeUndefined()
    })

    it('an unknown id and an unknown email address return no account', async () => {
      expect(await store().users.find(crypto.randomUUID() as UserId)).toBeUndefined()
      expect(await store().users.find('no id' as UserId)).toBeUndefined()
      expect(await store().users.findByEmail(`${unique()}@example.com`)).toBeUndefined()
      expect(await store().users.findByEmail('%@example.com')).toBeUndefined()
    })

    it('an email address is compared without case and stored as given', async () => {
      const id = unique()
      const account = await done(store().users.insert(anAccount({ email: `Änne.${id}@Example.COM` })))
      for (const email of [`änne.${id}@example.com`, `ÄNNE.${id.toUpperCase()}@EXAMPLE.COM`, account.email]) {
        expect(await store().users.findByEmail(email)).toEqual(account)
        const again = await store().users.insert(anAccount({ email }))
        expect(again._unsafeUnwrapErr()).toEqual({ type: 'email-taken' })
      }
    })

    it('only one of twenty concurrent inserts of an email address is kept', async () => {
      const email = `${unique()}@example.com`
      const results = await Promise.all(
        times(20, (n) => store().users.insert(anAccount({ email: n % 2 ? email : email.toUpperCase() }))),
      )
      const [winner, ...others] = results.filter((result) => result.isOk())
      expect(others).toEqual([])
      expect(await store().users.findByEmail(email)).toEqual(winner?._unsafeUnwrap())
    })

    it('changePassword needs the current hash and starts a new epoch', async () => {
      const account = await done(store().users.insert(anAccount({ epoch: 4 })))
      const changed = { ...account, passwordHash: 'new', epoch: 5 }
      expect(await store().users.changePassword(account.id, account.passwordHash, 'new')).toEqual(changed)
      expect(await store().users.changePassword(account.id, account.passwordHash, 'newer')).toBeUndefined()
      expect(await store().users.changePassword(crypto.randomUUID() as UserId, 'new', 'newer')).toBeUndefined()
      expect(await store().users.find(account.id)).toEqual(changed)
    })

    it('only one of twenty concurrent password changes succeeds', async () => {
      const account = await done(store().users.insert(anAccount()))
      const changes = await Promise.all(
        times(20, (n) => store().users.changePassword(account.id, account.passwordHash, `new ${n}`)),
      )
      const [winner, ...others] = changes.filter((changed) => changed !== undefined)
      expect(others).toEqual([])
      expect(await store().users.find(account.id)).toEqual(winner)
      expect(winner?.epoch).toBe(1)
    })

    it('rehash replaces the hash within the epoch, unless it changed meanwhile', async () => {
      const account = await done(store().users.insert(anAccount()))
      await store().users.rehash(account.id, account.passwordHash, 'stronger')
      expect(await store().users.find(account.id)).toEqual({ ...account, passwordHash: 'stronger' })
      await store().users.rehash(account.id, account.passwordHash, 'too late')
      expect(await store().users.find(account.id)).toEqual({ ...account, passwordHash: 'stronger' })
    })

    it('a deleted account’s records are gone, and those of others stay', async () => {
      const account = await done(store().users.insert(anAccount()))
      const [leaving, staying] = [await createRecords(account.id), await createRecords(await newOwner(store()))]
      const ownerless = await newLink(store())

      expect(await store().users.delete(account.id)).toBe(true)
      expect(await store().users.delete(account.id)).toBe(false)
      expect(await store().users.find(account.id)).toBeUndefined()
      expect(await remaining(leaving)).toEqual({
        link: false,
        hit: false,
        apiKey: false,
        outcome: false,
        webhook: false,
        delivery: false,
      })
      expect(await store().hits.countByCountry(leaving.link.id)).toEqual([])
      expect(await remaining(staying)).toEqual({
        link: true,
        hit: true,
        apiKey: true,
        outcome: true,
        webhook: true,
        delivery: true,
      })
      expect(await store().links.findBySlug('', ownerless.slug)).toEqual(ownerless)
    })

    it('the addresses that an account ignores come with each of its links, and the feed reports each change of them', async () => {
      const ignoredAddresses = ['192.0.2.1', '2001:db8::/32']
      const account = await done(store().users.insert(anAccount({ ignoredAddresses: ['198.51.100.0/24'] })))
      const [link, other] = [await newLink(store(), { owner: account.id }), await newLink(store())]
      const changes: LinkChange[] = []
      const end = store().linkFeed.subscribe((change) => changes.push(change))
      const isReported = () => changes.splice(0).includes('everything')
      const found = () => store().links.findBySlug('', link.slug)
      const set = (addresses: readonly string[]) => store().users.setIgnoredAddresses(account.id, addresses)

      expect(await found()).toEqual({ ...link, ignoredAddresses: ['198.51.100.0/24'] })
      expect(await set(ignoredAddresses)).toEqual({ ...account, ignoredAddresses })
      expect(isReported()).toBe(true)
      expect(await store().users.find(account.id)).toEqual({ ...account, ignoredAddresses })
      expect(await found()).toEqual({ ...link, ignoredAddresses })
      expect(await set(ignoredAddresses)).toEqual({ ...account, ignoredAddresses })
      expect(await store().links.findBySlug('', other.slug)).toEqual(other)
      expect(await set([])).toEqual({ ...account, ignoredAddresses: [] })
      expect(isReported()).toBe(true)
      expect(await found()).toEqual(link)
      expect(await store().users.setIgnoredAddresses(anAccount().id, ignoredAddresses)).toBeUndefined()
      end()
    })

    it('a deleted account frees its email address and its slugs', async () => {
      const account = await done(store().users.insert(anAccount()))
      const { slug } = await newLink(store(), { owner: account.id })
      await store().users.delete(account.id)
      const next = await done(store().users.insert(anAccount({ email: account.email.toUpperCase() })))
      expect(await store().users.findByEmail(account.email)).toEqual(next)
      await newLink(store(), { slug })
    })

    /** Creates one record of each kind that an account can own. */
    async function createRecords(owner: UserId) {
      const link = await newLink(store(), { owner })
      const hit = aHit(link.id, { country: 'IT' })
      const apiKey = anApiKey(owner)
      const claim = aClaim(owner)
      await store().hits.record([hit])
      await store().apiKeys.insert(apiKey)
      const webhook = await newWebhook(store(), { owner, events: ['bio.viewed'] })
      await store().idempotencyKeys.keep(claim, '{}')
      await store().outbox.addTo(webhook, anEvent(owner))
      return { owner, link, hit, apiKey, claim, webhook }
    }

    async function remaining({ owner, link, hit, apiKey, claim, webhook }: Awaited<ReturnType<typeof createRecords>>) {
      return {
        link: (await store().links.findBySlug('', link.slug)) !== undefined,
        hit: (await store().hits.findOwned(owner, hit.id)) !== undefined,
        apiKey: (await store().apiKeys.findByDigest(apiKey.digest)) !== undefined,
        outcome: (await store().idempotencyKeys.claim(claim, NOON)) !== undefined,
        webhook: (await store().webhooks.findOwned(owner, webhook.id)) !== undefined,
        delivery: (await store().deliveries.listByWebhook(webhook.id, 1)).length > 0,
      }
    }
  })
