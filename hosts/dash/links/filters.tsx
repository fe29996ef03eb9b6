import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Select } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useWords } from '../ui/words.tsx'
import styles from './filters.module.css'
import { addressWith, SORTS, STATUSES } from './list-filter.ts'
import { linkDomains, tags } from './queries.ts'

/** Search, order and filters; they are kept in the address. */
export function Filters({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { words } = useWords()
  const { route } = useLocation()
  const [search, setSearch] = useState(query.search ?? '')
  const settled = useDebounced(search, 250)
  const known = useQuery(tags)
  const domains = useQuery(linkDomains).data?.domains ?? []
  // That of the address is there before the others are loaded.
  const names = new Set([...(query.tag ? [query.tag] : []), ...(known.data ?? []).map(({ name }) => name)])
  const asked = useRef(query.search ?? '')
  useEffect(() => {
    if (settled === asked.current) return
    asked.current = settled
    route(addressWith(query, 'search', settled), true)
  }, [settled])
  useEffect(() => {
    // Back, Forward and the link to the list change the address while the page stays.
    const inAddress = query.search ?? ''
    if (inAddress === asked.current) return
    asked.current = inAddress
    setSearch(inAddress)
  }, [query.search])
  const set = (name: string) => (value: string) => route(addressWith(query, name, value), true)
  return (
    <search class={styles.filters}>
      <input
        type="search"
        aria-label={words.links.search}
        placeholder={words.links.search}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <Select
        bare
        label={words.links.sort}
        value={query.sort ?? 'NEWEST'}
        options={SORTS.map((sort) => [sort, words.links.sorts[sort]])}
        onChange={set('sort')}
      />
      <Select
        bare
        label={words.links.status}
        value={query.status ?? ''}
        options={[
          ['', words.links.anyStatus],
          ...STATUSES.map((status) => [status, words.links.statuses[status]] as const),
        ]}
        onChange={set('status')}
      />
      <Select
        bare
        label={words.links.tag}
        value={query.tag ?? ''}
        options={[['', words.links.anyTag], ...[...names].map((name) => [name, name] as const)]}
        onChange={set('tag')}
      />
      {domains.length > 0 && (
        <Select
          bare
          label={words.links.domain}
          value={query.domain ?? ''}
          options={[['', words.links.anyDomain], ...domains.map(({ id, hostname }) => [id, hostname] as const)]}
          onChange={set('domain')}
        />
      )}
      <Select
        bare
        label={words.links.archive}
        value={query.archived ?? ''}
        options={[
          ['', words.links.notArchived],
          ['only', words.links.onlyArchived],
        ]}
        onChange={set('archived')}
      />
    </search>
  )
}
