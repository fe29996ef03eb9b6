import { useLocation } from 'preact-iso'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { addressWith, SORTS } from '../list-filter.ts'

interface SortSelectProps {
  readonly query: URLSearchParams
  /** Leaves the label to screen readers. */
  readonly bare?: boolean
}

/** The order of the list. */
export function SortSelect({ query, bare = false }: SortSelectProps) {
  const { words } = useWords()
  const { route } = useLocation()
  return (
    <Select
      bare={bare}
      label={words.links.sort}
      value={query.get('sort') ?? 'NEWEST'}
      options={SORTS.map((sort) => [sort, words.links.sorts[sort]])}
      onChange={(sort) => route(addressWith(query, 'sort', sort), true)}
    />
  )
}
