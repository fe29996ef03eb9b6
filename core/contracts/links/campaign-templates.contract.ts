import { describe, expect, it } from 'vitest'
import type { CampaignTemplateId } from '../../kernel/ids.ts'
import type { CampaignTemplate } from '../../links/defaults/campaign-template.ts'
import type { Store } from '../../ports.ts'
import { NOON, newOwner, unique } from '../samples.ts'

const UTM: CampaignTemplate['utm'] = { source: 'mail', medium: null, campaign: null, term: null, content: null }

export const campaignTemplatesContract = (store: () => Store) =>
  describe('campaign templates', () => {
    const newTemplate = async (given: Partial<CampaignTemplate> = {}): Promise<CampaignTemplate> => {
      const template = {
        id: unique() as CampaignTemplateId,
        owner: given.owner ?? (await newOwner(store())),
        name: 'Newsletter',
        utm: UTM,
        createdAt: NOON,
        ...given,
      }
      expect(await store().campaignTemplates.insert(template, 10)).toBe(true)
      return template
    }
    const list = async ({ owner }: CampaignTemplate) => store().campaignTemplates.list(owner)

    it('an account lists its own with all that was stored, oldest first, and has at most as many as allowed', async () => {
      const utm = { source: "50% 'off' ü", medium: 'e', campaign: '🌱', term: 't', content: 'c' }
      const second = await newTemplate({ createdAt: NOON + 1, utm })
      const first = await newTemplate({ owner: second.owner, name: "Ada's 🌱" })
      await newTemplate()
      expect(await list(first)).toEqual([first, second])
      const third = { ...first, id: unique() as CampaignTemplateId }
      expect(await store().campaignTemplates.insert(third, 2)).toBe(false)
      expect(await list(first)).toEqual([first, second])
    })

    it('only its owner replaces a template', async () => {
      const [template, other] = [await newTemplate(), await newTemplate()]
      const changes = { name: 'Print', utm: { ...UTM, source: null, medium: 'print' } }
      const replace = store().campaignTemplates.replaceOwned
      expect(await replace(other.owner, template.id, changes)).toBeUndefined()
      expect(await replace(template.owner, template.id, changes)).toEqual({ ...template, ...changes })
      expect([await list(template), await list(other)]).toEqual([[{ ...template, ...changes }], [other]])
    })

    it('only its owner deletes a template, once; deleting the account deletes it, too', async () => {
      const [template, other] = [await newTemplate(), await newTemplate()]
      expect(await store().campaignTemplates.deleteOwned(other.owner, template.id)).toBe(false)
      expect(await store().campaignTemplates.deleteOwned(template.owner, template.id)).toBe(true)
      expect(await store().campaignTemplates.deleteOwned(template.owner, template.id)).toBe(false)
      expect([await list(template), await list(other)]).toEqual([[], [other]])
      await store().users.delete(other.owner)
      expect(await list(other)).toEqual([])
    })
  })
