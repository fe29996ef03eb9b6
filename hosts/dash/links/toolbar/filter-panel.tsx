import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { Check, Field, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { addressWith, OPTIONS, STATUSES, tagsIn } from '../list-filter.ts'
import { linkDomains, tags } from '../queries.ts'
import { SortSelect } from './sort-select.tsx'
import styles from './toolbar.module.css'

/** All filters of the list; each applies at once. */
export function FilterPanel({ query }: { readonly query: URLSearchParams }) {
  const { words } = useWords()
  const { route } = useLocation()
  const known = useQuery(tags).data ?? []
  const domains = useQuery(linkDomains).data?.domains ?? []
  const chosen = tagsIn(query)
  const others = known.map(({ name }) => name).filter((name) => !chosen.includes(name))
  const excluded = tagsIn(query, 'without')
  const allowed = known.map(({ name }) => name).filter((name) => !excluded.includes(name))
  const has = query.getAll('has')
  const set = (name: string) => (value: string) => route(addressWith(query, name, value), true)
  return (
    <fieldset class={styles.filters}>
      <legend class="visually-hidden">{words.links.filters}</legend>
      <div class={styles.pairs}>
        <div class={styles.narrow}>
          <SortSelect query={query} />
        </div>
        <Select
          label={words.links.status}
          value={query.get('status') ?? ''}
          options={[
            ['', words.links.anyStatus],
            ...STATUSES.map((status) => [status, words.links.statuses[status]] as const),
          ]}
          onChange={set('status')}
        />
        <Select
          label={words.links.tag}
          value=""
          options={[
            ['', chosen.length === 0 ? words.links.anyTag : words.links.furtherTag],
            ...others.map((name) => [name, name] as const),
          ]}
          onChange={(tag) => route(addressWith(query, 'tag', ...chosen, tag), true)}
        />
        <Select
          label={words.links.withoutTag}
          value=""
          options={[['', words.links.noTag], ...allowed.map((name) => [name, name] as const)]}
          onChange={(tag) => route(addressWith(query, 'without', ...excluded, tag), true)}
        />
        {domains.length > 0 && (
          <Select
            label={words.links.domain}
            value={query.get('domain') ?? ''}
            options={[['', words.links.anyDomain], ...domains.map(({ id, hostname }) => [id, hostname] as const)]}
            onChange={set('domain')}
          />
        )}
        <Select
          label={words.links.archive}
          value={query.get('archived') ?? ''}
          options={[
            ['', words.links.notArchived],
            ['only', words.links.onlyArchived],
          ]}
          onChange={set('archived')}
        />
      </div>
      <div class={styles.pairs}>
        <Field
          label={words.links.createdFrom}
          type="date"
          value={query.get('from') ?? ''}
          max={query.get('to') ?? ''}
          onInput={set('from')}
        />
        <Field
          label={words.links.createdTo}
          type="date"
          value={query.get('to') ?? ''}
          min={query.get('from') ?? ''}
          onInput={set('to')}
        />
      </div>
      <fieldset class={styles.pairs}>
        <legend class="visually-hidden">{words.links.hasTitle}</legend>
        {OPTIONS.map((option) => (
          <Check
            key={option}
            label={words.links.has[option]}
            checked={has.includes(option)}
            onChange={(isChecked) =>
              route(
                addressWith(query, 'has', ...has.filter((other) => other !== option), isChecked ? option : ''),
                true,
              )
            }
          />
        ))}
      </fieldset>
    </fieldset>
  )
}
