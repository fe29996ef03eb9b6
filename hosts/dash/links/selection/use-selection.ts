import { useState } from 'preact/hooks'
import type { Row } from '../queries.ts'

interface Selection {
  readonly links: ReadonlyMap<string, Row>
  /** Whether all matching links were selected together and none was deselected since. */
  readonly isAll: boolean
}

const NONE: Selection = { links: new Map(), isAll: false }

/** The links that are selected, by their ids. */
export function useSelection() {
  const [selection, setSelection] = useState(NONE)
  return {
    ...selection,
    clear: () => setSelection(NONE),
    selectAll: (links: readonly Row[]) =>
      setSelection({ links: new Map(links.map((link) => [link.id, link])), isAll: true }),
    toggle: (link: Row) =>
      setSelection(({ links }) => {
        const after = new Map(links)
        if (!after.delete(link.id)) after.set(link.id, link)
        return { links: after, isAll: false }
      }),
  }
}
