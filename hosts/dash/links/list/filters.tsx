import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Select } from '../../ui/field.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { useWords } from '../../ui/words.tsx'
import { linkDomains, tags } from '../queries.ts'
import { ChosenTags } from './chosen-tags.tsx'
import styles from './filters.module.css'
import { addressWith, SORTS, STATUSES, tagsIn } from './list-filter.ts'

/** Search, order and filters; stored in the URL. */
export function Filters({ query }: { readonly query: URLSearchParams }) {
  const { words } = useWords()
  const { route } = useLocation()
  const [search, setSearch] = useState(query.get('search') ?? '')
  const settled = useDebounced(search, 250)
  const known = useQuery(tags)
  const domains = useQuery(linkDomains).data?.domains ?? []
  const chosen = tagsIn(query)
  const others = (known.data ?? []).map(({ name }) => name).filter((name) => !chosen.includes(name))
  const asked = useRef(query.get('search') ?? '')
  useEffect(() => {
    if (settled === asked.current) return
    asked.current = settled
    route(addressWith(query, 'search', settled), true)
  }, [settled])
  useEffect(() => {
    // Back, Forward and the link to the list change the URL while the page stays.
    const inAddress = query.get('search') ?? ''
    if (inAddress === asked.current) return
    asked.current = inAddress
    setSearch(inAddress)
  }, [query.get('search')])
  const set = (name: string) => (value: string) => route(addressWith(query, name, value), true)
  const setTags = (tags: readonly string[]) => route(addressWith(query, 'tag', ...tags), true)
  return (
    <search class="stack tight">
      <div class={styles.filters}>
        <input
          type="search"
          aria-label={words.links.search}
          placeholder={words.links.search}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.value === '' && currentTarget.blur()}
        />
        <Select
          bare
          label={words.links.sort}
          value={query.get('sort') ?? 'NEWEST'}
          options={SORTS.map((sort) => [sort, words.links.sorts[sort]])}
          onChange={set('sort')}
        />
        <Select
          bare
          label={words.links.status}
          value={query.get('status') ?? ''}
          options={[
            ['', words.links.anyStatus],
            ...STATUSES.map((status) => [status, words.links.statuses[status]] as const),
          ]}
          onChange={set('status')}
        />
        <Select
          bare
          label={words.links.tag}
          value=""
          options={[
            ['', chosen.length === 0 ? words.links.anyTag : words.links.furtherTag],
            ...others.map((name) => [name, name] as const),
          ]}
          onChange={(tag) => setTags([...chosen, tag])}
        />
        {domains.length > 0 && (
          <Select
            bare
            label={words.links.domain}
            value={query.get('domain') ?? ''}
            options={[['', words.links.anyDomain], ...domains.map(({ id, hostname }) => [id, hostname] as const)]}
            onChange={set('domain')}
          />
        )}
        <Select
          bare
          label={words.links.archive}
          value={query.get('archived') ?? ''}
          options={[
            ['', words.links.notArchived],
            ['only', words.links.onlyArchived],
          ]}
          onChange={set('archived')}
        />
      </div>
      {chosen.length > 0 && <ChosenTags tags={chosen} onChange={setTags} />}
    </search>
  )
}
