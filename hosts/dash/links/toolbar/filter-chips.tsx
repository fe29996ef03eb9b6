import { useQuery } from '@tanstack/preact-query'
import { X } from 'lucide'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { type ActiveFilter, activeFilters, addressWithout } from '../list-filter.ts'
import { linkDomains } from '../queries.ts'
import styles from './toolbar.module.css'

/** The filters of the list, without the search; each is a button that removes it. */
export function FilterChips({ query }: { readonly query: URLSearchParams }) {
  const { words, format } = useWords()
  const { route } = useLocation()
  const domains = useQuery(linkDomains).data?.domains ?? []
  const active = activeFilters(query)
  if (active.length === 0) return null
  const textOf = ({ name, value }: ActiveFilter): string => {
    if (name === 'status') return words.links.statuses[value as keyof typeof words.links.statuses]
    if (name === 'domain') return domains.find(({ id }) => id === value)?.hostname ?? words.links.domain
    if (name === 'archived') return words.links.onlyArchived
    if (name === 'has') return words.links.has[value as keyof typeof words.links.has]
    if (name === 'from') return words.links.createdSince(format.date(`${value}T12:00`))
    if (name === 'to') return words.links.createdUntil(format.date(`${value}T12:00`))
    return name === 'without' ? words.links.without(value) : value
  }
  return (
    <ul class={styles.chips}>
      {active.map((filter) => (
        <li key={`${filter.name}=${filter.value}`}>
          <button
            type="button"
            class="chip"
            aria-label={words.links.removeTag(textOf(filter))}
            onClick={({ currentTarget }) => {
              // Removing the button also removes the focus.
              currentTarget.closest('search')?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
              route(addressWithout(query, filter), true)
            }}
          >
            <bdi>{textOf(filter)}</bdi> <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
