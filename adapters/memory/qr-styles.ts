import type { SavedQrStyle } from '@shortlink/core'
import type { QrStyles } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link QrStyles} in memory. */
export const memoryQrStyles = (call: Call, { qrStyles }: Tables): QrStyles => ({
  insert: (style, max) =>
    call((transaction) => {
      if (qrStyles.where('owner', style.owner).length >= max) return false
      qrStyles.put(transaction, style)
      return true
    }),

  list: (owner) => call(() => qrStyles.where('owner', owner).sort(oldestFirst)),

  replaceOwned: (owner, id, changes) =>
    call((transaction) => {
      const style = qrStyles.get(id)
      if (style?.owner !== owner) return undefined
      const replaced = { ...style, ...changes }
      qrStyles.put(transaction, replaced)
      return replaced
    }),

  deleteOwned: (owner, id) =>
    call((transaction) => {
      const style = qrStyles.get(id)
      if (style?.owner !== owner) return false
      qrStyles.remove(transaction, style)
      return true
    }),
})

const oldestFirst = (one: SavedQrStyle, other: SavedQrStyle) =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
