import { useState } from 'preact/hooks'
import type { Row } from '../queries.ts'

interface Selection {
  /** The list that the links were selected in. */
  readonly list: string
  readonly links: ReadonlyMap<string, Row>
  /** Whether all matching links were selected together and none was deselected since. */
  readonly isAll: boolean
}

const NONE: ReadonlyMap<string, Row> = new Map()

/**
 * The links that are selected, by their ids.
 * @param list another list has no selection
 */
export function useSelection(list: string) {
  const [stored, setStored] = useState<Selection>({ list, links: NONE, isAll: false })
  const { links, isAll } = stored.list === list ? stored : { links: NONE, isAll: false }
  return {
    links,
    isAll,
    clear: () => setStored({ list, links: NONE, isAll: false }),
    selectAll: (all: readonly Row[]) =>
      setStored({ list, links: new Map(all.map((link) => [link.id, link])), isAll: true }),
    toggle: (link: Row) =>
      setStored((before) => {
        const after = new Map(before.list === list ? before.links : NONE)
        if (!after.delete(link.id)) after.set(link.id, link)
        return { list, links: after, isAll: false }
      }),
  }
}
