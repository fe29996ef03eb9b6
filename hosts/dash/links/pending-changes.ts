/** Fields of a link that a list shows changed before the server has changed them. */
interface Listed {
  readonly id: string
  readonly archived: boolean
  readonly tags: readonly string[]
  readonly enabled: boolean
  readonly status: string
}

interface Change {
  readonly id: string
  readonly archived?: boolean | null
  readonly tags?: string[] | null
  readonly enabled?: boolean | null
}

interface ListChange {
  readonly changes?: readonly Change[]
  readonly deletedIds?: readonly string[]
}

/** Changes that the lists show although the server does not have them yet. */
export const pendingChanges = new Set<ListChange>()

/** A page of a list with all pending changes: a refetch must not show again what the user removed. */
export function withPendingChanges<Link extends Listed>(page: {
  readonly items: readonly Link[]
  readonly totalCount: number
}) {
  const items = [...pendingChanges].reduce<readonly Link[]>(changedLinks, page.items)
  return { items, totalCount: page.totalCount - (page.items.length - items.length) }
}

/** The links after a change, without links that it deletes or archives. */
export function changedLinks<Link extends Listed>(
  links: readonly Link[],
  { changes = [], deletedIds = [] }: ListChange,
): readonly Link[] {
  const changeOf = new Map(changes.map((change) => [change.id, change]))
  return links.flatMap((link) => {
    const { archived, tags, enabled } = changeOf.get(link.id) ?? {}
    if (deletedIds.includes(link.id) || (archived ?? link.archived) !== link.archived) return []
    const isDisabled = enabled === false && link.status !== 'BLOCKED'
    return [{ ...link, ...(tags && { tags }), ...(isDisabled && { enabled, status: 'DISABLED' }) }]
  })
}
