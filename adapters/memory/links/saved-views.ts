import type { SavedView } from '@shortlink/core'
import type { SavedViews } from '@shortlink/core/ports'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link SavedViews} in memory. */
export const memorySavedViews = (call: Call, { savedViews }: Tables): SavedViews => ({
  insert: (view, max) =>
    call((transaction) => {
      if (savedViews.where('owner', view.owner).length >= max) return false
      savedViews.put(transaction, view)
      return true
    }),

  list: (owner) => call(() => savedViews.where('owner', owner).sort(oldestFirst)),

  updateOwned: (owner, id, changes) =>
    call((transaction) => {
      const view = savedViews.get(id)
      if (view?.owner !== owner) return undefined
      const changed = { ...view, ...changes }
      savedViews.put(transaction, changed)
      return changed
    }),

  deleteOwned: (owner, id) =>
    call((transaction) => {
      const view = savedViews.get(id)
      if (view?.owner !== owner) return false
      savedViews.remove(transaction, view)
      return true
    }),
})

const oldestFirst = (one: SavedView, other: SavedView) =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
