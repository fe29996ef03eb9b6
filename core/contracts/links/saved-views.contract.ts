import { describe, expect, it } from 'vitest'
import type { DomainId, SavedViewId } from '../../kernel/ids.ts'
import type { SavedView, ViewFilter } from '../../links/views/saved-view.ts'
import type { Store } from '../../ports.ts'
import { NOON, newOwner, unique } from '../samples.ts'

export const savedViewsContract = (store: () => Store) =>
  describe('saved views', () => {
    const newView = async (given: Partial<SavedView> = {}): Promise<SavedView> => {
      const view = {
        id: unique() as SavedViewId,
        owner: given.owner ?? (await newOwner(store())),
        name: 'Spring',
        filter: { archived: false },
        sort: 'NEWEST' as const,
        createdAt: NOON,
        ...given,
      }
      expect(await store().savedViews.insert(view, 10)).toBe(true)
      return view
    }
    const list = async ({ owner }: SavedView) => store().savedViews.list(owner)

    it('an account lists its own with all that was stored, oldest first, and has at most as many as allowed', async () => {
      const filter: ViewFilter = {
        search: "50% 'off' ü",
        tags: ['a', 'b'],
        status: 'ACTIVE',
        domainId: 'd' as DomainId,
        createdFrom: 1,
      }
      const second = await newView({ createdAt: NOON + 1, filter: filter, sort: 'OLDEST' })
      const first = await newView({ owner: second.owner, name: "Ada's 🌱" })
      await newView()
      expect(await list(first)).toEqual([first, second])
      expect(await store().savedViews.insert({ ...first, id: unique() as SavedViewId }, 2)).toBe(false)
      expect(await list(first)).toEqual([first, second])
    })

    it('only its owner updates a view; omitted fields keep their value, and a filter replaces all of the previous one', async () => {
      const [view, other] = [await newView({ filter: { tags: ['a'] } }), await newView()]
      const filter: ViewFilter = { hasRules: true }
      const update = store().savedViews.updateOwned
      expect(await update(other.owner, view.id, { name: 'Stolen' })).toBeUndefined()
      expect(await update(view.owner, view.id, {})).toEqual(view)
      expect(await update(view.owner, view.id, { name: 'Summer' })).toEqual({ ...view, name: 'Summer' })
      const changed = { ...view, name: 'Summer', filter, sort: 'MOST_VISITED' }
      expect(await update(view.owner, view.id, { filter, sort: 'MOST_VISITED' })).toEqual(changed)
      expect([await list(view), await list(other)]).toEqual([[changed], [other]])
    })

    it('only its owner deletes a view, once; deleting the account deletes it, too', async () => {
      const [view, other] = [await newView(), await newView()]
      expect(await store().savedViews.deleteOwned(other.owner, view.id)).toBe(false)
      expect(await store().savedViews.deleteOwned(view.owner, view.id)).toBe(true)
      expect(await store().savedViews.deleteOwned(view.owner, view.id)).toBe(false)
      expect([await list(view), await list(other)]).toEqual([[], [other]])
      await store().users.delete(other.owner)
      expect(await list(other)).toEqual([])
    })
  })
