interface Ordered {
  readonly id: string
  readonly order: number
}

/** Gap between neighbors, so that a link can later be moved between them by changing only its own number. */
const GAP = 1024

/** The number of a link that comes after all others. */
export const lastOrder = (links: readonly Ordered[]) => (links.at(-1)?.order ?? 0) + GAP

/**
 * Moves a link to another position. Returns the links in their new order, and those with changed numbers: the moved one, and later ones
 * until there is room between two numbers.
 */
export function moved<Link extends Ordered>(
  links: readonly Link[],
  from: number,
  to: number,
): { links: Link[]; changed: Link[] } {
  const link = links[from]
  if (link === undefined || from === to || to < 0 || to >= links.length) return { links: [...links], changed: [] }
  const order = links.toSpliced(from, 1).toSpliced(to, 0, link)
  const before = order[to - 1]?.order
  const after = order[to + 1]?.order
  order[to] = { ...link, order: between(before, after) }
  for (let at = to + 1; at < order.length; at++) {
    const [previous, next] = [order[at - 1], order[at]]
    if (!previous || !next || next.order > previous.order) break
    order[at] = { ...next, order: previous.order + GAP }
  }
  const changed = order.filter((one) => links.find(({ id }) => id === one.id)?.order !== one.order)
  return { links: order, changed }
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? 0) - GAP
  if (after === undefined || after - before < 2) return before + GAP
  return Math.floor((before + after) / 2)
}
