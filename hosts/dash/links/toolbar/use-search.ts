import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { addressWith } from '../list-filter.ts'

const TYPING_MS = 250

/** The search text as typed; stored in the URL once typing rests. */
export function useSearch(query: URLSearchParams) {
  const { route } = useLocation()
  const inAddress = query.get('search') ?? ''
  const [search, setSearch] = useState(inAddress)
  const settled = useDebounced(search, TYPING_MS)
  const asked = useRef(inAddress)
  useEffect(() => {
    if (settled === asked.current) return
    asked.current = settled
    route(addressWith(query, 'search', settled), true)
  }, [settled])
  useEffect(() => {
    // Back, Forward and the link to the list change the URL while the page stays.
    if (inAddress === asked.current) return
    asked.current = inAddress
    setSearch(inAddress)
  }, [inAddress])
  return [search, setSearch] as const
}
