import { describe, expect, it } from 'vitest'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import { MANUAL_LIST } from '../../moderation/blocked-hosts.port.ts'
import type { Store } from '../../ports.ts'
import { NOON, unique } from '../samples.ts'

/** Hosts that no link may lead to. Lists of one store replace each other, so no other suite on the same database may import one. */
export const blockedHostsContract = (store: () => Pick<Store, 'blockedHosts' | 'linkFeed'>) =>
  describe('blocked hosts', () => {
    const hosts = () => store().blockedHosts
    const page = { skip: 0, take: 100 }
    const block = (host: string, reason: string | null = null) => hosts().block({ host, reason, createdAt: NOON })
    /** Puts a list in force whose number is higher than that of the present one. */
    const importHosts = async (names: readonly string[]) => {
      const list = (await hosts().state()).list + 1
      await hosts().addToList(list, names, NOON)
      return { list, imported: await hosts().putInForce(list) }
    }

    it('lists hosts that were blocked one by one, in order, with their latest reason', async () => {
      const name = unique()
      await block(`b.${name}.test`, 'phishing')
      await block(`.a.${name}.test`)
      await block(`b.${name}.test`, 'malware')
      const listed = { source: 'MANUAL', createdAt: NOON }
      expect(await hosts().list(page, name)).toEqual([
        { host: `.a.${name}.test`, reason: null, ...listed },
        { host: `b.${name}.test`, reason: 'malware', ...listed },
      ])
      expect(await hosts().list({ skip: 1, take: 1 }, name)).toMatchObject([{ host: `b.${name}.test` }])
      expect(await hosts().count(name)).toBe(2)
      expect(await hosts().list(page, `${name}%`)).toEqual([])
      expect(await hosts().names(MANUAL_LIST, `.a.${name}.test`, 100)).toContain(`b.${name}.test`)
    })

    it('announces each change in its state and on the feed', async () => {
      const changes: LinkChange[] = []
      const end = store().linkFeed.subscribe((change) => changes.push(change))
      const versionAfter = async (work: () => Promise<unknown>) => {
        const before = await hosts().state()
        await work()
        expect(changes.splice(0)).toContain('everything')
        expect((await hosts().state()).version).toBeGreaterThan(before.version)
      }
      const host = `${unique()}.test`
      await versionAfter(() => block(host))
      await versionAfter(() => hosts().unblock(host))
      await versionAfter(() => importHosts([host]))
      end()
    })

    it('replaces the imported list as a whole, and keeps hosts that were blocked one by one', async () => {
      const name = unique()
      const [manual, first, second] = [`m.${name}.test`, `one.${name}.test`, `two.${name}.test`]
      await block(manual)
      expect(await importHosts([first, first, manual])).toMatchObject({ imported: 2 })
      const { list } = await hosts().state()
      await hosts().addToList(list + 1, [second], NOON)
      expect(await hosts().count(name)).toBe(3)
      expect(await hosts().putInForce(list + 1)).toBe(1)
      expect(await hosts().list(page, name)).toMatchObject([
        { host: manual, source: 'MANUAL' },
        { host: second, source: 'LIST' },
      ])
      expect(await hosts().state()).toMatchObject({ list: list + 1, hosts: 1 })
      expect(await hosts().putInForce(list)).toBeUndefined()
      while ((await hosts().sweep(1)) > 0);
      expect(await hosts().names(list, '', 10)).toEqual([])
      expect(await hosts().names(list + 1, '', 10)).toEqual([second])
    })

    it('unblocks a host on every list in force', async () => {
      const host = `${unique()}.test`
      await block(host)
      await importHosts([host, `kept.${host}`])
      expect(await hosts().unblock(host)).toBe(true)
      expect(await hosts().list(page, host)).toMatchObject([{ host: `kept.${host}`, source: 'LIST' }])
      expect((await hosts().state()).hosts).toBe(1)
      expect(await hosts().unblock(host)).toBe(false)
    })
  })
