import { describe, expect, it } from 'vitest'
import type { CampaignTemplateId, DomainId, QrStyleId, UserId } from '../../kernel/ids.ts'
import { type LinkDefaults, NO_LINK_DEFAULTS } from '../../links/defaults/link-defaults.ts'
import type { Store } from '../../ports.ts'
import { aDomain, done, NOON, newOwner, unique } from '../samples.ts'

export const linkDefaultsContract = (store: () => Store) =>
  describe('defaults of new links', () => {
    /** Defaults with records of the account. */
    async function newDefaults(owner: UserId): Promise<LinkDefaults> {
      const domain = await done(store().domains.insert(aDomain(owner)))
      const record = { owner, name: 'Spring', createdAt: NOON }
      const utm = { source: 'mail', medium: null, campaign: null, term: null, content: null }
      const template = { ...record, id: unique() as CampaignTemplateId, utm }
      expect(await store().campaignTemplates.insert(template, 10)).toBe(true)
      const colors = { color: '#000000', bgColor: '#ffffff', ecc: 'M', margin: 4 } as const
      const style = {
        ...{ ...record, id: unique() as QrStyleId, ...colors },
        ...{ roundness: 0, logo: null, frame: 'NONE' as const, caption: null },
      }
      expect(await store().qrStyles.insert(style, 10)).toBe(true)
      return { domainId: domain.id, tags: ['b', "a's 🌱"], campaignTemplateId: template.id, qrStyleId: style.id }
    }

    it('an account has none until it sets them; setting replaces all of its own', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      expect(await store().linkDefaults.find(owner)).toEqual(NO_LINK_DEFAULTS)
      const defaults = await newDefaults(owner)
      expect(await store().linkDefaults.set(owner, defaults)).toEqual(defaults)
      expect(await store().linkDefaults.find(owner)).toEqual(defaults)
      expect(await store().linkDefaults.find(other)).toEqual(NO_LINK_DEFAULTS)
      const tagged = { ...NO_LINK_DEFAULTS, tags: ['c'] }
      expect(await store().linkDefaults.set(owner, tagged)).toEqual(tagged)
      expect(await store().linkDefaults.find(owner)).toEqual(tagged)
    })

    it('deleted records disappear one by one, and records of another account never appear', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const defaults = await newDefaults(owner)
      const { domainId, campaignTemplateId, qrStyleId, tags } = defaults
      const find = () => store().linkDefaults.find(owner)
      expect(await store().linkDefaults.set(other, defaults)).toEqual({ ...NO_LINK_DEFAULTS, tags })
      await store().linkDefaults.set(owner, defaults)
      await store().domains.deleteOwned(owner, domainId as DomainId)
      expect(await find()).toEqual({ ...defaults, domainId: null })
      await store().campaignTemplates.deleteOwned(owner, campaignTemplateId as CampaignTemplateId)
      expect(await find()).toEqual({ ...NO_LINK_DEFAULTS, tags, qrStyleId })
      await store().qrStyles.deleteOwned(owner, qrStyleId as QrStyleId)
      expect(await find()).toEqual({ ...NO_LINK_DEFAULTS, tags })
    })

    it('deleting the account deletes them', async () => {
      const owner = await newOwner(store())
      await store().linkDefaults.set(owner, { ...NO_LINK_DEFAULTS, tags: ['a'] })
      await store().users.delete(owner)
      expect(await store().linkDefaults.find(owner)).toEqual(NO_LINK_DEFAULTS)
    })
  })
