import { useState } from 'preact/hooks'

/** The number of skipped items of a list; zero again when its filter changes. */
export function usePage(filter: string): readonly [skip: number, setSkip: (skip: number) => void] {
  const [page, setPage] = useState({ filter, skip: 0 })
  return [page.filter === filter ? page.skip : 0, (skip) => setPage({ filter, skip })]
}
